import { DAY_MS, dayAfter, utcDay } from '#server/platform/clock.ts';
import { type Db, raw, sql } from '#server/platform/db.ts';
import type { Log } from '#server/platform/log.ts';
import { metrics } from '#server/platform/observe/metrics.ts';
import { planEachTime } from '#server/platform/postgres/prepared.ts';
import { computed } from '#server/platform/rows.ts';

/** A call by a connector key or a connection, as its holder sees it. Never holds the request or the answer. */
export type CallMade = {
  readonly accountId: string;
  /** Id of the connector key or of the connection. */
  readonly credentialId: string;
  readonly at: Date;
  readonly requestId: string;
  /** Index of the message in its request, from 0. */
  readonly part: number;
  readonly via: 'rest' | 'mcp';
  /** The operation, the tool, or the method of the protocol. */
  readonly route: string;
  readonly status: number;
  readonly ms: number;
};

/** Buffers calls in memory and writes them in batches, so that no answer waits for the write. */
export type CallLog = {
  add(call: CallMade): void;
  /** Writes the buffered calls; those that cannot be written stay buffered. */
  flush(): Promise<void>;
  /** Writes the buffered calls for the last time. */
  close(): Promise<void>;
};

/** For how many UTC days calls are kept, including today. */
export const CALL_DAYS = 30;

/** How long a call is buffered at most, in milliseconds: what a crash can lose. */
const WAIT_MS = 1_000;
/** How many calls are buffered at most while the database is away; further ones are counted and dropped. */
const MOST_WAITING = 10_000;

/** A log that writes to the database within a second, and keeps what is left over while it is away. */
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

/** Writes all in one statement. A retry after a lost answer writes no call twice. */
async function writeCalls(db: Db, calls: readonly CallMade[], days: Set<string>): Promise<void> {
  for (const day of new Set(calls.map(({ at }) => utcDay(at)))) {
    if (!days.has(day)) await openDay(db, day);
    days.add(day);
  }
  const accounts = [...new Set(calls.map(({ accountId }) => accountId))];
  // Lock the accounts until the calls are written: erasing one then erases its calls, too, and an erased one gets none.
  await db.run(sql`
    WITH held AS MATERIALIZED (SELECT id FROM account WHERE id = ANY (${accounts}::uuid[]) FOR KEY SHARE)
    INSERT INTO api_call ("accountId", "credentialId", at, "requestId", part, via, route, status, ms)
    SELECT c.* FROM json_to_recordset(${JSON.stringify(calls)}::json) AS c("accountId" uuid, "credentialId" uuid, at timestamptz,
      "requestId" uuid, part int, via text, route text, status int, ms int)
    JOIN held ON held.id = c."accountId"
    ON CONFLICT DO NOTHING`);
}

/** Creates the partition of a UTC day. Two processes that both do wait for each other. */
function openDay(db: Db, day: string): Promise<void> {
  const next = dayAfter(day);
  return db.transaction(async (tx) => {
    await tx.row(sql`SELECT pg_advisory_xact_lock(hashtext('api_call'))`);
    await tx.run(
      planEachTime(
        sql`CREATE TABLE IF NOT EXISTS ${raw(partitionOf(day))} PARTITION OF api_call FOR VALUES FROM (${raw(`'${day}'`)}) TO (${raw(`'${next}'`)})`,
      ),
    );
  });
}

/** How long a drop waits for readers, in milliseconds: its lock blocks all writes. The next drop retries. */
const DROP_WAIT_MS = 2_000;

/** Drops the partitions of days that have expired by `now`; returns how many. */
export async function forgetCalls(db: Db, now: Date): Promise<number> {
  const oldest = utcDay(new Date(now.getTime() - (CALL_DAYS - 1) * DAY_MS));
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
