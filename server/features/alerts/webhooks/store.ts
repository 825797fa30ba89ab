import { MAX_WEBHOOKS } from '#server/features/alerts/rules.ts';
import { beginAlerts } from '#server/features/alerts/store.ts';
import { MAX_ATTEMPTS } from '#server/features/alerts/webhooks/rules.ts';
import { effectivePlan, effectivePlanSql } from '#server/features/plans/store.ts';
import { type Db, sql } from '#server/platform/db.ts';
import { computed, pick, type RowOf, tables } from '#server/platform/rows.ts';

const listed = pick(tables.alertWebhook, 'id', 'url', 'createdAt', 'disabledAt', 'disabledReason');
export type ListedWebhook = RowOf<typeof listed>;

/** Webhooks of an account, oldest first. Secrets stay out. */
export function listWebhooks(db: Db, accountId: string): Promise<ListedWebhook[]> {
  return db.rows(
    listed,
    sql`
    SELECT id, url, "createdAt", "disabledAt", "disabledReason" FROM alert_webhook
    WHERE "accountId" = ${accountId}::uuid ORDER BY "createdAt", id`,
  );
}

/** Adds a webhook and returns its id; null when the account has as many as it may. */
export function addWebhook(
  db: Db,
  accountId: string,
  webhook: { url: string; secret: string },
  now: Date,
): Promise<string | null> {
  return db.transaction(async (tx) => {
    await beginAlerts(tx, accountId, now);
    const row = await tx.row(
      pick(tables.alertWebhook, 'id'),
      sql`
      INSERT INTO alert_webhook ("accountId", url, secret, "createdAt")
      SELECT ${accountId}::uuid, ${webhook.url}, ${webhook.secret}, ${now}::timestamptz
      WHERE (SELECT count(*) FROM alert_webhook WHERE "accountId" = ${accountId}::uuid) < ${MAX_WEBHOOKS} RETURNING id`,
    );
    return row?.id ?? null;
  });
}

/** Removes a webhook with its log; false when the account has no such one. */
export async function removeWebhook(db: Db, accountId: string, id: string): Promise<boolean> {
  return (
    (await db.run(
      sql`DELETE FROM alert_webhook WHERE id = ${id}::uuid AND "accountId" = ${accountId}::uuid`,
    )) > 0
  );
}

/** Switches a webhook on again for what comes after; false when the account has no such one. */
export function enableWebhook(db: Db, accountId: string, id: string, now: Date): Promise<boolean> {
  return db.transaction(async (tx) => {
    await beginAlerts(tx, accountId, now);
    const touched = await tx.run(sql`
      UPDATE alert_webhook SET "disabledAt" = NULL, "disabledReason" = NULL WHERE id = ${id}::uuid AND "accountId" = ${accountId}::uuid`);
    return touched > 0;
  });
}

/** Switches a webhook off and drops what waits for it; false when it was off already, so that only one tells so. */
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
  /** From 1. */
  attempt: computed.int,
};
/** One try that was begun: counted, and due again after the lease unless it is settled. */
export type Attempt = RowOf<typeof attempt>;

/** Begins the oldest due delivery of each webhook, at most `limit` in all; `leaseUntil` is when a lost try is due again. */
export function beginAttempts(db: Db, now: Date, leaseUntil: Date, limit: number): Promise<Attempt[]> {
  return begin(
    db,
    sql`
      SELECT d."eventId", d."webhookId" FROM alert_delivery d WHERE (d."eventId", d."webhookId") IN (
        SELECT DISTINCT ON (due."webhookId") due."eventId", due."webhookId" FROM alert_delivery due JOIN alert_webhook w ON w.id = due."webhookId"
        WHERE due."nextAttemptAt" <= ${now} AND due."deliveredAt" IS NULL AND w."disabledAt" IS NULL
        ORDER BY due."webhookId", due."nextAttemptAt", due."eventId")
      AND d."nextAttemptAt" <= ${now} ORDER BY d."nextAttemptAt" LIMIT ${limit} FOR UPDATE SKIP LOCKED`,
    now,
    leaseUntil,
  );
}

