import { hostname } from 'node:os';
import { PgBoss } from 'pg-boss';
import { forgetPast } from '#server/features/accounts/retention/store.ts';
import { startAlertSweep } from '#server/features/alerts/sweep.ts';
import { deleteExpiredRecords } from '#server/features/grants/store.ts';
import { refreshDormancy } from '#server/features/theses/store.ts';
import { foldCounts } from '#server/features/visibility/counts/store.ts';
import { startEncoding } from '#server/ingest/encode.ts';
import { pollFeed } from '#server/ingest/poll/poll.ts';
import { startPoller } from '#server/ingest/poll/poller.ts';
import { leaseFeeds } from '#server/ingest/poll/store.ts';
import { processEpisode } from '#server/ingest/process.ts';
import { forgetEndedDay } from '#server/ingest/samples/store.ts';
import { workerName } from '#server/ingest/stats/operator/store.ts';
import { type IngestTools, openTools } from '#server/ingest/tools.ts';
import { waitingEpisodes } from '#server/ingest/transcript/store.ts';
import { startBackups } from '#server/platform/backup/schedule.ts';
import { forgetCalls } from '#server/platform/calls/log.ts';
import type { GuardedFetch } from '#server/platform/fetch.ts';
import { warnOf } from '#server/platform/log.ts';
import { begun, during } from '#server/platform/observe/doing.ts';
import { metrics } from '#server/platform/observe/metrics.ts';
import { traced } from '#server/platform/observe/spans.ts';
import type { Services } from '#server/platform/services.ts';

const PROCESS = 'process-episode';
const SWEEP_MS = 20_000;
const HOUR_MS = 3_600_000;
const BATCH = 200;

export type RunningWorker = { stop(): Promise<void> };

/**
 * Polls the feeds that are due and processes the episodes that wait. What is due is decided by the database's own columns:
 * a feed is leased by its next poll, and jobs only carry episodes to a worker, so a lost job is made again by the next sweep.
 */
export async function startWorker(services: Services): Promise<RunningWorker> {
  const ending = new AbortController();
  const tools = await openTools(services, ending.signal);
  const boss = openQueue(services);
  try {
    await boss.start();
    // `short`: one waiting job per episode, whatever the sweeps say.
    await boss.createQueue(PROCESS, {
      policy: 'short',
      retryLimit: 0,
      expireInSeconds: 3600,
      deleteAfterSeconds: 3600,
    });
    await boss.work<{ id: string }>(PROCESS, { batchSize: 2, pollingIntervalSeconds: 1 }, async (jobs) => {
      await Promise.all(jobs.map((job) => work(services, tools, job.data.id)));
    });
  } catch (error) {
    await boss.stop({ graceful: false }).catch(() => undefined);
    await tools.close();
    throw error;
  }
  const warn = (what: string) => warnOf(services.log, what);
  const sweep = () => sweepOnce(services, boss).catch(warn('sweep'));
  const poller = startPoller({
    lease: (count) => leaseFeeds(services.db, services.clock(), count),
    poll: async (feedId, { ending, waiting }) => {
      const fetch: GuardedFetch = (url, wanted) =>
        waiting(tools.fetchGuarded(url, { ...wanted, signal: ending }));
      const report = await during(begun(`feed:${feedId}`), () => pollFeed(services, fetch, feedId));
      metrics.polls.inc({ result: report?.result ?? 'removed' });
      if (report?.result === 'changed') await sweep();
    },
    failed: warn('poll'),
  });
  await sweep();
  const sweeper = setInterval(sweep, SWEEP_MS);
  const hourly = setInterval(() => {
    const now = services.clock();
    for (const work of [
      refreshDormancy,
      deleteExpiredRecords,
      forgetCalls,
      forgetPast,
      forgetEndedDay,
      foldCounts,
    ])
      work(services.db, now).catch(warn('hourly'));
  }, HOUR_MS);
  const alerts = startAlertSweep(services);
  const encoding = startEncoding(services);
  const backups = startBackups(services);
  return {
    stop: async () => {
      clearInterval(sweeper);
      clearInterval(hourly);
      ending.abort();
      await Promise.all([
        poller.stop(),
        alerts.stop(),
        encoding.stop(),
        backups.stop(),
        boss.stop({ graceful: true, timeout: 10_000 }),
      ]);
      await tools.close();
    },
  };
}

function openQueue({ databaseUrl, log }: Services): PgBoss {
  const boss = new PgBoss({
    connectionString: databaseUrl,
    max: 4,
    application_name: workerName(hostname(), process.pid),
  });
  return boss.on('error', warnOf(log, 'queue'));
}

async function work(services: Services, tools: IngestTools, episodeId: string): Promise<void> {
  metrics.inWork.inc();
  try {
    const { result } = await during(begun(`episode:${episodeId}`), () =>
      traced('process episode', 'internal', { 'earmark.episode_id': episodeId }, () =>
        processEpisode(services, tools, episodeId),
      ),
    );
    metrics.episodes.inc({ result });
  } finally {
    metrics.inWork.dec();
  }
}

async function sweepOnce(services: Services, boss: PgBoss): Promise<void> {
  const now = services.clock();
  for (const id of await waitingEpisodes(services.db, now, BATCH))
    await boss.send(PROCESS, { id }, { singletonKey: id });
}
