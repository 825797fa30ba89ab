import type { Sql } from 'sql-template-tag';
import { beforeAbort, withinTime } from '#server/platform/abort.ts';
import { type Db, sql } from '#server/platform/db.ts';
import { together } from '#server/platform/process/together.ts';

/** Names the current state of a database, or of a part of it. While the mark stays the same, so does the state. */
export type Marks = { now(): Promise<string> };

/** How long reading a mark may take, in milliseconds; after that, pages are rendered anew. */
const MARK_MS = 1_000;

/** The visible transactions: while they stay the same, so do all rows. A standby lists no running ones, so its replay position is added. */
const MARK = sql`SELECT pg_current_snapshot()::text
  || CASE WHEN pg_is_in_recovery() THEN ' ' || pg_last_wal_replay_lsn()::text ELSE '' END AS mark`;

/**
 * Reads the `mark` of each database with `statement`, by default of all its rows. Calls that arrive during a read share the
 * next one, so a mark is never older than the call for it.
 */
export function openMarks(
  databases: readonly Db[],
  { withinMs = MARK_MS, statement = MARK }: { withinMs?: number; statement?: Sql } = {},
): Marks {
  const ask = together<null, string>(async (calls) => {
    const mark = await marksOf(databases, statement, withinMs);
    return calls.map(() => mark);
  });
  return { now: () => ask(null) };
}

function marksOf(databases: readonly Db[], statement: Sql, withinMs: number): Promise<string> {
  return withinTime(withinMs, async (signal) => {
    const asked = Promise.all(databases.map((db) => db.cancelledBy(signal).row(statement)));
    const rows = await beforeAbort(signal, asked);
    return rows.map((row) => String(row?.mark)).join(' ');
  });
}
