import { hostname } from 'node:os';
import { PgBoss } from 'pg-boss';
import { forgetPast } from '#server/features/accounts/retention/store.ts';
import { startAlertSweep } from '#server/features/alerts/sweep.ts';
import { deleteExpiredRecords } from '#server/features/grants/store.ts';
import { refreshDormancy } from '#server/features/theses/store.ts';
import { foldCounts } from '#server/features/visibility/counts/store.ts';
import { startEncoding } from '#server/ingest/encode.ts';
import { awaitSpeech, waitingEpisodes } from '#server/ingest/episodes/store.ts';
import { pollFeed } from '#server/ingest/poll/poll.ts';
import { startPoller } from '#server/ingest/poll/poller.ts';
import { leaseFeeds } from '#server/ingest/poll/store.ts';
import { processEpisode } from '#server/ingest/process.ts';
import { forgetEndedDay } from '#server/ingest/samples/store.ts';
import { workerName } from '#server/ingest/stats/operator/store.ts';
import { type IngestTools, openTools } from '#server/ingest/tools.ts';
import { startBackups } from '#server/platform/backup/schedule.ts';
import { forgetCalls } from '#server/platform/calls/log.ts';
import { HOUR_MS } from '#server/platform/clock.ts';
import type { GuardedFetch } from '#server/platform/fetch.ts';
import { warnOf } from '#server/platform/log.ts';
import { begun, during } from '#server/platform/observe/doing.ts';
import { metrics } from '#server/platform/observe/metrics.ts';
import { traced } from '#server/platform/observe/spans.ts';
import { startRounds } from '#server/platform/process/rounds.ts';
import type { Services } from '#server/platform/services.ts';

const PROCESS = 'process-episode';
const SWEEP_MS = 20_000;
const BATCH = 200;
/** Episodes that a worker processes at once. */
const WORKED_AT_ONCE = 2;

export type RunningWorker = { stop(): Promise<void> };

/**
 * Polls the feeds that are due and processes the episodes that wait, until it is stopped. Columns of the database decide what
 * is due: a poller leases a feed by moving its next poll on. Jobs only carry episodes to a worker; the next sweep makes a lost job again.
 */
export async function startWorker(services: Services): Promise<RunningWorker> {
  const ending = new AbortController();
  const tools = await openTools(services, ending.signal);
  const boss = await startQueue(services, tools).catch(async (error) => {
    await tools.close();
    throw error;
  });
  const warn = (what: string) => warnOf(services.log, what);
  const sweeps = startRounds(SWEEP_MS, () => sweepOnce(services, tools, boss), { failed: warn('sweep') });
  const poller = startPoller({
    lease: (count) => leaseFeeds(services.db, services.clock(), count),
    poll: async (feedId, { ending, waiting }) => {
      const fetch: GuardedFetch = (url, wanted) =>
        waiting(tools.fetchGuarded(url, { ...wanted, signal: ending }));
      const report = await during(begun(`feed:${feedId}`), () => pollFeed(services, fetch, feedId));
      // A poll that the stop cancelled has no result: the feed is due again.
      if (!report && ending.aborted) return;
      metrics.polls.inc({ result: report?.result ?? 'removed' });
      if (report?.result === 'changed') sweeps.begin();
    },
    failed: warn('poll'),
  });
  const hourly = startRounds(HOUR_MS, () => doHourly(services, ending.signal), { failed: warn('hourly') });
  const alerts = startAlertSweep(services);
  const encoding = startEncoding(services);
  const backups = startBackups(services);
  return {
    stop: async () => {
      ending.abort();
      // A sweep sends to the queue.
      await sweeps.stop();
      await Promise.all([
        poller.stop(),
        hourly.stop(),
        alerts.stop(),
        encoding.stop(),
        backups.stop(),
        boss.stop({ graceful: true, timeout: 10_000 }),
      ]);
      await tools.close();
    },
  };
}

/** Opens the queue and works on its jobs. */
async function startQueue(services: Services, tools: IngestTools): Promise<PgBoss> {
  const boss = openQueue(services);
  try {
    await boss.start();
    // `short` keeps one waiting job per episode, however often a sweep sends it.
    await boss.createQueue(PROCESS, {
      policy: 'short',
      retryLimit: 0,
      expireInSeconds: 3600,
      deleteAfterSeconds: 3600,
    });
    // Each takes one job at a time: an episode that takes long holds up no other.
    const each = { localConcurrency: WORKED_AT_ONCE, batchSize: 1, pollingIntervalSeconds: 1 };
    await boss.work<{ id: string }>(PROCESS, each, async ([job]) => {
      if (job) await work(services, endedBy(tools, job.signal), job.data.id);
    });
    return boss;
  } catch (error) {
    await boss.stop({ graceful: false }).catch(() => undefined);
    throw error;
  }
}

function openQueue({ databaseUrl, log }: Services): PgBoss {
  const boss = new PgBoss({
    connectionString: databaseUrl,
    max: 4,
    application_name: workerName(hostname(), process.pid, new Date(performance.timeOrigin)),
  });
  return boss.on('error', warnOf(log, 'queue'));
}

/** The tools of a job, which also end when the queue gives the job up. */
function endedBy(tools: IngestTools, signal: AbortSignal): IngestTools {
  return { ...tools, ending: tools.ending ? AbortSignal.any([tools.ending, signal]) : signal };
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

async function sweepOnce(services: Services, { speech }: IngestTools, boss: PgBoss): Promise<void> {
  if (speech) await awaitSpeech(services.db);
  for (const id of await waitingEpisodes(services.db, services.clock(), BATCH))
    await boss.send(PROCESS, { id }, { singletonKey: id });
}

const HOURLY = [refreshDormancy, deleteExpiredRecords, forgetCalls, forgetPast, forgetEndedDay, foldCounts];

/** One failure does not keep the other work from being done. */
async function doHourly({ db, clock, log }: Services, ending: AbortSignal): Promise<void> {
  for (const work of HOURLY) {
    if (ending.aborted) return;
    await work(db, clock()).catch(warnOf(log, 'hourly'));
  }
}
