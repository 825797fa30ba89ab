import { idOrNull } from '#server/api/inputs.ts';
import type { Subscription } from '#server/features/plans/billing/rules.ts';
import { planOfStatus } from '#server/features/plans/billing/rules.ts';
import { type Db, sql } from '#server/platform/db.ts';
import { pick, type RowOf, tables } from '#server/platform/rows.ts';

const billed = {
  ...pick(tables.account, 'id', 'email'),
  customerId: tables.account.stripeCustomerId,
  subscriptionId: tables.account.stripeSubscriptionId,
  status: tables.account.stripeStatus,
  /** When the payment provider was asked for what is stored. */
  askedAt: tables.account.stripeEventAt,
};
export type BilledAccount = RowOf<typeof billed>;

const columns = sql`id, email, "stripeCustomerId" AS "customerId", "stripeSubscriptionId" AS "subscriptionId", "stripeStatus" AS status, "stripeEventAt" AS "askedAt"`;

/** What is stored of an account's subscription; null for an unknown account. */
export async function billedAccount(db: Db, accountId: string): Promise<BilledAccount | null> {
  return (await db.row(billed, sql`SELECT ${columns} FROM account WHERE id = ${accountId}::uuid`)) ?? null;
}

/** The account of a customer id, else of an account id, locked until the transaction ends; null when there is none. */
export async function holdAccount(
  tx: Db,
  { customerId, accountId }: { customerId: string; accountId: string | null },
): Promise<BilledAccount | null> {
  const byCustomer = await tx.row(
    billed,
    sql`SELECT ${columns} FROM account WHERE "stripeCustomerId" = ${customerId} FOR UPDATE`,
  );
  if (byCustomer || accountId === null) return byCustomer ?? null;
  const byId = await tx.row(
    billed,
    sql`SELECT ${columns} FROM account WHERE id = ${idOrNull(accountId)}::uuid FOR UPDATE`,
  );
  return byId ?? null;
}

/** Whether an event was handled before. */
export async function isNoted(db: Db, id: string): Promise<boolean> {
  return (await db.row(sql`SELECT 1 FROM stripe_event WHERE id = ${id}`)) !== undefined;
}

/** Notes an event as handled; false when it was before. Undone with the transaction. */
export async function noteEvent(
  tx: Db,
  event: { id: string; type: string; created: Date },
  now: Date,
): Promise<boolean> {
  return (
    (await tx.run(sql`
    INSERT INTO stripe_event (id, type, created, "receivedAt") VALUES (${event.id}, ${event.type}, ${event.created}, ${now})
    ON CONFLICT (id) DO NOTHING`)) > 0
  );
}

/** Writes a subscription as the provider told it when asked at `askedAt`, and the plan that it pays for. */
export async function writeSubscription(
  tx: Db,
  accountId: string,
  current: Subscription & { customerId: string },
  askedAt: Date,
): Promise<void> {
  await tx.run(sql`
    UPDATE account SET "stripeCustomerId" = ${current.customerId}, "stripeSubscriptionId" = ${current.id}, "stripeStatus" = ${current.status},
      "stripeEventAt" = ${askedAt}, plan = ${planOfStatus(current.status)} WHERE id = ${accountId}::uuid`);
}
