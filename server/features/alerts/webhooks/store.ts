import type { Sql } from 'sql-template-tag';
import { MAX_WEBHOOKS } from '#server/features/alerts/rules.ts';
import { beginAlerts } from '#server/features/alerts/store.ts';
import { MAX_ATTEMPTS } from '#server/features/alerts/webhooks/rules.ts';
import { effectivePlan, effectivePlanSql } from '#server/features/plans/store.ts';
import { type Db, sql } from '#server/platform/db.ts';
import { computed, pick, type RowOf, tables } from '#server/platform/rows.ts';

const listed = {
  ...pick(tables.alertWebhook, 'id', 'url', 'createdAt', 'pausedAt', 'disabledAt', 'disabledReason'),
  ...pick(tables.alertWebhook, 'oldSecretUntil'),
};
export type ListedWebhook = RowOf<typeof listed>;

/** Webhooks of an account, oldest first. Secrets stay out. */
export function listWebhooks(db: Db, accountId: string): Promise<ListedWebhook[]> {
  return db.rows(
    listed,
    sql`
    SELECT id, url, "createdAt", "pausedAt", "disabledAt", "disabledReason", "oldSecretUntil" FROM alert_webhook
    WHERE "accountId" = ${accountId}::uuid ORDER BY "createdAt", id`,
  );
}

/** Adds a webhook and returns its id; null when the account has `MAX_WEBHOOKS` already or the id is taken. */
export function addWebhook(
  db: Db,
  accountId: string,
  webhook: { id?: string | undefined; url: string; secret: string },
  now: Date,
): Promise<string | null> {
  return db.transaction(async (tx) => {
    await beginAlerts(tx, accountId, now);
    const row = await tx.row(
      pick(tables.alertWebhook, 'id'),
      sql`
      INSERT INTO alert_webhook (id, "accountId", url, secret, "createdAt")
      SELECT COALESCE(${webhook.id ?? null}::uuid, gen_random_uuid()), ${accountId}::uuid, ${webhook.url}, ${webhook.secret}, ${now}::timestamptz
      WHERE (SELECT count(*) FROM alert_webhook WHERE "accountId" = ${accountId}::uuid) < ${MAX_WEBHOOKS}
      ON CONFLICT (id) DO NOTHING RETURNING id`,
    );
    return row?.id ?? null;
  });
}

/** Removes a webhook with its deliveries; false when the account has no such webhook. */
export async function removeWebhook(db: Db, accountId: string, id: string): Promise<boolean> {
  return (
    (await db.run(
      sql`DELETE FROM alert_webhook WHERE id = ${id}::uuid AND "accountId" = ${accountId}::uuid`,
    )) > 0
  );
}

/** Switches a webhook on again for later events; false when the account has no such webhook. */
export function enableWebhook(db: Db, accountId: string, id: string, now: Date): Promise<boolean> {
  return db.transaction(async (tx) => {
    await beginAlerts(tx, accountId, now);
    const touched = await tx.run(sql`
      UPDATE alert_webhook SET "disabledAt" = NULL, "disabledReason" = NULL WHERE id = ${id}::uuid AND "accountId" = ${accountId}::uuid`);
    return touched > 0;
  });
}

/** Pauses a webhook, or resumes it (`pausedAt` null); false when the account has no such webhook. */
export async function pauseWebhook(
  db: Db,
  accountId: string,
  { id, pausedAt }: { readonly id: string; readonly pausedAt: Date | null },
): Promise<boolean> {
  const touched = await db.run(sql`
    UPDATE alert_webhook SET "pausedAt" = ${pausedAt} WHERE id = ${id}::uuid AND "accountId" = ${accountId}::uuid`);
  return touched > 0;
}

/**
 * Replaces the secret of a webhook; the former one signs, too, until `overlapEnds`. Null when the account has no such
 * webhook, or a running overlap ends after `knownEnd`: the secret was replaced meanwhile.
 */
export async function rotateSecret(
  db: Db,
  accountId: string,
  rotation: {
    readonly id: string;
    readonly secret: string;
    readonly overlapEnds: Date;
    readonly knownEnd: Date;
  },
): Promise<{ readonly url: string } | null> {
  const row = await db.row(
    pick(tables.alertWebhook, 'url'),
    sql`
    UPDATE alert_webhook SET "oldSecret" = secret, "oldSecretUntil" = ${rotation.overlapEnds}, secret = ${rotation.secret}
    WHERE id = ${rotation.id}::uuid AND "accountId" = ${accountId}::uuid
      AND ("oldSecretUntil" IS NULL OR "oldSecretUntil" <= ${rotation.knownEnd}) RETURNING url`,
  );
  return row ?? null;
}

/** Deletes former secrets whose overlap has ended; returns how many. */
export function forgetOldSecrets(db: Db, now: Date): Promise<number> {
  return db.run(sql`
    UPDATE alert_webhook SET "oldSecret" = NULL, "oldSecretUntil" = NULL WHERE "oldSecretUntil" <= ${now}`);
}

/** Switches a webhook off and drops what waits for it. False when it was off already, so that only one caller mails its holder. */
export function disableWebhook(db: Db, id: string, reason: string, now: Date): Promise<boolean> {
  return db.transaction(async (tx) => {
    const touched = await tx.run(sql`
      UPDATE alert_webhook SET "disabledAt" = ${now}, "disabledReason" = ${reason} WHERE id = ${id}::uuid AND "disabledAt" IS NULL`);
    await tx.run(sql`
      UPDATE alert_delivery SET "nextAttemptAt" = NULL, "lastError" = COALESCE("lastError", 'The webhook was switched off before this event was sent.')
      WHERE "webhookId" = ${id}::uuid AND "deliveredAt" IS NULL`);
    return touched > 0;
  });
}

