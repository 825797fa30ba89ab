import type { Sql } from 'sql-template-tag';
import type { Plan } from '#server/domain.ts';
import { TRIAL_DAYS } from '#server/features/plans/rules.ts';
import { ideaTables, visibleIdea, visibleShow } from '#server/features/visibility/store.ts';
import { utcDay } from '#server/platform/clock.ts';
import { type Db, sql } from '#server/platform/db.ts';
import { computed, type RowOf, tables } from '#server/platform/rows.ts';

/** The column that `effectivePlanSql` computes. */
export const effectivePlan = computed.text.as<Plan>();

/** The plan of account row `a` as of `now`: a running trial is Premium. One predicate for every reader. */
export function effectivePlanSql(now: Date | Sql) {
  return sql`CASE WHEN a.plan = 'premium' OR a."trialEndsAt" > ${now} THEN 'premium' ELSE 'free' END`;
}

const usage = {
  ideaReads: computed.int,
  asks: computed.int,
  savedIdeas: computed.int,
  followedTickers: computed.int,
  followedShows: computed.int,
  trialEndsAt: tables.account.trialEndsAt,
  plan: effectivePlan,
  paid: computed.bool,
};
export type Usage = RowOf<typeof usage>;

/** Locks an account's row until `tx` ends, so that what counts against a limit of it is decided one after the other. */
export async function lockAccount(tx: Db, accountId: string): Promise<void> {
  await tx.run(sql`SELECT 1 FROM account WHERE id = ${accountId}::uuid FOR NO KEY UPDATE`);
}

/**
 * `readUsage` with the account's row locked until `tx` ends. Whatever takes from a limit that is not daily reads here
 * and writes in the same transaction.
 */
export async function lockUsage(tx: Db, accountId: string, now: Date): Promise<Usage> {
  // A separate statement: one that waited for the lock would count from a snapshot older than its wait.
  await lockAccount(tx, accountId);
  return readUsage(tx, accountId, now);
}

/** Whether a row of ask_slot counts as a question of a UTC day as of `now`: it is answered, or its lease still runs. */
export function isAskOf(day: string, now: Date): Sql {
  return sql`day = ${day}::date AND ("answeredAt" IS NOT NULL OR "leaseEndsAt" > ${now})`;
}

/** What an account has used of each limit. Ideas and shows that were hidden since do not count. Throws when the account is gone. */
export async function readUsage(db: Db, accountId: string, now: Date): Promise<Usage> {
  const day = utcDay(now);
  const row = await db.row(
    usage,
    sql`
    SELECT ${effectivePlanSql(now)} AS plan, a.plan = 'premium' AS paid, a."trialEndsAt",
      (SELECT count(*)::int FROM idea_read WHERE "accountId" = a.id AND day = ${day}::date) AS "ideaReads",
      (SELECT count(*)::int FROM ask_slot WHERE "accountId" = a.id AND ${isAskOf(day, now)}) AS asks,
      (SELECT count(*)::int FROM ${ideaTables} JOIN saved_idea k ON k."ideaId" = i.id WHERE k."accountId" = a.id AND ${visibleIdea}) AS "savedIdeas",
      (SELECT count(*)::int FROM ticker_follow WHERE "accountId" = a.id) AS "followedTickers",
      (SELECT count(*)::int FROM show_follow f JOIN show s ON s.id = f."showId" WHERE f."accountId" = a.id AND ${visibleShow}) AS "followedShows"
    FROM account a WHERE a.id = ${accountId}::uuid`,
  );
  if (!row) throw new Error('The account is gone.');
  return row;
}

/** An account's plan as of `now`. Throws when the account is gone. */
export async function readPlan(db: Db, accountId: string, now: Date): Promise<Plan> {
  const row = await db.row(
    { plan: effectivePlan },
    sql`SELECT ${effectivePlanSql(now)} AS plan FROM account a WHERE a.id = ${accountId}::uuid`,
  );
  if (!row) throw new Error('The account is gone.');
  return row.plan;
}

/** Sets the plan; `free` also ends a trial. False for an unknown account. */
export async function setPlan(db: Db, accountId: string, plan: Plan): Promise<boolean> {
  return (
    (await db.run(sql`
    UPDATE account SET plan = ${plan}, "trialEndsAt" = CASE WHEN ${plan} = 'free' THEN NULL ELSE "trialEndsAt" END WHERE id = ${accountId}::uuid`)) >
    0
  );
}

/** Starts the account's only trial (`TRIAL_DAYS`); false when it has had one, or has Premium without an end. */
export async function startTrial(db: Db, accountId: string, now: Date): Promise<boolean> {
  return (
    (await db.run(sql`
    UPDATE account SET "trialStartedAt" = ${now}, "trialEndsAt" = ${now}::timestamptz + make_interval(days => ${TRIAL_DAYS})
    WHERE id = ${accountId}::uuid AND "trialStartedAt" IS NULL AND plan = 'free'`)) > 0
  );
}
