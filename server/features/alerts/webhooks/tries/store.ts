import type { Sql } from 'sql-template-tag';
import { MAX_ATTEMPTS } from '#server/features/alerts/webhooks/rules.ts';
import { dropWaiting } from '#server/features/alerts/webhooks/store.ts';
import { effectivePlan, effectivePlanSql } from '#server/features/plans/store.ts';
import { type Db, sql } from '#server/platform/db.ts';
import { computed, pick, type RowOf, tables } from '#server/platform/rows.ts';

const attempt = {
  ...pick(tables.alertDelivery, 'eventId', 'webhookId'),
  accountId: tables.alertEvent.accountId,
  plan: effectivePlan,
  kind: tables.alertEvent.kind,
  at: tables.alertEvent.createdAt,
  ...pick(tables.alertWebhook, 'url', 'secret'),
  /** The former secret while it still signs. */
  oldSecret: computed.text.orNull(),
  /** The number that the next try of ours has, from 1. */
  attempt: computed.int,
};
/** A delivery that may be sent now, with what a try needs. */
export type Attempt = RowOf<typeof attempt>;

/**
 * Leases webhooks that run, at most `limit`, each with the delivery of its oldest event that is due: nobody else sends to the
 * webhook, nor is the delivery due again, until `leaseUntil`, unless the try is settled before.
 */
export function leaseDue(db: Db, now: Date, leaseUntil: Date, limit: number): Promise<Attempt[]> {
  const free = sql`
    SELECT w.id, first."eventId" FROM alert_webhook w CROSS JOIN LATERAL (
      SELECT due."eventId", due."nextAttemptAt" FROM alert_delivery due JOIN alert_event ev ON ev.id = due."eventId"
      WHERE due."webhookId" = w.id AND due."nextAttemptAt" <= ${now} AND due."deliveredAt" IS NULL
      ORDER BY ev."createdAt", ev.id LIMIT 1) first
    WHERE w.id IN (SELECT "webhookId" FROM alert_delivery WHERE "nextAttemptAt" <= ${now} AND "deliveredAt" IS NULL)
      AND w."disabledAt" IS NULL AND w."pausedAt" IS NULL AND (w."leasedUntil" IS NULL OR w."leasedUntil" <= ${now})
    ORDER BY first."nextAttemptAt" LIMIT ${limit} FOR NO KEY UPDATE OF w SKIP LOCKED`;
  const leased = sql`
    free AS MATERIALIZED (${free}), chosen AS (
      UPDATE alert_delivery d SET "nextAttemptAt" = ${leaseUntil} FROM free
      WHERE d."eventId" = free."eventId" AND d."webhookId" = free.id AND d."nextAttemptAt" <= ${now}
      RETURNING d."eventId", d."webhookId", d.attempts),
    held AS (UPDATE alert_webhook w SET "leasedUntil" = ${leaseUntil} FROM chosen WHERE w.id = chosen."webhookId")`;
  return attempts(db, leased, now);
}

/** Makes a test event of a webhook with a delivery that is never due by itself; null when the account has no such webhook. */
export function addTest(db: Db, accountId: string, webhookId: string, now: Date): Promise<Attempt | null> {
  return db.transaction(async (tx) => {
    const event = await tx.row(
      pick(tables.alertEvent, 'id'),
      sql`
      INSERT INTO alert_event ("accountId", kind, "eventKey", payload, "createdAt")
      SELECT w."accountId", 'test', 'test:' || gen_random_uuid(), '{}'::jsonb, ${now}::timestamptz FROM alert_webhook w
      WHERE w.id = ${webhookId}::uuid AND w."accountId" = ${accountId}::uuid RETURNING id`,
    );
    if (!event) return null;
    await tx.run(sql`
      INSERT INTO alert_delivery ("eventId", "webhookId") VALUES (${event.id}::uuid, ${webhookId}::uuid)`);
    return findAttempt(tx, accountId, { eventId: event.id, webhookId }, now);
  });
}

export type DeliveryId = { readonly eventId: string; readonly webhookId: string };

/** A delivery of the account, whatever became of it; null when it has no such one. */
export async function findAttempt(
  db: Db,
  accountId: string,
  { eventId, webhookId }: DeliveryId,
  now: Date,
): Promise<Attempt | null> {
  const chosen = sql`
    chosen AS (
      SELECT d."eventId", d."webhookId", d.attempts FROM alert_delivery d JOIN alert_webhook w ON w.id = d."webhookId"
      WHERE w."accountId" = ${accountId}::uuid AND d."eventId" = ${eventId}::uuid AND d."webhookId" = ${webhookId}::uuid)`;
  return (await attempts(db, chosen, now))[0] ?? null;
}

