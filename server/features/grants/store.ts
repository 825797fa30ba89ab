import type { Sql } from 'sql-template-tag';
import type { KeyRecord } from '#server/api/access.ts';
import { idOrNull } from '#server/api/inputs.ts';
import type { Scope } from '#server/api/scopes.ts';
import type { KeyEnv, Plan } from '#server/domain.ts';
import { recordId } from '#server/features/grants/rules.ts';
import { isTouchDue, noteUse } from '#server/features/keys/store.ts';
import { effectivePlan, effectivePlanSql } from '#server/features/plans/store.ts';
import { type Db, sql } from '#server/platform/db.ts';
import { computed, pick, type RowOf, tables } from '#server/platform/rows.ts';

export type NewGrant = {
  readonly id: string;
  readonly accountId: string;
  readonly clientId: string;
  readonly clientName: string;
  readonly clientHost: string;
  readonly scopes: readonly Scope[];
  readonly createdAt: Date;
  readonly expiresAt: Date;
};

/** Stores what an account holder allowed a client. Deciding again on the same request replaces the scopes. */
export async function insertGrant(db: Db, grant: NewGrant): Promise<void> {
  await db.run(sql`
    INSERT INTO oauth_grant (id, "accountId", "clientId", "clientName", "clientHost", scopes, "createdAt", "expiresAt")
    VALUES (${grant.id}::uuid, ${grant.accountId}::uuid, ${grant.clientId}, ${grant.clientName}, ${grant.clientHost},
      ${[...grant.scopes]}::text[], ${grant.createdAt}, ${grant.expiresAt})
    ON CONFLICT (id) DO UPDATE SET scopes = excluded.scopes WHERE oauth_grant."revokedAt" IS NULL`);
}

const listedGrant = {
  ...pick(
    tables.oauthGrant,
    'id',
    'clientName',
    'clientHost',
    'createdAt',
    'lastUsedAt',
    'expiresAt',
    'revokedAt',
  ),
  scopes: tables.oauthGrant.scopes.as<Scope[]>(),
};
export type ListedGrant = RowOf<typeof listedGrant>;

/** The connections of an account, newest first. One whose code was never exchanged for a token is none yet. */
export function listGrants(db: Db, accountId: string): Promise<ListedGrant[]> {
  return db.rows(
    listedGrant,
    sql`
    SELECT id, "clientName", "clientHost", "createdAt", "lastUsedAt", "expiresAt", "revokedAt", scopes
    FROM oauth_grant g WHERE "accountId" = ${accountId}::uuid AND (
      "lastUsedAt" IS NOT NULL OR "revokedAt" IS NOT NULL OR EXISTS (
        SELECT 1 FROM oauth_record r WHERE r."grantId" = g.id AND r.kind IN ('AccessToken', 'RefreshToken')))
    ORDER BY "createdAt" DESC, id`,
  );
}

/** Ends a connection with all its tokens; false when the account has no such active connection. */
export function revokeGrant(
  db: Db,
  { id, accountId }: { readonly id: string; readonly accountId: string },
  now: Date,
): Promise<boolean> {
  return endGrant(db, id, now, sql`"accountId" = ${accountId}::uuid`);
}

/** The same of whatever account: the authorization server knows whose it is by the token that it was given. */
export function endGrant(db: Db, id: string, now: Date, among: Sql = sql`true`): Promise<boolean> {
  return db.transaction(async (tx) => {
    const ended = await tx.run(sql`
      UPDATE oauth_grant SET "revokedAt" = ${now} WHERE id = ${idOrNull(id)}::uuid AND "revokedAt" IS NULL AND ${among}`);
    if (ended > 0) await deleteRecordsOfGrant(tx, id);
    return ended > 0;
  });
}

const tokenHolder = {
  ...pick(tables.oauthGrant, 'id', 'createdAt', 'lastUsedAt', 'expiresAt', 'accountId'),
  name: tables.oauthGrant.clientName,
  scope: computed.text,
  plan: effectivePlan,
  touch: computed.bool,
};

/** What stands for a key's prefix, so that connections can be told apart (docs/contract.md, Profile 9). */
const prefixOf = (grantId: string) => `oauth_${grantId.slice(0, 8)}`;

/**
 * The account and scopes of an access token as of `now`, in the form of a connector key. Null when the token is unknown
 * or expired, or its connection was revoked.
 */
