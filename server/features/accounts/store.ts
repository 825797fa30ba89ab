import type { Sql } from 'sql-template-tag';
import { effectivePlan, effectivePlanSql } from '#server/features/plans/store.ts';
import { type Db, sql } from '#server/platform/db.ts';
import { computed, pick, type RowOf, tables } from '#server/platform/rows.ts';

const accountRecord = {
  ...pick(tables.account, 'id', 'email', 'trialEndsAt', 'createdAt'),
  plan: effectivePlan,
};
export type AccountRecord = RowOf<typeof accountRecord>;

/** Creates the account of an e-mail address, or returns the existing one; `created` says which. */
export async function upsertAccount(
  db: Db,
  email: string,
  now: Date,
): Promise<AccountRecord & { created: boolean }> {
  const row = await db.row(
    { created: computed.bool },
    sql`
    INSERT INTO account (email, "createdAt") VALUES (${normalEmail(email)}, ${now})
    ON CONFLICT (email) DO UPDATE SET email = account.email RETURNING (xmax = 0) AS created`,
  );
  return { ...(await findAccount(db, email, now))!, created: row!.created };
}

/** The account of an e-mail address as of `now`; null when there is none. */
export function findAccount(db: Db, email: string, now: Date): Promise<AccountRecord | null> {
  return accountWhere(db, sql`a.email = ${normalEmail(email)}`, now);
}

/** The account of an id as of `now`; null when there is none. */
export function findAccountById(db: Db, id: string, now: Date): Promise<AccountRecord | null> {
  return accountWhere(db, sql`a.id = ${id}::uuid`, now);
}

async function accountWhere(db: Db, which: Sql, now: Date): Promise<AccountRecord | null> {
  const row = await db.row(
    accountRecord,
    sql`
    SELECT a.id, a.email, ${effectivePlanSql(now)} AS plan, a."trialEndsAt", a."createdAt" FROM account a WHERE ${which}`,
  );
  return row ?? null;
}

/** An address as it is stored and compared. */
export function normalEmail(email: string): string {
  return email.trim().toLowerCase();
}
