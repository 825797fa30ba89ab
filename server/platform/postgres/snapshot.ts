import type { Sql } from 'sql-template-tag';
import { beforeAbort, withinTime } from '#server/platform/abort.ts';
import { type Db, sql } from '#server/platform/db.ts';
import { together } from '#server/platform/process/together.ts';

/** What names the state of a database, or of a part of it, at a moment: as long as that is the same, so is what it names. */
export type Marks = { now(): Promise<string> };

/** A mark that takes longer than this is none, in milliseconds: pages are then rendered. */
const MARK_MS = 1_000;

/** Which transactions can be seen: no row differs as long as those are the same. A standby lists no transactions that are under way: how far it has come stands beside. */
const MARK = sql`SELECT pg_current_snapshot()::text
  || CASE WHEN pg_is_in_recovery() THEN ' ' || pg_last_wal_replay_lsn()::text ELSE '' END AS mark`;

/**
 * Marks of databases: of each the `mark` that a statement reads, of all its rows unless told. Calls that come while one is asked for wait for the next, which all of them share:
 * a mark is never older than the call for it.
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
