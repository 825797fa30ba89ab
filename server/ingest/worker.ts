import { PgBoss } from 'pg-boss';
import { startAlertSweep } from '#server/features/alerts/sweep.ts';
import { deleteExpiredRecords } from '#server/features/grants/store.ts';
import { refreshDormancy } from '#server/features/theses/store.ts';
import { startEncoding } from '#server/ingest/encode.ts';
import { pollFeed } from '#server/ingest/poll/poll.ts';
import { dueFeeds } from '#server/ingest/poll/store.ts';
import { processEpisode } from '#server/ingest/process.ts';
import { openTools } from '#server/ingest/tools.ts';
import { waitingEpisodes } from '#server/ingest/transcript/store.ts';
import type { Services } from '#server/platform/services.ts';

const POLL = 'poll-feed';
const PROCESS = 'process-episode';
const SWEEP_MS = 20_000;
const HOUR_MS = 3_600_000;
const BATCH = 200;

export type RunningWorker = { stop(): Promise<void> };

/**
 * Starts the queue: feeds that are due are polled, episodes that wait are processed. What is due is decided by the
 * database's own columns; jobs only carry it to a worker, so a lost job is made again by the next sweep.
 */
export async function startWorker(services: Services): Promise<RunningWorker> {
  const tools = await openTools(services);
  const boss = new PgBoss({ connectionString: services.databaseUrl, max: 4 });
  boss.on('error', (error) => services.log.warn({ err: error.message }, 'queue'));
  await boss.start();
  // `short`: one waiting job per feed or episode, whatever the sweeps say.
  for (const name of [POLL, PROCESS])
    await boss.createQueue(name, {
      policy: 'short',
      retryLimit: 0,
      expireInSeconds: 3600,
      deleteAfterSeconds: 3600,
    });
  const sweep = () =>
    sweepOnce(services, boss).catch((error: Error) => services.log.warn({ err: error.message }, 'sweep'));
  await boss.work<{ id: string }>(POLL, { batchSize: 4, pollingIntervalSeconds: 1 }, async (jobs) => {
    await Promise.all(jobs.map((job) => pollFeed(services, tools.fetchGuarded, job.data.id)));
    await sweep();
  });
  await boss.work<{ id: string }>(PROCESS, { batchSize: 2, pollingIntervalSeconds: 1 }, async (jobs) => {
    await Promise.all(jobs.map((job) => processEpisode(services, tools, job.data.id)));
  });
  await sweep();
  const sweeper = setInterval(sweep, SWEEP_MS);
  const hourly = setInterval(() => {
    const now = services.clock();
    for (const work of [refreshDormancy, deleteExpiredRecords])
      work(services.db, now).catch((error: Error) => services.log.warn({ err: error.message }, 'hourly'));
  }, HOUR_MS);
  const alerts = startAlertSweep(services);
  const encoding = startEncoding(services);
  return {
    stop: async () => {
      clearInterval(sweeper);
      clearInterval(hourly);
      await alerts.stop();
      await encoding.stop();
      await boss.stop({ graceful: true, timeout: 10_000 });
      await tools.close();
    },
  };
}

async function sweepOnce(services: Services, boss: PgBoss): Promise<void> {
  const now = services.clock();
  for (const id of await dueFeeds(services.db, now, BATCH))
    await boss.send(POLL, { id }, { singletonKey: id });
  for (const id of await waitingEpisodes(services.db, now, BATCH))
    await boss.send(PROCESS, { id }, { singletonKey: id });
}
