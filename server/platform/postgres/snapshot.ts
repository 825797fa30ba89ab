import { beforeAbort, withinTime } from '#server/platform/abort.ts';
import { type Db, sql } from '#server/platform/db.ts';

/** Which transactions can be seen at a moment: as long as that is the same, so is every row. */
export type Marks = { now(): Promise<string> };

/** A mark that takes longer than this is none, in milliseconds: pages are then rendered. */
const MARK_MS = 1_000;

/** A standby lists no transactions that are under way: how far it has come stands beside. */
const MARK = sql`SELECT pg_current_snapshot()::text
  || CASE WHEN pg_is_in_recovery() THEN ' ' || pg_last_wal_replay_lsn()::text ELSE '' END AS mark`;

/**
 * Marks of the databases that pages read. Calls that come while one is asked for wait for the next, which all of them share:
 * a mark is never older than the call for it.
 */
export function openMarks(databases: readonly Db[], withinMs = MARK_MS): Marks {
  let underWay: Promise<unknown> = Promise.resolve();
  let next: Promise<string> | null = null;
  return {
    now: () => {
      next ??= underWay.then(() => {
        next = null;
        const asked = snapshots(databases, withinMs);
        underWay = asked.catch(() => undefined);
        return asked;
      });
      return next;
    },
  };
}

function snapshots(databases: readonly Db[], withinMs: number): Promise<string> {
  return withinTime(withinMs, async (signal) => {
    const asked = Promise.all(databases.map((db) => db.cancelledBy(signal).row(MARK)));
    const rows = await beforeAbort(signal, asked);
    return rows.map((row) => String(row?.mark)).join(' ');
  });
}
