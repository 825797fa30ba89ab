import { upgrade } from '#server/platform/backup/upgrade.ts';
import { type Buckets, createBuckets } from '#server/platform/buckets.ts';
import { type CallLog, openCallLog } from '#server/platform/calls/log.ts';
import { type Clock, systemClock } from '#server/platform/clock.ts';
import { type Database, openDatabase } from '#server/platform/db.ts';
import { type Env, loadEnv } from '#server/platform/env.ts';
import { causeOf } from '#server/platform/failure/disk.ts';
import { createLog, type Log } from '#server/platform/log.ts';
import { startEmbeddedPostgres } from '#server/platform/postgres/embedded.ts';
import { openReads, type Reads, type ReadsOf } from '#server/platform/postgres/replica/reads.ts';
import { startRounds } from '#server/platform/process/rounds.ts';
import { type Secrets, secretsOf } from '#server/platform/secrets/secrets.ts';

/** What every part of the process shares: one pool, one set of buckets, one clock. */
export type Services = {
  readonly env: Env;
  readonly databaseUrl: string;
  readonly db: Database;
  /** For reads that may be seconds old: the replica if one is set, else the database itself. */
  readonly reads: ReadsOf;
  readonly closeReads: () => Promise<void>;
  readonly clock: Clock;
  readonly log: Log;
  readonly buckets: Buckets;
  /** The log of calls by connector keys and connections, shown to their holders. */
  readonly calls: CallLog;
  /** The first signs cursors, links in mails and cookies; signatures by any of them are valid. The same in all processes on one database. */
  readonly secrets: Secrets;
  /** Stops the embedded database if no other process uses it. Call after the pool is closed. */
  readonly stopDatabase: () => Promise<void>;
};

const shared = Symbol.for('earmark.services');
type Shared = { [shared]?: Promise<Services> };

/** The services of this process, which bundled pages and the server share. Opened at the first call. If that fails, the next call tries again. */
export function services(): Promise<Services> {
  const holder = globalThis as Shared;
  holder[shared] ??= openServices(loadEnv()).catch((error) => {
    delete holder[shared];
    throw error;
  });
  return holder[shared];
}

/** Makes `given` the services of this process. */
export function shareServices(given: Services): void {
  (globalThis as Shared)[shared] = Promise.resolve(given);
}

/** Opens the database (embedded unless DATABASE_URL is set), migrates it and builds the services. */
export async function openServices(env: Env, clock: Clock = systemClock): Promise<Services> {
  const log = createLog(env.EARMARK_LOG_LEVEL);
  const { url, leave } = await reachDatabase(env, log);
  let db: Database | undefined;
  try {
    await upgrade(url, env);
    db = openDatabase(url, env.EARMARK_DB_POOL, { prepares: env.EARMARK_DB_PREPARE });
    // Do what can fail before the replica and Redis are opened: the catch below does not close them.
    const secrets = await secretsOf(env, db);
    const reads = readsOf(env, log);
    return {
      env,
      databaseUrl: url,
      stopDatabase: leave,
      db,
      reads: reads.of,
      closeReads: reads.close,
      clock,
      log,
      buckets: createBuckets(env.REDIS_URL, log),
      calls: openCallLog(db, log),
      secrets,
    };
  } catch (error) {
    await db?.close();
    await leave();
    throw await causeOf(error, env);
  }
}

function readsOf(env: Env, log: Log): Reads {
  const { DATABASE_READ_URL: url, EARMARK_DB_POOL: poolSize, EARMARK_DB_PREPARE: prepares } = env;
  return url
    ? openReads(url, { poolSize, prepares, log })
    : { of: (primary) => primary, close: async () => undefined };
}

/** The URL of the database, not migrated: DATABASE_URL, or the embedded one, which runs until `leave`. */
export async function reachDatabase(
  env: Env,
  log: Log,
): Promise<{ readonly url: string; readonly leave: () => Promise<void> }> {
  if (env.DATABASE_URL) return { url: env.DATABASE_URL, leave: async () => undefined };
  return openEmbedded(env.dataDir, log).catch(async (error) => {
    throw await causeOf(error, env);
  });
}

/** How often a process checks that the embedded database still runs, in milliseconds. */
const WATCH_MS = 2_000;

/** The embedded database, restarted whenever it dies while this process uses it. */
async function openEmbedded(dataDir: string, log: Log): Promise<{ url: string; leave(): Promise<void> }> {
  const { url, revive, leave } = await startEmbeddedPostgres(dataDir);
  const look = async () => {
    if (await revive()) log.warn('the embedded database had died and was started again');
  };
  const failed = (error: unknown) =>
    log.error({ err: (error as Error).message }, 'the embedded database is dead');
  const watch = startRounds(WATCH_MS, look, { failed, keepsProcess: false });
  return {
    url,
    leave: async () => {
      await watch.stop();
      await leave();
    },
  };
}

/** Closes all services in order. A failure does not stop the next from closing. Throws the first error. */
export async function closeServices(given: Services): Promise<void> {
  const { buckets, calls, closeReads, db, stopDatabase } = given;
  const errors: unknown[] = [];
  for (const close of [
    () => buckets.close(),
    () => calls.close(),
    closeReads,
    () => db.close(),
    stopDatabase,
  ])
    await close().catch((error) => errors.push(error));
  if (errors.length > 0) throw errors[0];
}
