import { MAX_WEBHOOKS } from '#server/features/alerts/rules.ts';
import { beginAlerts } from '#server/features/alerts/store.ts';
import { type Db, sql } from '#server/platform/db.ts';
import { computed, pick, type RowOf, tables } from '#server/platform/rows.ts';

const listed = {
  ...pick(tables.alertWebhook, 'id', 'url', 'createdAt', 'pausedAt', 'disabledAt', 'disabledReason'),
  /** Until when the former secret signs, too; null once it is forgotten. */
  oldSecretUntil: computed.moment.orNull(),
};
export type ListedWebhook = RowOf<typeof listed>;

/** Webhooks of an account, oldest first. Secrets stay out. */
export function listWebhooks(db: Db, accountId: string): Promise<ListedWebhook[]> {
  return db.rows(
    listed,
    sql`
    SELECT id, url, "createdAt", "pausedAt", "disabledAt", "disabledReason",
      CASE WHEN "oldSecret" IS NOT NULL THEN "oldSecretUntil" END AS "oldSecretUntil" FROM alert_webhook
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
    const enabled = await tx.row(
      pick(tables.alertWebhook, 'disabledAt'),
      sql`
      SELECT "disabledAt" FROM alert_webhook WHERE id = ${id}::uuid AND "accountId" = ${accountId}::uuid FOR NO KEY UPDATE`,
    );
    if (!enabled) return false;
    if (enabled.disabledAt !== null) await dropWaiting(tx, id);
    await tx.run(sql`
      UPDATE alert_webhook SET "disabledAt" = NULL, "disabledReason" = NULL, "noticeDueAt" = NULL WHERE id = ${id}::uuid`);
    return true;
  });
}

/** Drops what waits for a webhook that is off. An event stored while it was switched off may wait, too. */
export async function dropWaiting(tx: Db, id: string): Promise<void> {
  await tx.run(sql`
    UPDATE alert_delivery SET "nextAttemptAt" = NULL, "lastError" = COALESCE("lastError", 'The webhook was switched off before this event was sent.')
    WHERE "webhookId" = ${id}::uuid AND "deliveredAt" IS NULL`);
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

/** Deletes former secrets whose overlap has ended; returns how many. The end stays: `rotateSecret` knows a form that is sent again by it. */
export function forgetOldSecrets(db: Db, now: Date): Promise<number> {
  return db.run(sql`
    UPDATE alert_webhook SET "oldSecret" = NULL WHERE "oldSecret" IS NOT NULL AND "oldSecretUntil" <= ${now}`);
}

const untold = {
  ...pick(tables.alertWebhook, 'id', 'accountId', 'url'),
  email: tables.account.email,
  reason: computed.text,
};
/** A webhook that was switched off, whose holder is still to be told. */
export type Untold = RowOf<typeof untold>;

/** Ids of webhooks whose holders are to be told now that they were switched off. */
export async function dueNotices(db: Db, now: Date): Promise<string[]> {
  const rows = await db.rows(
    pick(tables.alertWebhook, 'id'),
    sql`SELECT id FROM alert_webhook WHERE "noticeDueAt" <= ${now} ORDER BY "noticeDueAt", id`,
  );
  return rows.map(({ id }) => id);
}

/** Marks a due notice as sent and locks it until the transaction ends; null when it is not due or another worker holds it. */
export async function takeNotice(tx: Db, id: string, now: Date): Promise<Untold | null> {
  const row = await tx.row(
    untold,
    sql`
    SELECT w.id, w."accountId", w.url, a.email, COALESCE(w."disabledReason", '') AS reason
    FROM alert_webhook w JOIN account a ON a.id = w."accountId"
    WHERE w.id = ${id}::uuid AND w."noticeDueAt" <= ${now} FOR NO KEY UPDATE OF w SKIP LOCKED`,
  );
  if (row) await tx.run(sql`UPDATE alert_webhook SET "noticeDueAt" = NULL WHERE id = ${id}::uuid`);
  return row ?? null;
}

/** Puts a notice that could not be sent off until `dueAt`; gives it up where the webhook was switched off before `since`. */
export async function putOffNotice(
  db: Db,
  id: string,
  { dueAt, since }: { readonly dueAt: Date; readonly since: Date },
): Promise<void> {
  await db.run(sql`
    UPDATE alert_webhook SET "noticeDueAt" = CASE WHEN "disabledAt" >= ${since} THEN ${dueAt}::timestamptz END WHERE id = ${id}::uuid`);
}
