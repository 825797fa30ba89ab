import { idOrNull } from '#server/api/inputs.ts';
import { type QuietHours, quietHoursOf } from '#server/features/alerts/rules.ts';
import type { MailRhythm } from '#server/features/alerts/schema.ts';
import { type Db, sql } from '#server/platform/db.ts';
import { computed, pick, type RowOf, tables } from '#server/platform/rows.ts';

/** The columns that `quietOf` reads. */
export const quietColumns = {
  ...pick(tables.alertSetting, 'quietFrom', 'quietUntil'),
  timeZone: computed.text,
};

/** The quiet hours of a setting; null for none. */
export function quietOf(row: RowOf<typeof quietColumns>): QuietHours {
  return quietHoursOf({ from: row.quietFrom, until: row.quietUntil, timeZone: row.timeZone });
}

const settings = {
  mail: computed.text.as<MailRhythm>(),
  stanceChange: computed.bool,
  newIdeas: computed.bool,
  feedEnabled: computed.bool,
  feedSecret: tables.account.feedSecret,
  lastMailAt: tables.alertSetting.lastMailAt,
  ...quietColumns,
};
export type AlertSettings = RowOf<typeof settings>;

/** The alert settings of an account. The default is both kinds of events over no channel. */
export async function alertSettings(db: Db, accountId: string): Promise<AlertSettings> {
  return (await db.row(
    settings,
    sql`
    SELECT COALESCE(x.mail, 'off') AS mail, COALESCE(x."stanceChange", true) AS "stanceChange", COALESCE(x."newIdeas", true) AS "newIdeas",
      COALESCE(x."feedEnabled", false) AS "feedEnabled", a."feedSecret", x."lastMailAt",
      x."quietFrom", x."quietUntil", COALESCE(x."timeZone", 'UTC') AS "timeZone"
    FROM account a LEFT JOIN alert_setting x ON x."accountId" = a.id WHERE a.id = ${accountId}::uuid`,
  ))!;
}

/** True of a setting row `x` with at least one open channel: mail, feed or a running webhook. */
export const hasChannel = sql`(x.mail <> 'off' OR x."feedEnabled" OR EXISTS (
  SELECT 1 FROM alert_webhook w WHERE w."accountId" = x."accountId" AND w."disabledAt" IS NULL))`;

/** Whether an account is told of new ideas at all: they are wanted, and a channel is open. */
export async function tellsNewIdeas(db: Db, accountId: string): Promise<boolean> {
  const row = await db.row(
    { told: computed.bool },
    sql`
    SELECT EXISTS (
      SELECT 1 FROM alert_setting x WHERE x."accountId" = ${accountId}::uuid AND x."newIdeas" AND ${hasChannel}) AS told`,
  );
  return row!.told;
}

/**
 * Creates and locks the account's settings. If no channel is open, sets `since` to now. Call it in the transaction that
 * switches a channel on, before that.
 */
export async function beginAlerts(tx: Db, accountId: string, now: Date): Promise<void> {
  await tx.run(sql`
    INSERT INTO alert_setting ("accountId", since) VALUES (${accountId}::uuid, ${now}) ON CONFLICT ("accountId") DO NOTHING`);
  await tx.run(sql`SELECT 1 FROM alert_setting WHERE "accountId" = ${accountId}::uuid FOR UPDATE`);
  await tx.run(
    sql`UPDATE alert_setting x SET since = ${now} WHERE x."accountId" = ${accountId}::uuid AND NOT ${hasChannel}`,
  );
}

export type Wanted = {
  readonly mail: MailRhythm;
  readonly newIdeas: boolean;
  readonly stanceChange: boolean;
  readonly quiet: QuietHours;
};

/** Stores what to tell, the rhythm of the digest and the quiet hours. Mail that is switched on tells only later events. */
export function setWanted(db: Db, accountId: string, wanted: Wanted, now: Date): Promise<void> {
  return db.transaction(async (tx) => {
    await beginAlerts(tx, accountId, now);
    await tx.run(sql`
      UPDATE alert_setting SET "newIdeas" = ${wanted.newIdeas}, "stanceChange" = ${wanted.stanceChange},
        "mailSince" = CASE WHEN ${wanted.mail} = 'off' THEN NULL WHEN mail = 'off' THEN ${now}::timestamptz ELSE "mailSince" END,
        "lastMailAt" = CASE WHEN mail = 'off' THEN NULL ELSE "lastMailAt" END,
        "quietFrom" = ${wanted.quiet?.from ?? null}, "quietUntil" = ${wanted.quiet?.until ?? null},
        "timeZone" = ${wanted.quiet?.timeZone ?? 'UTC'}, "mailFailures" = 0, "mailRetryAt" = NULL, mail = ${wanted.mail}
      WHERE "accountId" = ${accountId}::uuid`);
  });
}

