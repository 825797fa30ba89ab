import type { Subscription } from '#server/features/plans/billing/rules.ts';
import { planOfStatus } from '#server/features/plans/billing/rules.ts';
import { type Db, sql } from '#server/platform/db.ts';
import { pick, type RowOf, tables } from '#server/platform/rows.ts';

const billed = {
  ...pick(tables.account, 'id', 'email'),
  customerId: tables.account.stripeCustomerId,
  subscriptionId: tables.account.stripeSubscriptionId,
  status: tables.account.stripeStatus,
};
export type BilledAccount = RowOf<typeof billed>;

const columns = sql`id, email, "stripeCustomerId" AS "customerId", "stripeSubscriptionId" AS "subscriptionId", "stripeStatus" AS status`;

export async function billedAccount(db: Db, accountId: string): Promise<BilledAccount | null> {
  return (await db.row(billed, sql`SELECT ${columns} FROM account WHERE id = ${accountId}::uuid`)) ?? null;
}

/** The account that a customer or an account id of the provider's record names, held until the transaction ends. */
export async function holdAccount(
  tx: Db,
  told: { customerId: string; accountId: string | null },
): Promise<BilledAccount | null> {
  const byCustomer = await tx.row(
    billed,
    sql`SELECT ${columns} FROM account WHERE "stripeCustomerId" = ${told.customerId} FOR UPDATE`,
  );
  if (byCustomer || told.accountId === null) return byCustomer ?? null;
  const byId = await tx.row(
    billed,
    sql`SELECT ${columns} FROM account WHERE id::text = ${told.accountId} FOR UPDATE`,
  );
  return byId ?? null;
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

/** Writes a subscription's present state and the plan it pays for. */
export async function writeSubscription(
  tx: Db,
  accountId: string,
  told: Subscription & { customerId: string },
  now: Date,
): Promise<void> {
  await tx.run(sql`
    UPDATE account SET "stripeCustomerId" = ${told.customerId}, "stripeSubscriptionId" = ${told.id}, "stripeStatus" = ${told.status},
      "stripeEventAt" = ${now}, plan = ${planOfStatus(told.status)} WHERE id = ${accountId}::uuid`);
}
