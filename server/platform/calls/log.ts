import { type Db, raw, sql } from '#server/platform/db.ts';
import type { Log } from '#server/platform/log.ts';
import { metrics } from '#server/platform/observe/metrics.ts';
import { planEachTime } from '#server/platform/postgres/prepared.ts';
import { computed } from '#server/platform/rows.ts';

/** A call that a connector key or a connection made, as its holder sees it: never what was asked or answered. */
export type CallMade = {
  readonly accountId: string;
  /** Of the connector key, or of the connection. */
  readonly credentialId: string;
  readonly at: Date;
  readonly requestId: string;
  /** Which message of the request, from 0. */
  readonly part: number;
  readonly via: 'rest' | 'mcp';
  /** The operation, the tool, or the method of the protocol. */
  readonly route: string;
  readonly status: number;
  readonly ms: number;
};

/** Calls wait in memory, so that no answer waits for them, and are written together. */
export type CallLog = {
  add(call: CallMade): void;
  /** Writes what waits; what cannot be written waits on. */
  flush(): Promise<void>;
  /** Writes what waits, for the last time. */
  close(): Promise<void>;
};

/** UTC days that calls are kept of, today among them. */
export const CALL_DAYS = 30;

/** How long a call waits at most before it is written: what a crash loses, in milliseconds. */
const WAIT_MS = 1_000;
/** Calls that wait at most, while the database takes none; those beyond are counted and left out. */
const MOST_WAITING = 10_000;

export function openCallLog(db: Db, log: Log): CallLog {
  const days = new Set<string>();
  let waiting: CallMade[] = [];
  let timer: NodeJS.Timeout | null = null;
  let writing = Promise.resolve();
  let failing = false;
  let closed = false;

  const write = async (): Promise<void> => {
    const batch = waiting;
    waiting = [];
    if (batch.length === 0) return;
    try {
      await writeCalls(db, batch, days);
      failing = false;
    } catch (error) {
      if (!failing) log.warn({ err: (error as Error).message }, 'calls are not written, and wait');
      failing = true;
      const all = [...batch, ...waiting];
      waiting = all.slice(0, MOST_WAITING);
      metrics.callsUnwritten.inc(all.length - waiting.length);
      later();
    }
  };
  const flush = () => {
    if (timer) clearTimeout(timer);
    timer = null;
    writing = writing.then(write);
    return writing;
  };
  const later = () => {
    if (!closed) timer ??= setTimeout(flush, WAIT_MS).unref();
  };
  return {
    add: (call) => {
      if (waiting.length >= MOST_WAITING) return metrics.callsUnwritten.inc();
      waiting.push(call);
      later();
    },
    flush,
    close: () => {
      closed = true;
      return flush();
    },
  };
}

/** One statement for all; a call that was written before, by a statement whose answer got lost, is written once. */
async function writeCalls(db: Db, calls: readonly CallMade[], days: Set<string>): Promise<void> {
  for (const day of new Set(calls.map(({ at }) => at.toISOString().slice(0, 10)))) {
    if (!days.has(day)) await openDay(db, day);
    days.add(day);
  }
  const accounts = [...new Set(calls.map(({ accountId }) => accountId))];
  // Accounts are held until the calls are there: whoever erases one meanwhile erases them with it, and one that is gone gets none.
  await db.run(sql`
    WITH held AS MATERIALIZED (SELECT id FROM account WHERE id = ANY (${accounts}::uuid[]) FOR KEY SHARE)
    INSERT INTO api_call ("accountId", "credentialId", at, "requestId", part, via, route, status, ms)
    SELECT c.* FROM json_to_recordset(${JSON.stringify(calls)}::json) AS c("accountId" uuid, "credentialId" uuid, at timestamptz,
      "requestId" uuid, part int, via text, route text, status int, ms int)
    JOIN held ON held.id = c."accountId"
    ON CONFLICT DO NOTHING`);
}

/** Makes the partition of a UTC day. Two processes that both begin the day wait for each other. */
function openDay(db: Db, day: string): Promise<void> {
  const next = new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
  return db.transaction(async (tx) => {
    await tx.row(sql`SELECT pg_advisory_xact_lock(hashtext('api_call'))`);
    await tx.run(
      planEachTime(
        sql`CREATE TABLE IF NOT EXISTS ${raw(partitionOf(day))} PARTITION OF api_call FOR VALUES FROM (${raw(`'${day}'`)}) TO (${raw(`'${next}'`)})`,
      ),
    );
  });
}

/** How long a drop waits for whoever reads: behind it nothing could be written. The next one tries again. */
const DROP_WAIT_MS = 2_000;

/** Drops the partitions of days that are past their time as of `now`; returns how many. */
export async function forgetCalls(db: Db, now: Date): Promise<number> {
  const oldest = new Date(now.getTime() - (CALL_DAYS - 1) * 86_400_000).toISOString().slice(0, 10);
  const past = await db.rows(
    { name: computed.text },
    sql`
    SELECT c.relname::text AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = 'api_call'::regclass AND c.relname < ${partitionOf(oldest)} ORDER BY 1`,
  );
  for (const { name } of past) {
    await db.transaction(async (tx) => {
      await tx.row(sql`SELECT set_config('lock_timeout', ${String(DROP_WAIT_MS)}, true)`);
      await tx.run(planEachTime(sql`DROP TABLE IF EXISTS ${raw(name)}`));
    });
  }
  return past.length;
}

function partitionOf(day: string): string {
  return `api_call_${day.replaceAll('-', '')}`;
}