const attempt = {
  ...pick(tables.alertDelivery, 'eventId', 'webhookId'),
  accountId: tables.alertEvent.accountId,
  email: tables.account.email,
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
 * Leases the oldest due delivery of each webhook that runs, at most `limit` in all: each is due again at `leaseUntil`,
 * unless it is settled before.
 */
export function leaseDue(db: Db, now: Date, leaseUntil: Date, limit: number): Promise<Attempt[]> {
  const chosen = sql`
    SELECT d."eventId", d."webhookId" FROM alert_delivery d WHERE (d."eventId", d."webhookId") IN (
      SELECT DISTINCT ON (due."webhookId") due."eventId", due."webhookId" FROM alert_delivery due JOIN alert_webhook w ON w.id = due."webhookId"
      WHERE due."nextAttemptAt" <= ${now} AND due."deliveredAt" IS NULL AND w."disabledAt" IS NULL AND w."pausedAt" IS NULL
      ORDER BY due."webhookId", due."nextAttemptAt", due."eventId")
    AND d."nextAttemptAt" <= ${now} ORDER BY d."nextAttemptAt" LIMIT ${limit} FOR UPDATE SKIP LOCKED`;
  const leased = sql`
    WITH chosen AS MATERIALIZED (${chosen})
    UPDATE alert_delivery d SET "nextAttemptAt" = ${leaseUntil} FROM chosen c
    WHERE d."eventId" = c."eventId" AND d."webhookId" = c."webhookId" RETURNING d."eventId", d."webhookId", d.attempts`;
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
    SELECT d."eventId", d."webhookId", d.attempts FROM alert_delivery d JOIN alert_webhook w ON w.id = d."webhookId"
    WHERE w."accountId" = ${accountId}::uuid AND d."eventId" = ${eventId}::uuid AND d."webhookId" = ${webhookId}::uuid`;
  return (await attempts(db, chosen, now))[0] ?? null;
}

/** Reads what a try needs of the `chosen` deliveries: a statement that gives eventId, webhookId and attempts. */
function attempts(db: Db, chosen: Sql, now: Date): Promise<Attempt[]> {
  return db.rows(
    attempt,
    sql`
    WITH chosen AS (${chosen})
    SELECT c."eventId", c."webhookId", ev."accountId", a.email, ${effectivePlanSql(now)} AS plan, ev.kind, ev."createdAt" AS at, w.url, w.secret,
      CASE WHEN w."oldSecretUntil" > ${now} THEN w."oldSecret" END AS "oldSecret", LEAST(c.attempts + 1, ${MAX_ATTEMPTS})::int AS attempt
    FROM chosen c JOIN alert_event ev ON ev.id = c."eventId" JOIN alert_webhook w ON w.id = c."webhookId" JOIN account a ON a.id = ev."accountId"`,
  );
}

/** Counts a try just before it is sent: `attempts` of ours, `resends` that the holder asked for. */
export async function countTry(
  db: Db,
  { eventId, webhookId }: DeliveryId,
  of: 'attempts' | 'resends',
  now: Date,
): Promise<void> {
  const column = of === 'attempts' ? sql`attempts = attempts + 1` : sql`resends = resends + 1`;
  await db.run(sql`
    UPDATE alert_delivery SET ${column}, "lastAttemptAt" = ${now}
    WHERE "eventId" = ${eventId}::uuid AND "webhookId" = ${webhookId}::uuid`);
}

/** Ends a delivery that has nothing to send; how its last try ended stays. */
export async function dropDelivery(
  db: Db,
  { eventId, webhookId }: DeliveryId,
  reason: string,
): Promise<void> {
  await db.run(sql`
    UPDATE alert_delivery SET "nextAttemptAt" = NULL, "lastError" = ${reason}
    WHERE "eventId" = ${eventId}::uuid AND "webhookId" = ${webhookId}::uuid AND "deliveredAt" IS NULL`);
}

export type Settled = {
  readonly deliveredAt: Date | null;
  /** `unchanged` after a try that the holder asked for. */
  readonly nextAttemptAt: Date | null | 'unchanged';
  readonly status: number | null;
  readonly error: string | null;
  /** What was sent, how the answer began (null without one), and how long it took in milliseconds. */
  readonly sent: { readonly body: string; readonly answer: string | null; readonly ms: number };
};

/**
 * Stores how a try ended. There is no next try when the webhook was switched off meanwhile or another try has delivered
 * the event.
 */
export function settleAttempt(
  db: Db,
  { eventId, webhookId }: DeliveryId,
  { deliveredAt, nextAttemptAt, status, error, sent }: Settled,
): Promise<void> {
  return db.transaction(async (tx) => {
    // Locked: nobody may switch the webhook off between this read and the write.
    const on = await tx.row(
      sql`SELECT 1 FROM alert_webhook WHERE id = ${webhookId}::uuid AND "disabledAt" IS NULL FOR SHARE`,
    );
    const next =
      nextAttemptAt === 'unchanged' ? sql`"nextAttemptAt"` : sql`${on ? nextAttemptAt : null}::timestamptz`;
    await tx.run(sql`
      UPDATE alert_delivery SET "deliveredAt" = COALESCE(${deliveredAt}::timestamptz, "deliveredAt"),
        "nextAttemptAt" = CASE WHEN COALESCE(${deliveredAt}::timestamptz, "deliveredAt") IS NULL THEN ${next} END,
        "lastStatus" = ${status}, "lastError" = ${error},
        "lastBody" = ${sent.body}, "lastAnswer" = ${sent.answer}, "lastMs" = ${sent.ms}
      WHERE "eventId" = ${eventId}::uuid AND "webhookId" = ${webhookId}::uuid`);
  });
}
