import type { DeliveryId } from '#server/features/alerts/webhooks/tries/store.ts';
import { allowsLessThanAt } from '#server/features/owners/rights/store.ts';
import { currentIdea, ideaTables } from '#server/features/visibility/store.ts';
import { type Db, empty, sql } from '#server/platform/db.ts';
import { computed, pick, type RowOf, tables } from '#server/platform/rows.ts';

const logged = {
  ...pick(
    tables.alertDelivery,
    'eventId',
    'webhookId',
    'attempts',
    'resends',
    'lastAttemptAt',
    'lastStatus',
    'lastMs',
    'lastAnswer',
    'nextAttemptAt',
    'deliveredAt',
    'lastError',
  ),
  kind: tables.alertEvent.kind,
  at: tables.alertEvent.createdAt,
  /** Null also while the idea that it tells of is not listed, or its show lets less be quoted than when it was sent. */
  lastBody: computed.text.orNull(),
};
export type LoggedDelivery = RowOf<typeof logged>;

/** The idea that the body of delivery row `d` tells of. The event may have moved to another since. */
const toldIdea = sql`(d."lastBody"::jsonb #>> '{data,idea,id}')::uuid`;
const isShown = sql`(ev.kind = 'test' OR EXISTS (
  SELECT 1 FROM ${ideaTables} WHERE i.id = ${toldIdea} AND ${currentIdea} AND (${allowsLessThanAt(sql`d."lastAttemptAt"`)}) IS NOT TRUE))`;

const loggedColumns = sql`
  d."eventId", d."webhookId", ev.kind, ev."createdAt" AS at, d.attempts, d.resends, d."lastAttemptAt", d."lastStatus", d."lastMs", d."lastAnswer",
  d."nextAttemptAt", d."deliveredAt", d."lastError",
  CASE WHEN ${isShown} THEN d."lastBody" END AS "lastBody"`;

/** The newest deliveries of each webhook of an account, at most `limit` each. */
export function deliveryLog(db: Db, accountId: string, limit: number): Promise<LoggedDelivery[]> {
  return db.rows(
    logged,
    sql`
    SELECT l.* FROM alert_webhook w JOIN LATERAL (
      SELECT ${loggedColumns} FROM alert_delivery d JOIN alert_event ev ON ev.id = d."eventId"
      WHERE d."webhookId" = w.id ORDER BY ev."createdAt" DESC, ev.id LIMIT ${limit}) l ON true
    WHERE w."accountId" = ${accountId}::uuid ORDER BY l.at DESC, l."eventId"`,
  );
}

const deliveryTables = sql`
  alert_delivery d JOIN alert_event ev ON ev.id = d."eventId" JOIN alert_webhook w ON w.id = d."webhookId"`;

/** Where a page of deliveries ended. */
export type DeliveryPosition = DeliveryId & { readonly at: Date };

/** Deliveries over all webhooks of an account, newest event first, after a position; at most `limit`. */
export function listDeliveries(
  db: Db,
  accountId: string,
  after: DeliveryPosition | null,
  limit: number,
): Promise<LoggedDelivery[]> {
  return db.rows(
    logged,
    sql`
    SELECT ${loggedColumns} FROM ${deliveryTables} WHERE w."accountId" = ${accountId}::uuid
      ${after ? sql`AND (ev."createdAt", ev.id, w.id) < (${after.at}::timestamptz, ${after.eventId}::uuid, ${after.webhookId}::uuid)` : empty}
    ORDER BY ev."createdAt" DESC, ev.id DESC, w.id DESC LIMIT ${limit}`,
  );
}

/** One delivery of an account; undefined when it has none like that. */
export function findDelivery(
  db: Db,
  accountId: string,
  { eventId, webhookId }: DeliveryId,
): Promise<LoggedDelivery | undefined> {
  return db.row(
    logged,
    sql`
    SELECT ${loggedColumns} FROM ${deliveryTables}
    WHERE w."accountId" = ${accountId}::uuid AND d."eventId" = ${eventId}::uuid AND d."webhookId" = ${webhookId}::uuid`,
  );
}
