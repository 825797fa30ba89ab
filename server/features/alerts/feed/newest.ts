import type { Plan } from '#server/domain.ts';
import { alertOf, type EventRow } from '#server/features/alerts/events/rules.ts';
import { listEvents } from '#server/features/alerts/events/store.ts';
import { FEED_ITEMS } from '#server/features/alerts/feed/rules.ts';
import type { Alert } from '#server/features/alerts/schema.ts';
import type { Db } from '#server/platform/db.ts';

/** What a feed tells of an account's events, newest first: as many as it has room for, of those that may be told now. */
export async function newestAlerts(
  db: Db,
  accountId: string,
  { plan, webUrl }: { readonly plan: Plan; readonly webUrl: string },
): Promise<Alert[]> {
  const alerts: Alert[] = [];
  let last: EventRow | undefined;
  do {
    const rows = await listEvents(db, accountId, last ? { after: last } : 'all', FEED_ITEMS);
    alerts.push(...rows.flatMap((row) => alertOf(row, plan, webUrl) ?? []));
    last = rows[FEED_ITEMS - 1];
  } while (last && alerts.length < FEED_ITEMS);
  return alerts.slice(0, FEED_ITEMS);
}