/** Makes a test event of a webhook and begins its only try; null when the account has no such webhook. */
export function beginTest(db: Db, accountId: string, webhookId: string, now: Date): Promise<Attempt | null> {
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
    const chosen = sql`SELECT ${event.id}::uuid AS "eventId", ${webhookId}::uuid AS "webhookId"`;
    return (await begin(tx, chosen, now, null))[0] ?? null;
  });
}

function begin(
  db: Db,
  chosen: ReturnType<typeof sql>,
  now: Date,
  leaseUntil: Date | null,
): Promise<Attempt[]> {
  return db.rows(
    attempt,
    sql`
    WITH chosen AS (${chosen}), begun AS (
      UPDATE alert_delivery d SET attempts = d.attempts + 1, "lastAttemptAt" = ${now}::timestamptz, "nextAttemptAt" = ${leaseUntil}::timestamptz
      FROM chosen c WHERE d."eventId" = c."eventId" AND d."webhookId" = c."webhookId"
      RETURNING d."eventId", d."webhookId", d.attempts)
    SELECT b."eventId", b."webhookId", ev."accountId", a.email, ${effectivePlanSql(now)} AS plan, ev.kind, ev."createdAt" AS at, w.url, w.secret,
      LEAST(b.attempts, ${MAX_ATTEMPTS})::int AS attempt
    FROM begun b JOIN alert_event ev ON ev.id = b."eventId" JOIN alert_webhook w ON w.id = b."webhookId" JOIN account a ON a.id = ev."accountId"`,
  );
}

export type Settled = {
  readonly deliveredAt: Date | null;
  readonly nextAttemptAt: Date | null;
  readonly status: number | null;
  readonly error: string | null;
};

/** Writes how a try ended. There is no next one when the webhook was switched off while this one was made. */
export function settleAttempt(
  db: Db,
  { eventId, webhookId }: Pick<Attempt, 'eventId' | 'webhookId'>,
  settled: Settled,
): Promise<void> {
  return db.transaction(async (tx) => {
    // Held, so that it cannot be switched off between the look and the write.
    const on = await tx.row(
      sql`SELECT 1 FROM alert_webhook WHERE id = ${webhookId}::uuid AND "disabledAt" IS NULL FOR SHARE`,
    );
    await tx.run(sql`
      UPDATE alert_delivery SET "deliveredAt" = ${settled.deliveredAt}, "nextAttemptAt" = ${on ? settled.nextAttemptAt : null},
        "lastStatus" = ${settled.status}, "lastError" = ${settled.error}
      WHERE "eventId" = ${eventId}::uuid AND "webhookId" = ${webhookId}::uuid`);
  });
}

const logged = {
  ...pick(
    tables.alertDelivery,
    'eventId',
    'webhookId',
    'attempts',
    'lastAttemptAt',
    'lastStatus',
    'nextAttemptAt',
    'deliveredAt',
    'lastError',
  ),
  kind: tables.alertEvent.kind,
  at: tables.alertEvent.createdAt,
};
export type LoggedDelivery = RowOf<typeof logged>;

/** The newest deliveries of each of an account's webhooks, at most `limit` a webhook. */
export function deliveryLog(db: Db, accountId: string, limit: number): Promise<LoggedDelivery[]> {
  return db.rows(
    logged,
    sql`
    SELECT d."eventId", d."webhookId", d.kind, d.at, d.attempts, d."lastAttemptAt", d."lastStatus", d."nextAttemptAt", d."deliveredAt", d."lastError"
    FROM alert_webhook w JOIN LATERAL (
      SELECT x.*, ev.kind, ev."createdAt" AS at FROM alert_delivery x JOIN alert_event ev ON ev.id = x."eventId"
      WHERE x."webhookId" = w.id ORDER BY ev."createdAt" DESC, ev.id LIMIT ${limit}) d ON true
    WHERE w."accountId" = ${accountId}::uuid ORDER BY d.at DESC, d."eventId"`,
  );
}
