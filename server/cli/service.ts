import type { Command } from 'commander';
import { type Check, diagnose, notUpgraded } from '#server/cli/doctor/doctor.ts';
import { CommandError, onDatabase, onServices, print, table, when, withServices } from '#server/cli/run.ts';
import { episodesByEngine, modelDay, olderAnalyses } from '#server/ingest/engine/store.ts';
import { olderThanOurs } from '#server/ingest/engine/version.ts';
import { corpusCounts } from '#server/ingest/stats/store.ts';
import { accountOf } from '#server/platform/failure/failure.ts';
import { isUpToDate } from '#server/platform/postgres/migrate.ts';
import { forgetFormerSecret, rotateSecret } from '#server/platform/secrets/secrets.ts';

/** `earmark stats|secret|doctor`. */
export function serviceCommands(program: Command): void {
  statsCommand(program);
  const secret = program
    .command('secret')
    .description('The secret that signs cursors, links in mails and cookies');
  secretRotateCommand(secret);
  secretForgetCommand(secret);
  doctorCommand(program);
}

function statsCommand(program: Command): void {
  program
    .command('stats')
    .description('What the corpus holds, which engine read it, and what a model cost today')
    .action(async (_options, command) =>
      withServices(command, async (services) => {
        const counts = await corpusCounts(services.db);
        const older = await olderAnalyses(services.db, olderThanOurs(services.env));
        const engines = await episodesByEngine(services.db);
        const model = services.env.EARMARK_MODEL_PROVIDER
          ? await modelDay(services.db, services.clock())
          : null;
        return {
          data: { ...counts, engines, olderEngines: older, model },
          text: table(
            ['what', 'count'],
            [
              ...Object.entries(counts).map(([what, count]) => [
                what,
                count instanceof Date ? when(count) : count,
              ]),
              ...Object.entries(engines).map(([engine, count]) => [`by ${engine}`, count]),
              ['by engines older than this version', older.episodes],
              ['of them waiting to be read again', older.waiting],
              ...Object.entries(model ?? {}).map(([what, count]) => [`model today: ${what}`, count]),
            ],
          ),
        };
      }),
    );
}

function secretRotateCommand(secret: Command): void {
  secret
    .command('rotate')
    .description(
      'Make a new one; the one before is believed on until `secret forget`. Restart every process after it',
    )
    .action(async (_options, command) =>
      withServices(command, async ({ env, db }) => {
        if (env.EARMARK_SECRET)
          throw new CommandError(
            'The secret is a setting here: put it into EARMARK_SECRET_FORMER, a new one into EARMARK_SECRET, and restart.',
          );
        await rotateSecret(db);
        return {
          data: { rotated: true },
          text: 'A new secret signs once a process is restarted; the one before is believed on.',
        };
      }),
    );
}

function secretForgetCommand(secret: Command): void {
  secret
    .command('forget')
    .description('No longer believe what the secrets before the last rotation signed')
    .action(async (_options, command) =>
      withServices(command, async ({ db }) => {
        if (!(await forgetFormerSecret(db))) throw new CommandError('There is no former secret.');
        return { data: { forgotten: true }, text: 'Forgotten, once every process is restarted.' };
      }),
    );
}

function doctorCommand(program: Command): void {
  program
    .command('doctor')
    .description('Check settings, database, migrations, queue, feeds and stuck work')
    .action(async (_options, command) => {
      const checks = await lookAtAll().catch(unopened);
      const bad = checks.filter((check) => !check.ok);
      const text = checks
        .map((check) => `${check.ok ? 'ok  ' : 'FAIL'}  ${check.name}: ${check.detail}`)
        .join('\n');
      print(command, { data: { ok: bad.length === 0, checks }, text });
      if (bad.length > 0) throw new CommandError(`${bad.length} of ${checks.length} checks failed.`);
    });
}

/** All checks, or on a database of an earlier version only that it is one: to open the services would upgrade it. */
function lookAtAll(): Promise<Check[]> {
  return onDatabase(async ({ url }) =>
    (await isUpToDate(url)) ? onServices(diagnose) : [await notUpgraded(url)],
  );
}

/** The only finding when the services cannot be opened. */
function unopened(error: unknown): Check[] {
  const [why] = accountOf(error).split('\n');
  return [
    { name: 'start', ok: false, detail: `${why} (nothing else can be looked at before that is mended)` },
  ];
}
