import { setTimeout as pause } from 'node:timers/promises';
import { sql } from '#server/platform/db.ts';
import { computed } from '#server/platform/rows.ts';
import type { Services } from '#server/platform/services.ts';

const LOOK_MS = 10;
const MOST_MS = 20_000;

/** Waits until this many connections wait for a lock, so that the order of a race is settled. Throws after 20 seconds. */
export async function waitingForLocks({ db }: Services, connections: number): Promise<void> {
  for (let waited = 0; waited < MOST_MS; waited += LOOK_MS) {
    const row = await db.row(
      { waiting: computed.int },
      sql`
      SELECT count(*)::int AS waiting FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    if (row!.waiting >= connections) return;
    await pause(LOOK_MS);
  }
  throw new Error(`No ${connections} connections came to wait for a lock.`);
}
