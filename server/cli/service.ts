import type { Command } from 'commander';
import { diagnose } from '#server/cli/doctor.ts';
import { CommandError, table, when, withServices } from '#server/cli/run.ts';
import { episodesByEngine, modelDay } from '#server/ingest/engine/store.ts';
import { corpusCounts } from '#server/ingest/stats/store.ts';
import { startWorker } from '#server/ingest/worker.ts';

/** `earmark worker|stats|doctor`. */
export function serviceCommands(program: Command): void {
  program
    .command('worker')
    .description(
      'Run a worker in the foreground, beside the server or on another machine with the same DATABASE_URL',
    )
    .action(async (_options, command) =>
      withServices(command, async (services) => {
        const worker = await startWorker(services);
        process.stderr.write('The worker runs. Stop it with Ctrl-C.\n');
        await new Promise<void>((done) => {
          process.once('SIGINT', done);
          process.once('SIGTERM', done);
        });
        await worker.stop();
        return { data: { stopped: true }, text: 'The worker has stopped.' };
      }),
    );
  program
    .command('stats')
    .description('What the corpus holds, which engine read it, and what a model cost today')
    .action(async (_options, command) =>
      withServices(command, async (services) => {
        const counts = await corpusCounts(services.db);
        const engines = await episodesByEngine(services.db);
        const model = services.env.EARMARK_MODEL_PROVIDER
          ? await modelDay(services.db, services.clock())
          : null;
        return {
          data: { ...counts, engines, model },
          text: table(
            ['what', 'count'],
            [
              ...Object.entries(counts).map(([what, count]) => [
                what,
                count instanceof Date ? when(count) : count,
              ]),
              ...Object.entries(engines).map(([engine, count]) => [`by ${engine}`, count]),
              ...Object.entries(model ?? {}).map(([what, count]) => [`model today: ${what}`, count]),
            ],
          ),
        };
      }),
    );
  program
    .command('doctor')
    .description('Check settings, database, migrations, queue, feeds and stuck work')
    .action(async (_options, command) =>
      withServices(command, async (services) => {
        const checks = await diagnose(services);
        const text = checks
          .map((check) => `${check.ok ? 'ok  ' : 'FAIL'}  ${check.name}: ${check.detail}`)
          .join('\n');
        const bad = checks.filter((check) => !check.ok);
        if (bad.length > 0) {
          process.stdout.write(`${command.opts().json ? JSON.stringify({ ok: false, checks }) : text}\n`);
          throw new CommandError(`${bad.length} of ${checks.length} checks failed.`);
        }
        return { data: { ok: true, checks }, text };
      }),
    );
}
