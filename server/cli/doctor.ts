import { accessSync, constants } from 'node:fs';
import { encodedShare } from '#server/features/meaning/store.ts';
import { type ModelDay, modelDay, usdPerHourOfTalk } from '#server/ingest/engine/store.ts';
import { databaseVersion, stuckWork } from '#server/ingest/stats/store.ts';
import { migrationState } from '#server/platform/postgres/migrate.ts';
import type { Services } from '#server/platform/services.ts';
import { encoderOf } from '#server/reader/encoder.ts';

export type Check = { readonly name: string; readonly ok: boolean; readonly detail: string };

/** The health of an installation, check by check. */
export async function diagnose(services: Services): Promise<Check[]> {
  return [
    await databaseCheck(services),
    await migrationCheck(services),
    dataDirCheck(services),
    await feedCheck(services),
    await episodeCheck(services),
    await modelCheck(services),
    await encoderCheck(services),
    await redisCheck(services),
  ];
}

async function databaseCheck({ db }: Services): Promise<Check> {
  const row = await databaseVersion(db);
  return { name: 'database', ok: row.number >= 150_000, detail: row.version.split(' on ')[0]! };
}

async function migrationCheck({ databaseUrl }: Services): Promise<Check> {
  const state = await migrationState(databaseUrl);
  const ok = state.pending.length === 0 && state.failed.length === 0;
  return {
    name: 'migrations',
    ok,
    detail: ok
      ? `${state.applied.length} applied`
      : `pending: ${state.pending.join(', ') || 'none'}; failed: ${state.failed.join(', ') || 'none'}`,
  };
}

function dataDirCheck({ env }: Services): Check {
  try {
    accessSync(env.dataDir, constants.W_OK);
    return { name: 'data folder', ok: true, detail: env.dataDir };
  } catch {
    const needed = !env.DATABASE_URL;
    return { name: 'data folder', ok: !needed, detail: `${env.dataDir} cannot be written` };
  }
}

async function feedCheck({ db, clock }: Services): Promise<Check> {
  const { feeds, failingFeeds, overdueFeeds } = await stuckWork(db, clock());
  const mostFail = failingFeeds * 2 > feeds;
  return {
    name: 'feeds',
    ok: overdueFeeds === 0 && !mostFail,
    detail: `${failingFeeds} of ${feeds} failing${mostFail ? ' (is this machine online? see why with earmark feeds list)' : ''}, ${overdueFeeds} overdue by more than an hour${overdueFeeds > 0 ? ' (is a worker running?)' : ''}`,
  };
}

async function episodeCheck({ db, clock }: Services): Promise<Check> {
  const { waitingEpisodes, failedEpisodes } = await stuckWork(db, clock());
  const ok = failedEpisodes === 0;
  return {
    name: 'episodes',
    ok,
    detail: `${waitingEpisodes} waiting, ${failedEpisodes} failed${ok ? '' : ' (see why in the log, and try one again with earmark episode reanalyse <id>)'}`,
  };
}

/** So many calls in a row without an answer are an outage, not a hiccup. */
const OUTAGE = 4;

async function modelCheck({ db, env, clock }: Services): Promise<Check> {
  const name = 'model';
  if (!env.EARMARK_MODEL_PROVIDER) return { name, ok: true, detail: 'none; the built-in rules do the work' };
  const day = await modelDay(db, clock());
  const hourly = await usdPerHourOfTalk(db);
  const hasPrices = env.EARMARK_MODEL_USD_PER_MTOK_IN + env.EARMARK_MODEL_USD_PER_MTOK_OUT > 0;
  const work = env.EARMARK_EXTRACT === 'model' ? 'answers and extraction' : 'answers';
  return {
    name,
    ok: day.failuresInARow < OUTAGE,
    detail: `${env.EARMARK_MODEL} for ${work}; ${spending(day, env.EARMARK_MODEL_DAILY_USD)}${hourly === null ? '' : `; $${hourly.toFixed(2)} an hour of talk so far`}${hasPrices ? '' : '; no prices are set, so the budget stops nothing'}`,
  };
}

/** Without one everything works by words: no fault, but worth knowing. */
async function encoderCheck(services: Services): Promise<Check> {
  const name = 'encoder';
  const state = await encoderOf(services).state();
  if (state.kind === 'missing')
    return { name, ok: true, detail: `none, ideas are found by words alone: ${state.reason}` };
  const { encoded, waiting } = await encodedShare(services.db);
  return { name, ok: true, detail: `${encoded} ideas and passages encoded, ${waiting} waiting` };
}

function spending(day: ModelDay, budgetUsd: number): string {
  return [
    `$${day.spentUsd.toFixed(2)} of $${budgetUsd} spent today${day.spentUsd >= budgetUsd ? ' (work waits for the next UTC day)' : ''}`,
    `${day.calls} calls, ${day.failedCalls} failed${day.failuresInARow > 0 ? ` (the last ${day.failuresInARow})` : ''}`,
    `${day.ideasKept} ideas proven, ${day.ideasDropped} dropped`,
    `${day.episodesPutOff} episodes put off`,
  ].join('; ');
}

async function redisCheck({ env, buckets }: Services): Promise<Check> {
  if (!env.REDIS_URL) return { name: 'rate buckets', ok: true, detail: 'in memory' };
  const reachable = await buckets.shared();
  return {
    name: 'rate buckets',
    ok: reachable,
    detail: reachable ? 'in Redis' : 'Redis does not answer; kept in memory',
  };
}
