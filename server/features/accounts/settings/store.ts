import { endOwnershipsOfAccount } from '#server/features/owners/store.ts';
import { type Db, sql } from '#server/platform/db.ts';
import { computed, pick, type RowOf, tables } from '#server/platform/rows.ts';

const facts = {
  ...pick(
    tables.account,
    'email',
    'createdAt',
    'trialStartedAt',
    'trialEndsAt',
    'stripeCustomerId',
    'stripeStatus',
  ),
  sessions: computed.int,
  conversations: computed.int,
};
export type AccountFacts = RowOf<typeof facts>;

/** What settings show of an account, except its quotas. */
export async function accountFacts(db: Db, accountId: string, now: Date): Promise<AccountFacts> {
  return (await db.row(
    facts,
    sql`
    SELECT a.email, a."createdAt", a."trialStartedAt", a."trialEndsAt", a."stripeCustomerId", a."stripeStatus",
      (SELECT count(*)::int FROM session s WHERE s."accountId" = a.id AND s.expires > ${now}) AS sessions,
      (SELECT count(*)::int FROM conversation c WHERE c."accountId" = a.id) AS conversations
    FROM account a WHERE a.id = ${accountId}::uuid`,
  ))!;
}

/** Erases an account with all that belongs to it and ends its ownerships of shows. False when it was gone already. */
export async function deleteAccount(db: Db, accountId: string, now: Date): Promise<boolean> {
  return db.transaction(async (tx) => {
    await endOwnershipsOfAccount(tx, accountId, now);
    await tx.run(sql`UPDATE correction SET contact = NULL WHERE "accountId" = ${accountId}::uuid`);
    const row = await tx.row(
      pick(tables.account, 'email'),
      sql`DELETE FROM account WHERE id = ${accountId}::uuid RETURNING email`,
    );
    if (!row) return false;
    await tx.run(sql`DELETE FROM api_call WHERE "accountId" = ${accountId}::uuid`);
    await tx.run(sql`DELETE FROM verification_token WHERE identifier = ${row.email}`);
    await tx.run(sql`DELETE FROM outbox_mail WHERE "to" = ${row.email}`);
    await tx.run(sql`UPDATE correction SET contact = NULL WHERE lower(contact) = ${row.email}`);
    return true;
  });
}
