import { setTimeout as pause } from 'node:timers/promises';
import { Refusal } from '#server/api/errors.ts';
import { samplesLoadedAt } from '#server/feeds/samples/store.ts';
import { encodeWaiting } from '#server/ingest/encode.ts';
import { RULES_ENGINE_VERSION } from '#server/ingest/extract/extractor.ts';
import { loadSampleShows } from '#server/ingest/samples/load.ts';
import { onDay, testEnv } from '#server/ingest/samples/rules.ts';
import {
  beginDay,
  makeTables,
  noteMadeOf,
  openTables,
  SCHEMA,
  tablesMadeOf,
} from '#server/ingest/samples/store.ts';
import { utcDay } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/db.ts';
import { productVersion } from '#server/platform/env.ts';
import { whileHeld } from '#server/platform/postgres/held-lock.ts';
import { migrationNames } from '#server/platform/postgres/migrate.ts';
import type { Services } from '#server/platform/services.ts';

/** `Retry-After` of a call that comes while the record is made. */
const RETRY_SECONDS = 10;
/** How long the first call of a process waits for the record to be opened. */
const OPENING_MS = 2_000;
/** Pause after a failure: a database that refuses a schema refuses the next one, too. */
const PATIENCE_MS = 60_000;

/** Fills the empty tables. */
export type Load = (record: Services) => Promise<void>;

type Kept = {
  ready: Services | null;
  making: Promise<void> | null;
  failedAt: number;
  /** The real UTC day, and the accounts that may write on it. */
  day: string;
  accounts: Set<string>;
};

const shared = Symbol.for('earmark.testRecord');
type Shared = { [shared]?: WeakMap<object, Kept> };

function keptOf(live: Services): Kept {
  const holder = globalThis as Shared;
  holder[shared] ??= new WeakMap();
  const known = holder[shared].get(live.db);
  if (known) return known;
  const kept: Kept = {
    ready: null,
    making: null,
    failedAt: Number.NEGATIVE_INFINITY,
    day: '',
    accounts: new Set(),
  };
  holder[shared].set(live.db, kept);
  return kept;
}

/**
 * The record that an account's test keys see on a live server: the sample shows alone, in a schema of their own, so that no
 * statement reaches the real record, too (docs/contract.md, Added: Test keys). The first call makes it, and a version that would
 * make it differently makes it again; meanwhile calls are refused with 503 and `Retry-After`. Its clock is always on the same day.
 * What the keys followed, saved and asked is forgotten when the real UTC day is over.
 */
export async function testRecordFor(live: Services, accountId: string): Promise<Services> {
  const kept = keptOf(live);
  // An existing record is opened within the call.
  if (!kept.ready) await Promise.race([opened(live, kept), pause(OPENING_MS)]);
  if (!kept.ready) throw notYet();
  await enterDay(live, kept, kept.ready, accountId);
  return kept.ready;
}

/** Makes the record if it is missing, filled by `load`. Returns when it is there, or another process is making it. */
export async function makeTestRecord(live: Services, load: Load = loadSampleShows): Promise<void> {
  const kept = keptOf(live);
  if (kept.ready) return;
  kept.making ??= open(live, load)
    .then((record) => {
      kept.ready = record;
    })
    .finally(() => {
      kept.making = null;
    });
  await kept.making;
}

/** Closes the record's connections. */
export async function closeTestRecord(live: Services): Promise<void> {
  const kept = keptOf(live);
  await kept.making?.catch(() => undefined);
  await kept.ready?.db.close();
  kept.ready = null;
}

async function opened(live: Services, kept: Kept): Promise<void> {
  if (performance.now() - kept.failedAt < PATIENCE_MS) return;
  try {
    await makeTestRecord(live);
  } catch (error) {
    kept.failedAt = performance.now();
    live.log.error({ err: (error as Error).message }, 'the record for test keys could not be made');
  }
}

function notYet(): Refusal {
  return new Refusal('agent_api_disabled', {
    retryAfterSeconds: RETRY_SECONDS,
    message: 'The sample shows that test keys see are being prepared: try again in a moment.',
  });
}

/** Lets an account write, and forgets what was written on an earlier real day. */
async function enterDay(live: Services, kept: Kept, record: Services, accountId: string): Promise<void> {
  const day = utcDay(live.clock());
  if (kept.day === day && kept.accounts.has(accountId)) return;
  await beginDay(record.db, { day, accountId, now: record.clock() });
  if (kept.day !== day) kept.accounts.clear();
  kept.day = day;
  kept.accounts.add(accountId);
}

/** Opens the record, after making it if it is missing or of another version; null while another process makes it. */
async function open(live: Services, load: Load): Promise<Services | null> {
  const { databaseUrl, db } = openTables(live);
  const nothing = async () => undefined;
  // A replica holds the real record, so none is read.
  const tables = { databaseUrl, db, reads: (own: Db) => own, closeReads: nothing, stopDatabase: nothing };
  const record = { ...live, ...tables, env: testEnv(live.env) };
  try {
    if ((await tablesMadeOf(db)) !== madeOf() && !(await made(live, record, load))) {
      await db.close();
      return null;
    }
    const day = await samplesLoadedAt(db, live.clock());
    return { ...record, clock: () => onDay(day, live.clock()) };
  } catch (error) {
    await db.close();
    throw error;
  }
}

/** Makes the record; false while another process makes it. */
async function made(live: Services, record: Services, load: Load): Promise<boolean> {
  const done = await whileHeld(live.databaseUrl, SCHEMA, async () => {
    if ((await tablesMadeOf(record.db)) === madeOf()) return true;
    await makeTables(live.databaseUrl);
    await samplesLoadedAt(record.db, new Date(`${utcDay(live.clock())}T00:00:00Z`));
    await load(record);
    await encodeWaiting(record);
    await noteMadeOf(record.db, madeOf());
    return true;
  });
  return done ?? false;
}

/** What decides about the record's content: it is made again where this differs. */
function madeOf(): string {
  return [productVersion, RULES_ENGINE_VERSION, migrationNames().at(-1)].join(' ');
}