export async function findTokenHolder(
  db: Db,
  text: string,
  env: KeyEnv,
  now: Date,
): Promise<{ readonly accountId: string; readonly plan: Plan; readonly key: KeyRecord } | null> {
  const row = await db.row(
    tokenHolder,
    sql`
    SELECT g.id, g."createdAt", g."lastUsedAt", g."expiresAt", g."accountId", g."clientName" AS name,
           COALESCE(t.payload->>'scope', '') AS scope, ${effectivePlanSql(now)} AS plan,
           ${isTouchDue(sql`g."lastUsedAt"`, now)} AS touch
    FROM oauth_record t JOIN oauth_grant g ON g.id = t."grantId" JOIN account a ON a.id = g."accountId"
    WHERE t.kind = 'AccessToken' AND t.id = ${recordId('AccessToken', text)} AND t."expiresAt" > ${now}
      AND g."revokedAt" IS NULL AND g."expiresAt" > ${now}`,
  );
  if (!row) return null;
  if (row.touch) await noteUse(db, sql`oauth_grant`, row.id, now);
  const { accountId, plan, touch, scope, ...known } = row;
  const key = {
    ...known,
    env,
    keyPrefix: prefixOf(known.id),
    scopes: scope.split(' ').filter(Boolean) as Scope[],
    ...(touch ? { lastUsedAt: now } : {}),
  };
  return { accountId, plan, key };
}

type Payload = Record<string, unknown>;
const recordPayload = { payload: tables.oauthRecord.payload.as<Payload>() };

/**
 * Stores a record of the authorization server, replacing one of the same name. A refresh token is stored once: of two
 * refreshes at once, the second finds the successor that the first made, and leaves it as it is.
 */
export async function upsertRecord(
  db: Db,
  record: { kind: string; id: string; payload: Payload; expiresAt: Date | null; grantId: string | null },
): Promise<void> {
  const { kind, id, grantId, expiresAt } = record;
  const { jti: _name, ...payload } = record.payload;
  await db.run(sql`
    INSERT INTO oauth_record (kind, id, "grantId", uid, payload, "expiresAt")
    VALUES (${kind}, ${recordId(kind, id)}, ${grantId}::uuid, ${(payload.uid as string) ?? null}, ${JSON.stringify(payload)}::jsonb, ${expiresAt})
    ON CONFLICT (kind, id) DO UPDATE
    SET "grantId" = excluded."grantId", uid = excluded.uid, payload = excluded.payload, "expiresAt" = excluded."expiresAt"
    WHERE oauth_record.kind <> 'RefreshToken'`);
}

/** The payload of a record; undefined when there is none. Expiry is the authorization server's to check. */
export async function findRecord(db: Db, kind: string, id: string): Promise<Payload | undefined> {
  const row = await db.row(
    recordPayload,
    sql`SELECT payload FROM oauth_record WHERE kind = ${kind} AND id = ${recordId(kind, id)}`,
  );
  return row && { ...row.payload, jti: id };
}

/** The same by the `uid` of an interaction or session. */
export async function findRecordByUid(db: Db, kind: string, uid: string): Promise<Payload | undefined> {
  const row = await db.row(
    { ...recordPayload, id: tables.oauthRecord.id },
    sql`SELECT id, payload FROM oauth_record WHERE kind = ${kind} AND uid = ${uid}`,
  );
  return row && { ...row.payload, jti: row.id };
}

/**
 * Marks a code or refresh token as used at `now` (seconds since 1970); false when it was first used `again` seconds ago or
 * more, so that with `again` 0 only one of two calls at once succeeds.
 */
export async function consumeRecord(
  db: Db,
  kind: string,
  id: string,
  now: number,
  again: number,
): Promise<boolean> {
  const used = await db.run(sql`
    UPDATE oauth_record SET payload = jsonb_build_object('consumed', ${now}::int) || payload
    WHERE kind = ${kind} AND id = ${recordId(kind, id)}
      AND (NOT payload ? 'consumed' OR (payload->>'consumed')::int > ${now}::int - ${again}::int)`);
  return used > 0;
}

/** Deletes a record; one that is gone changes nothing. */
export async function deleteRecord(db: Db, kind: string, id: string): Promise<void> {
  await db.run(sql`DELETE FROM oauth_record WHERE kind = ${kind} AND id = ${recordId(kind, id)}`);
}

/** Deletes all tokens and codes of a connection. */
export async function deleteRecordsOfGrant(db: Db, grantId: string): Promise<void> {
  await db.run(sql`DELETE FROM oauth_record WHERE "grantId" = ${idOrNull(grantId)}::uuid`);
}

/** Deletes expired records, except clients with an active connection; returns how many. */
export async function deleteExpiredRecords(db: Db, now: Date): Promise<number> {
  return db.run(sql`
    DELETE FROM oauth_record r WHERE r."expiresAt" < ${now} AND NOT (r.kind = 'Client' AND EXISTS (
      SELECT 1 FROM oauth_grant g WHERE g."clientId" = r.id AND g."revokedAt" IS NULL AND g."expiresAt" > ${now}))`);
}