/** Reads what a try needs of deliveries, that `WITH` names `chosen`: eventId, webhookId and attempts. */
function attempts(db: Db, withChosen: Sql, now: Date): Promise<Attempt[]> {
  return db.rows(
    attempt,
    sql`
    WITH ${withChosen}
    SELECT c."eventId", c."webhookId", ev."accountId", ${effectivePlanSql(now)} AS plan, ev.kind, ev."createdAt" AS at, w.url, w.secret,
      CASE WHEN w."oldSecretUntil" > ${now} THEN w."oldSecret" END AS "oldSecret", LEAST(c.attempts + 1, ${MAX_ATTEMPTS})::int AS attempt
    FROM chosen c JOIN alert_event ev ON ev.id = c."eventId" JOIN alert_webhook w ON w.id = c."webhookId" JOIN account a ON a.id = ev."accountId"`,
  );
}

/** A try that is about to be sent: of ours (`attempts`), or one that the holder asked for (`resends`). */
export type Try = { readonly counted: 'attempts' | 'resends'; readonly body: string; readonly at: Date };

/** Counts a try just before it is sent, and keeps what it sends: a crash leaves no older body under the newer time. */
export async function countTry(
  db: Db,
  { eventId, webhookId }: DeliveryId,
  { counted, body, at }: Try,
): Promise<void> {
  const column = counted === 'attempts' ? sql`attempts = attempts + 1` : sql`resends = resends + 1`;
  await db.run(sql`
    UPDATE alert_delivery SET ${column}, "lastAttemptAt" = ${at}, "lastBody" = ${body}
    WHERE "eventId" = ${eventId}::uuid AND "webhookId" = ${webhookId}::uuid`);
}

/** Ends a leased delivery that has nothing to send; how its last try ended stays. */
export function dropDelivery(db: Db, { eventId, webhookId }: DeliveryId, reason: string): Promise<void> {
  return db.transaction(async (tx) => {
    await tx.run(sql`
      UPDATE alert_delivery SET "nextAttemptAt" = NULL, "lastError" = ${reason}
      WHERE "eventId" = ${eventId}::uuid AND "webhookId" = ${webhookId}::uuid AND "deliveredAt" IS NULL`);
    await endLease(tx, webhookId);
  });
}

async function endLease(tx: Db, webhookId: string): Promise<void> {
  await tx.run(sql`UPDATE alert_webhook SET "leasedUntil" = NULL WHERE id = ${webhookId}::uuid`);
}

export type Settled = {
  readonly deliveredAt: Date | null;
  /** `unchanged` after a try that the holder asked for, which holds no lease. */
  readonly nextAttemptAt: Date | null | 'unchanged';
  readonly status: number | null;
  readonly error: string | null;
  /** How the answer began (null without one), and how long it took in milliseconds. */
  readonly answered: { readonly text: string | null; readonly ms: number };
};

/** Why a try switches its webhook off, and when. */
export type SwitchOff = { readonly reason: string; readonly at: Date };

/**
 * Stores how a try ended, and switches the webhook `off` where it ended so. There is no next try when the webhook was switched
 * off meanwhile or another try has delivered the event.
 */
export function settleAttempt(
  db: Db,
  { eventId, webhookId }: DeliveryId,
  { deliveredAt, nextAttemptAt, status, error, answered }: Settled,
  off: SwitchOff | null = null,
): Promise<void> {
  return db.transaction(async (tx) => {
    // Locked: nobody may switch the webhook off between this read and the write.
    const on = await tx.row(
      sql`SELECT 1 FROM alert_webhook WHERE id = ${webhookId}::uuid AND "disabledAt" IS NULL FOR NO KEY UPDATE`,
    );
    const next =
      nextAttemptAt === 'unchanged' ? sql`"nextAttemptAt"` : sql`${on ? nextAttemptAt : null}::timestamptz`;
    await tx.run(sql`
      UPDATE alert_delivery SET "deliveredAt" = COALESCE(${deliveredAt}::timestamptz, "deliveredAt"),
        "nextAttemptAt" = CASE WHEN COALESCE(${deliveredAt}::timestamptz, "deliveredAt") IS NULL THEN ${next} END,
        "lastStatus" = ${status}, "lastError" = ${error},
        "lastAnswer" = ${answered.text}, "lastMs" = ${answered.ms}
      WHERE "eventId" = ${eventId}::uuid AND "webhookId" = ${webhookId}::uuid`);
    if (nextAttemptAt !== 'unchanged') await endLease(tx, webhookId);
    if (on && off) await switchOff(tx, webhookId, off);
  });
}

/** Switches a webhook off, drops what waits for it, and has its holder told. */
async function switchOff(tx: Db, id: string, { reason, at }: SwitchOff): Promise<void> {
  await tx.run(sql`
    UPDATE alert_webhook SET "disabledAt" = ${at}, "disabledReason" = ${reason}, "noticeDueAt" = ${at} WHERE id = ${id}::uuid`);
  await dropWaiting(tx, id);
}
