import { type Db, sql } from '#server/platform/db.ts';

/** Which transactions can be seen at a moment: as long as that is the same, so is every row. */
export type Marks = { now(): Promise<string> };

/**
 * Marks of the databases that pages read. Calls that come while one is asked for wait for the next, which all of them share:
 * a mark is never older than the call for it.
 */
export function openMarks(databases: readonly Db[]): Marks {
  let underWay: Promise<unknown> = Promise.resolve();
  let next: Promise<string> | null = null;
  return {
    now: () => {
      next ??= underWay.then(() => {
        next = null;
        const asked = snapshots(databases);
        underWay = asked.catch(() => undefined);
        return asked;
      });
      return next;
    },
  };
}

async function snapshots(databases: readonly Db[]): Promise<string> {
  const rows = await Promise.all(
    databases.map((db) => db.row(sql`SELECT pg_current_snapshot()::text AS mark`)),
  );
  return rows.map((row) => String(row?.mark)).join(' ');
}
