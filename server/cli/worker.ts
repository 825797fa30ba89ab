import type { Command } from 'commander';
import { CommandError, withServices } from '#server/cli/run.ts';
import { openWorkerDoor, type WorkerDoor } from '#server/edges/life/worker-door.ts';
import { startWorker } from '#server/ingest/worker.ts';
import { productVersion } from '#server/platform/env.ts';
import { watchProcess } from '#server/platform/observe/metrics.ts';
import { startTraces } from '#server/platform/observe/otel.ts';
import { endRequested } from '#server/platform/process/ending.ts';
import type { Services } from '#server/platform/services.ts';

/** `earmark worker`. */
export function workerCommands(program: Command): void {
  program
    .command('worker')
    .description(
      'Run a worker in the foreground, beside the server or on another machine with the same DATABASE_URL',
    )
    .action(async (_options, command) =>
      withServices(command, async (services) => {
        const ending = endRequested();
        watchProcess(productVersion, 'worker');
        const sendTraces = await startTraces(services.env, productVersion);
        const door = await doorOf(services);
        try {
          const worker = await startWorker(services);
          process.stderr.write('The worker runs. Stop it with Ctrl-C.\n');
          await ending;
          door?.begin();
          await worker.stop();
        } finally {
          // An open door would keep the process alive and call it ready while it does no work.
          await door?.close();
          await sendTraces();
        }
        return { data: { stopped: true }, text: 'The worker has stopped.' };
      }),
    );
}

/** Opens the server on EARMARK_WORKER_PORT; null if that is not set. */
async function doorOf(services: Services): Promise<WorkerDoor | null> {
  const { EARMARK_WORKER_PORT: port } = services.env;
  if (port === undefined) return null;
  try {
    return await openWorkerDoor(services, port);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new CommandError(
      `Setting EARMARK_WORKER_PORT names ${port}, where a worker cannot listen (${code}).`,
    );
  }
}
