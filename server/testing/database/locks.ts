import { sql } from '#server/platform/db.ts';
import { computed } from '#server/platform/rows.ts';
import type { Services } from '#server/platform/services.ts';

/** Returns once so many connections wait for a lock that another one holds: the order of a race is then settled. */
export async function waitingForLocks({ db }: Services, connections: number): Promise<void> {
  for (;;) {
    const row = await db.row(
      { waiting: computed.int },
      sql`
      SELECT count(*)::int AS waiting FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    if (row!.waiting >= connections) return;
  }
}