/** Ends the digest of an account and nothing else; false when there is no such account with alerts. */
export async function stopMail(db: Db, accountId: string): Promise<boolean> {
  const touched = await db.run(sql`
    UPDATE alert_setting SET mail = 'off', "mailSince" = NULL WHERE "accountId" = ${idOrNull(accountId)}::uuid`);
  return touched > 0;
}

/** Opens the personal feed under a new secret address; an earlier address stops answering. */
export function openFeed(db: Db, accountId: string, secret: string, now: Date): Promise<void> {
  return db.transaction(async (tx) => {
    await beginAlerts(tx, accountId, now);
    await tx.run(sql`UPDATE alert_setting SET "feedEnabled" = true WHERE "accountId" = ${accountId}::uuid`);
    await tx.run(sql`UPDATE account SET "feedSecret" = ${secret} WHERE id = ${accountId}::uuid`);
  });
}

/** Closes the personal feed and deletes its address. */
export function closeFeed(db: Db, accountId: string): Promise<void> {
  return db.transaction(async (tx) => {
    await tx.run(sql`UPDATE alert_setting SET "feedEnabled" = false WHERE "accountId" = ${accountId}::uuid`);
    await tx.run(sql`UPDATE account SET "feedSecret" = NULL WHERE id = ${accountId}::uuid`);
  });
}

/** The account whose open feed has this secret; null for any other text. */
export async function feedOwner(db: Db, secret: string): Promise<string | null> {
  const row = await db.row(
    pick(tables.account, 'id'),
    sql`
    SELECT a.id FROM account a JOIN alert_setting x ON x."accountId" = a.id WHERE a."feedSecret" = ${secret} AND x."feedEnabled"`,
  );
  return row?.id ?? null;
}

const trouble = { untakenDigests: computed.int, webhooksLatelyOff: computed.int };

/** How many accounts have a digest that no mail server took, and how many webhooks were switched off in the 30 days before `now`. */
export async function alertTrouble(db: Db, now: Date): Promise<RowOf<typeof trouble>> {
  return (await db.row(
    trouble,
    sql`
    SELECT (SELECT count(*)::int FROM alert_setting WHERE mail <> 'off' AND "mailFailures" > 0) AS "untakenDigests",
      (SELECT count(*)::int FROM alert_webhook WHERE "disabledAt" > ${now}::timestamptz - interval '30 days') AS "webhooksLatelyOff"`,
  ))!;
}

const counts = {
  mailing: computed.int,
  feeds: computed.int,
  webhooks: computed.int,
  webhooksOff: computed.int,
  events: computed.int,
  unmailed: computed.int,
  waiting: computed.int,
  overdueSince: computed.moment.orNull(),
};
export type AlertCounts = RowOf<typeof counts>;

/** How many accounts use each channel and what waits to be sent, for an operator. */
export async function alertCounts(db: Db, now: Date): Promise<AlertCounts> {
  return (await db.row(
    counts,
    sql`
    SELECT (SELECT count(*)::int FROM alert_setting WHERE mail <> 'off') AS mailing,
      (SELECT count(*)::int FROM alert_setting WHERE "feedEnabled") AS feeds,
      (SELECT count(*)::int FROM alert_webhook WHERE "disabledAt" IS NULL) AS webhooks,
      (SELECT count(*)::int FROM alert_webhook WHERE "disabledAt" IS NOT NULL) AS "webhooksOff",
      (SELECT count(*)::int FROM alert_event WHERE kind <> 'test') AS events,
      (SELECT count(*)::int FROM alert_event ev JOIN alert_setting x ON x."accountId" = ev."accountId"
        WHERE x.mail <> 'off' AND ev.kind <> 'test' AND ev."mailedAt" IS NULL AND ev."createdAt" >= x."mailSince") AS unmailed,
      (SELECT count(*)::int FROM alert_delivery WHERE "nextAttemptAt" IS NOT NULL AND "deliveredAt" IS NULL) AS waiting,
      (SELECT min(d."nextAttemptAt") FROM alert_delivery d JOIN alert_webhook w ON w.id = d."webhookId"
        WHERE d."nextAttemptAt" <= ${now} AND d."deliveredAt" IS NULL AND w."pausedAt" IS NULL) AS "overdueSince"`,
  ))!;
}
