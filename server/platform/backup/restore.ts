import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { BackupError, type BackupReport, type Header, type Table } from '#server/platform/backup/contents.ts';
import { readBackup } from '#server/platform/backup/read.ts';
import { misfit } from '#server/platform/backup/rules.ts';
import { quoted, tablesOf, target } from '#server/platform/backup/snapshot.ts';
import { connect, locationOf, requireUtf8 } from '#server/platform/postgres/connection.ts';
import { DATA_VERSION } from '#server/platform/postgres/data-version.ts';
import {
  lockMigrations,
  migrate,
  migrationTexts,
  replayMigrations,
} from '#server/platform/postgres/migrate.ts';

export type Restored = BackupReport & {
  /** Migrations that were applied after the restore. */
  readonly migrated: readonly string[];
  /** Tables of the backup that we do not have; their rows were not restored. */
  readonly leftOut: readonly string[];
};

/**
 * Restores `file` into the empty database at `url` in one transaction, then migrates it to this version. Throws BackupError
 * when the database is not empty, or the file is of a later version, damaged or incomplete; the database stays empty then.
 */
export async function restoreBackup(
  url: string,
  file: string,
  onTable?: (done: number, all: number) => void,
): Promise<Restored> {
  const client = await connect(url);
  let report: Omit<Restored, 'migrated'>;
  try {
    await client.query(
      'BEGIN; SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0',
    );
    report = await fill(client, url, file, onTable);
    await client.query('COMMIT');
    // Without statistics the first searches are planned as for empty tables.
    await client.query('ANALYZE');
  } finally {
    await client.end().catch(() => undefined);
  }
  return { ...report, migrated: await migrate(url) };
}

async function fill(
  client: pg.Client,
  url: string,
  file: string,
  onTable?: (done: number, all: number) => void,
): Promise<Omit<Restored, 'migrated'>> {
  const leftOut: string[] = [];
  const ours = new Map<string, Table>();
  let done = 0;
  let all = 0;
  const report = await readBackup(file, {
    header: async (header) => {
      refuseMisfit(file, header);
      await requireUtf8(client, url);
      await lockMigrations(client);
      await refuseFilled(client, url);
      await replayMigrations(client, header.migrations);
      for (const table of await tablesOf(client)) ours.set(table.name, table);
      all = header.tables.length;
    },
    table: async (table, rows) => {
      const own = ours.get(table.name);
      if (own) await copyRows(client, asOurs(file, own, table), rows);
      else {
        leftOut.push(table.name);
        for await (const _chunk of rows);
      }
      onTable?.(++done, all);
    },
  });
  const missing = [...ours.keys()].filter((name) => !report.tables.some((table) => table.name === name));
  if (missing.length > 0) throw new BackupError(`The backup ${file} lacks the table ${missing[0]}.`);
  for (const { name, value } of report.header.sequences)
    await client.query(
      `SELECT setval(c.oid, $2::bigint) FROM pg_class c WHERE c.relname = $1 AND c.relkind = 'S' AND c.relnamespace = current_schema()::regnamespace`,
      [name, value],
    );
  return { ...report, leftOut };
}

function refuseMisfit(file: string, header: Header): void {
  const migrations = migrationTexts().map(({ name, checksum }) => ({ name, checksum }));
  const why = misfit(header, { migrations, dataVersion: DATA_VERSION });
  if (why) throw new BackupError(`The backup ${file} ${why}.`);
}

async function refuseFilled(client: pg.Client, url: string): Promise<void> {
  const { rowCount } = await client.query(
    `SELECT 1 FROM pg_class WHERE relnamespace = current_schema()::regnamespace LIMIT 1`,
  );
  if (!rowCount) return;
  throw new BackupError(
    `The database ${locationOf(url)} is not empty: restore into an empty one, that is another EARMARK_DATA_DIR or another DATABASE_URL, before any other command of Earmark makes its tables there.`,
  );
}

/** Checks a table of the backup against ours: names from a file go into statements only after that. */
function asOurs(file: string, own: Table, given: Table): Table {
  const isSame = own.columns.toSorted().join() === given.columns.toSorted().join();
  if (!isSame)
    throw new BackupError(
      `The backup ${file} holds other columns of the table ${own.name} than its migrations made.`,
    );
  return given;
}

async function copyRows(client: pg.Client, table: Table, rows: AsyncIterable<Buffer>): Promise<void> {
  // The backup already holds the rows that triggers would add.
  await client.query(`ALTER TABLE ${quoted(table.name)} DISABLE TRIGGER USER`);
  // A migration may have inserted rows.
  await client.query(`DELETE FROM ${quoted(table.name)}`);
  await pipeline(rows, client.query(copyFrom(`COPY ${target(table)} FROM STDIN`)));
  await client.query(`ALTER TABLE ${quoted(table.name)} ENABLE TRIGGER USER`);
}
