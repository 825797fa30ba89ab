import { hashSessionToken } from '#server/features/accounts/signin/rules.ts';
import { normalEmail } from '#server/features/accounts/store.ts';
import { type Db, sql } from '#server/platform/db.ts';
import { pick, type RowOf, tables } from '#server/platform/rows.ts';

const signInAccount = pick(tables.account, 'id', 'email', 'emailVerified', 'name', 'image');
export type SignInAccount = RowOf<typeof signInAccount>;

const columns = sql`a.id, a.email, a."emailVerified", a.name, a.image`;

/** Creates the account of a new address, or returns the existing one when two requests race. */
export async function createSignInAccount(
  db: Db,
  given: Partial<SignInAccount> & { email: string },
  now: Date,
): Promise<SignInAccount> {
  return (await db.row(
    signInAccount,
    sql`
    INSERT INTO account AS a (email, "emailVerified", name, image, "createdAt")
    VALUES (${normalEmail(given.email)}, ${given.emailVerified ?? null}, ${given.name ?? null}, ${given.image ?? null}, ${now})
    ON CONFLICT (email) DO UPDATE SET "emailVerified" = COALESCE(a."emailVerified", excluded."emailVerified")
    RETURNING ${columns}`,
  ))!;
}

/** The account of an id as the sign-in library reads it; null when there is none. */
export async function signInAccountById(db: Db, id: string): Promise<SignInAccount | null> {
  return (
    (await db.row(signInAccount, sql`SELECT ${columns} FROM account a WHERE a.id = ${id}::uuid`)) ?? null
  );
}

/** The same by e-mail address. */
export async function signInAccountByEmail(db: Db, email: string): Promise<SignInAccount | null> {
  return (
    (await db.row(
      signInAccount,
      sql`SELECT ${columns} FROM account a WHERE a.email = ${normalEmail(email)}`,
    )) ?? null
  );
}

/** The same by a provider's account. */
export async function signInAccountByProvider(
  db: Db,
  provider: string,
  providerAccountId: string,
): Promise<SignInAccount | null> {
  return (
    (await db.row(
      signInAccount,
      sql`
      SELECT ${columns} FROM account a JOIN provider_link p ON p."accountId" = a.id
      WHERE p.provider = ${provider} AND p."providerAccountId" = ${providerAccountId}`,
    )) ?? null
  );
}

/** Stores what a sign-in proved or a provider told. Absent fields stay. */
export async function updateSignInAccount(
  db: Db,
  given: Partial<SignInAccount> & { id: string },
): Promise<SignInAccount> {
  return (await db.row(
    signInAccount,
    sql`
    UPDATE account a SET "emailVerified" = COALESCE(${given.emailVerified ?? null}, a."emailVerified"),
      name = COALESCE(${given.name ?? null}, a.name), image = COALESCE(${given.image ?? null}, a.image)
    WHERE a.id = ${given.id}::uuid RETURNING ${columns}`,
  ))!;
}

/** Links a provider's account to ours. The provider's tokens are not stored: nothing here calls the provider again. */
export async function linkProvider(
  db: Db,
  link: { accountId: string; type: string; provider: string; providerAccountId: string },
): Promise<void> {
  await db.run(sql`
    INSERT INTO provider_link ("accountId", type, provider, "providerAccountId")
    VALUES (${link.accountId}::uuid, ${link.type}, ${link.provider}, ${link.providerAccountId})
    ON CONFLICT DO NOTHING`);
}

/** Stores a session by the hash of its token. */
export async function createSession(
  db: Db,
  session: { token: string; accountId: string; expires: Date },
): Promise<void> {
  await db.run(sql`
    INSERT INTO session ("sessionToken", "accountId", expires)
    VALUES (${hashSessionToken(session.token)}, ${session.accountId}::uuid, ${session.expires})`);
}

/** The session with this token and its account; null when unknown. The caller checks `expires`. */
export async function findSession(
  db: Db,
  token: string,
): Promise<{ expires: Date; account: SignInAccount } | null> {
  const row = await db.row(
    { ...signInAccount, expires: tables.session.expires },
    sql`
    SELECT ${columns}, s.expires FROM session s JOIN account a ON a.id = s."accountId"
    WHERE s."sessionToken" = ${hashSessionToken(token)}`,
  );
  if (!row) return null;
  const { expires, ...account } = row;
  return { expires, account };
}

/** Ends one session; an unknown token changes nothing. */
export async function deleteSession(db: Db, token: string): Promise<void> {
  await db.run(sql`DELETE FROM session WHERE "sessionToken" = ${hashSessionToken(token)}`);
}

/** Ends every session of an account; returns how many there were. */
export function deleteAllSessions(db: Db, accountId: string): Promise<number> {
  return db.run(sql`DELETE FROM session WHERE "accountId" = ${accountId}::uuid`);
}

/** Stores a sign-in token and deletes expired ones. */
export async function createSignInToken(
  db: Db,
  token: { identifier: string; hash: string; expires: Date },
  now: Date,
): Promise<void> {
  await db.run(sql`DELETE FROM verification_token WHERE expires < ${now}`);
  await db.run(sql`
    INSERT INTO verification_token (identifier, token, expires)
    VALUES (${normalEmail(token.identifier)}, ${token.hash}, ${token.expires})`);
}

/** Takes a sign-in token, once; null when unknown or already used. */
export async function takeSignInToken(
  db: Db,
  identifier: string,
  hash: string,
): Promise<{ identifier: string; expires: Date } | null> {
  const row = await db.row(
    pick(tables.verificationToken, 'identifier', 'expires'),
    sql`
    DELETE FROM verification_token WHERE identifier = ${normalEmail(identifier)} AND token = ${hash}
    RETURNING identifier, expires`,
  );
  return row ?? null;
}
