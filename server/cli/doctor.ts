import { accessSync, constants } from 'node:fs';
import { databaseVersion, stuckWork } from '#server/ingest/stats/store.ts';
import { migrationState } from '#server/platform/migrate.ts';
import type { Services } from '#server/platform/services.ts';

export type Check = { readonly name: string; readonly ok: boolean; readonly detail: string };

/** The health of an installation, check by check. */
export async function diagnose(services: Services): Promise<Check[]> {
  return [
    await databaseCheck(services),
    await migrationCheck(services),
    dataDirCheck(services),
    await feedCheck(services),
    await episodeCheck(services),
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
  const { failingFeeds, overdueFeeds } = await stuckWork(db, clock());
  return {
    name: 'feeds',
    ok: overdueFeeds === 0,
    detail: `${failingFeeds} failing, ${overdueFeeds} overdue by more than an hour${overdueFeeds > 0 ? ' (is a worker running?)' : ''}`,
  };
}

async function episodeCheck({ db, clock }: Services): Promise<Check> {
  const { waitingEpisodes, failedEpisodes } = await stuckWork(db, clock());
  return { name: 'episodes', ok: true, detail: `${waitingEpisodes} waiting, ${failedEpisodes} failed` };
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
