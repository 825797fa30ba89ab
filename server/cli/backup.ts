import { resolve } from 'node:path';
import type { Command } from 'commander';
import {
  type CommandAnswer,
  type DatabaseInReach,
  print,
  table,
  when,
  withDatabase,
} from '#server/cli/run.ts';
import type { BackupReport } from '#server/platform/backup/contents.ts';
import { readBackup } from '#server/platform/backup/read.ts';
import { restoreBackup } from '#server/platform/backup/restore.ts';
import { megabytes } from '#server/platform/backup/rules.ts';
import { writeBackup } from '#server/platform/backup/write.ts';
import { systemClock } from '#server/platform/clock.ts';
import { holdInstance } from '#server/platform/postgres/data-dir.ts';
import { showProgress } from '#server/platform/progress.ts';

/** `earmark backup|restore`. */
export function backupCommands(program: Command): void {
  backupCommand(program);
  restoreCommand(program);
}

function backupCommand(program: Command): void {
  program
    .command('backup')
    .argument('<file>', 'a new file; with --verify, one that was made')
    .option(
      '--verify',
      'read the file to its end, check every count and hash, say what it holds; needs no database',
    )
    .description(
      'Write the whole database, as it is at one moment, into one file; the service may run meanwhile',
    )
    .action(async (name: string, options: { verify?: boolean }, command: Command) => {
      const file = resolve(name);
      if (options.verify) return print(command, reportAnswer('Whole', await readBackup(file)));
      await withDatabase(command, async ({ url }) => {
        const report = await writeBackup(url, file, { now: systemClock(), onTable: tablesDone });
        return reportAnswer('Written', report);
      });
    });
}

function restoreCommand(program: Command): void {
  program
    .command('restore')
    .argument('<file>', 'what earmark backup wrote')
    .description(
      'Make an empty database what it was when the file was written, then bring it to this version',
    )
    .action(async (name: string, _options, command: Command) =>
      withDatabase(command, (database) => restore(database, resolve(name))),
    );
}

async function restore({ env, url }: DatabaseInReach, file: string): Promise<CommandAnswer> {
  // No server may start on a folder during the restore.
  const instance = env.DATABASE_URL ? null : holdInstance(env.dataDir);
  try {
    const restored = await restoreBackup(url, file, tablesDone);
    const { migrated, leftOut } = restored;
    const answer = reportAnswer('Restored', restored);
    const more = [
      ...(migrated.length > 0 ? [`Then migrated: ${migrated.join(', ')}.`] : []),
      ...(leftOut.length > 0 ? [`Left out, since they are none of ours: ${leftOut.join(', ')}.`] : []),
    ];
    return {
      data: { ...(answer.data as object), migrated, leftOut },
      text: [answer.text, ...more].join('\n'),
    };
  } finally {
    instance?.release();
  }
}

function tablesDone(done: number, all: number): void {
  showProgress(`${done} of ${all} tables`);
}

function reportAnswer(what: string, { file, bytes, header, tables, rows }: BackupReport): CommandAnswer {
  const { format, version, madeAt, postgres, migrations, engines } = header;
  const filled = tables.filter((one) => one.rows > 0);
  return {
    data: {
      file,
      bytes,
      format,
      version,
      madeAt,
      postgres,
      migrations: migrations.map(({ name }) => name),
      engines,
      rows,
      tables,
    },
    text: [
      `${what}: ${file}, ${megabytes(bytes)}, ${rows} rows of ${tables.length} tables, as they were at ${when(new Date(madeAt))}.`,
      `Earmark ${version}, PostgreSQL ${postgres}, ${migrations.length} migrations.`,
      table(
        ['table', 'rows', 'sha256'],
        filled.map((one) => [one.name, one.rows, one.sha256.slice(0, 16)]),
      ),
    ].join('\n'),
  };
}
