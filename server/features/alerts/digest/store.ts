import type { MailRhythm } from '#server/features/alerts/schema.ts';
import { quietColumns } from '#server/features/alerts/store.ts';
import { effectivePlan, effectivePlanSql } from '#server/features/plans/store.ts';
import { type Db, sql } from '#server/platform/db.ts';
import { pick, type RowOf, tables } from '#server/platform/rows.ts';

const subscriber = {
  ...pick(tables.alertSetting, 'accountId', 'mailSince', 'lastMailAt', 'mailRetryAt', 'mailFailures'),
  mail: tables.alertSetting.mail.as<MailRhythm>(),
  email: tables.account.email,
  plan: effectivePlan,
  ...quietColumns,
  timeZone: tables.alertSetting.timeZone,
};
export type Subscriber = RowOf<typeof subscriber>;

/** Accounts with events that no digest has told yet. `digestUntil` says whether one is due now. */
export async function waitingSubscribers(db: Db): Promise<string[]> {
  const rows = await db.rows(
    { id: tables.alertSetting.accountId },
    sql`
    SELECT x."accountId" AS id FROM alert_setting x WHERE x.mail <> 'off' AND EXISTS (
      SELECT 1 FROM alert_event ev WHERE ev."accountId" = x."accountId" AND ev."mailedAt" IS NULL AND ev.kind <> 'test'
        AND ev."createdAt" >= x."mailSince")
    ORDER BY x."accountId"`,
  );
  return rows.map((row) => row.id);
}

/** Locks an account's setting until the transaction ends. Null when another worker holds the lock or mail is off. */
export async function holdSubscriber(tx: Db, accountId: string, now: Date): Promise<Subscriber | null> {
  const row = await tx.row(
    subscriber,
    sql`
    SELECT x."accountId", a.email, ${effectivePlanSql(now)} AS plan, x.mail, x."mailSince", x."lastMailAt", x."mailRetryAt", x."mailFailures",
      x."quietFrom", x."quietUntil", x."timeZone"
    FROM alert_setting x JOIN account a ON a.id = x."accountId"
    WHERE x."accountId" = ${accountId}::uuid AND x.mail <> 'off' FOR UPDATE OF x SKIP LOCKED`,
  );
  return row ?? null;
}

/** Notes a sent digest and forgets earlier failures. */
export async function markDigest(tx: Db, accountId: string, now: Date): Promise<void> {
  await tx.run(sql`
    UPDATE alert_setting SET "lastMailAt" = ${now}, "mailFailures" = 0, "mailRetryAt" = NULL WHERE "accountId" = ${accountId}::uuid`);
}

/** Counts a failed digest and puts its next try off until `retryAt`. */
export async function markMailFailure(db: Db, accountId: string, retryAt: Date): Promise<void> {
  await db.run(sql`
    UPDATE alert_setting SET "mailFailures" = "mailFailures" + 1, "mailRetryAt" = ${retryAt} WHERE "accountId" = ${accountId}::uuid`);
}
