import { randomInt } from 'node:crypto';
import type { Sql } from 'sql-template-tag';
import type { KeyRecord } from '#server/api/access.ts';
import { idOrNull } from '#server/api/inputs.ts';
import { corpusKeysADay, MAX_ACTIVE_KEYS } from '#server/api/limits.ts';
import type { Scope } from '#server/api/scopes.ts';
import type { KeyEnv, Plan } from '#server/domain.ts';
import { isTakenFrom } from '#server/features/keys/addresses/rules.ts';
import {
  hashKey,
  IDLE_DAYS,
  isPastLife,
  keyExpiry,
  type MintedKey,
  mintKey,
} from '#server/features/keys/rules.ts';
import { effectivePlan, effectivePlanSql } from '#server/features/plans/store.ts';
import { recordMark } from '#server/features/visibility/record/store.ts';
import { type Db, sql } from '#server/platform/db.ts';
import { computed, pick, type RowOf, tables } from '#server/platform/rows.ts';

type FoundKey = {
  readonly accountId: string;
  readonly plan: Plan;
  readonly key: KeyRecord;
  /** The state of the record when the key was looked up (`recordMark`). */
  readonly mark: string;
  /** Why the key is refused all the same. Only the caller that closed it gets `expired`. */
  readonly refused: 'expired' | 'elsewhere' | null;
};

const keyRecord = {
  ...pick(tables.connectorKey, 'id', 'name', 'keyPrefix', 'createdAt', 'lastUsedAt', 'expiresAt'),
  scopes: tables.connectorKey.scopes.as<Scope[]>(),
  env: tables.connectorKey.env.as<KeyEnv>(),
};
const foundKey = {
  ...keyRecord,
  /** Its hard end: after a year, or earlier where a successor replaces it (docs/contract.md, Profile 9). */
  expiresAt: computed.moment,
  ...pick(tables.connectorKey, 'accountId', 'addresses'),
  plan: effectivePlan,
  touch: computed.bool,
  mark: computed.text,
};

/** lastUsedAt is written at most this often, in seconds, so that a busy key is not a busy row. */
const TOUCH_SECONDS = 30;

/** Whether a key's or connection's column `lastUsedAt` is to be written anew as of `now`. */
export function isTouchDue(lastUsedAt: Sql, now: Date | Sql): Sql {
  return sql`(${lastUsedAt} IS NULL OR ${lastUsedAt} < ${now}::timestamptz - make_interval(secs => ${TOUCH_SECONDS}))`;
}

/** Writes that a key or a connection was used at `now`, unless a later use is written. */
export async function noteUse(db: Db, table: Sql, id: string, now: Date): Promise<void> {
  await db.run(sql`
    UPDATE ${table} SET "lastUsedAt" = GREATEST("lastUsedAt", ${now}::timestamptz) WHERE id = ${id}::uuid`);
}

/** A live connector key as it was looked up. `tryKey` decides whether it is accepted. */
export type LiveKey = RowOf<typeof foundKey>;

/**
 * The live connector keys with these texts and the plans of their accounts, in the order asked, each as of its `now`.
 * Null for one that is unknown, revoked, retired or closed.
 */
export async function findLiveKeys(
  db: Db,
  asked: readonly { readonly text: string; readonly now: Date }[],
): Promise<(LiveKey | null)[]> {
  const rows = await db.rows(
    { ...foundKey, at: computed.int },
    sql`
    SELECT x.at::int AS at, k.id, k.name, k."keyPrefix", k.scopes, k.env, k."createdAt", k."lastUsedAt", LEAST(k."expiresAt", k."retiresAt") AS "expiresAt", k."accountId", k.addresses,
           ${effectivePlanSql(sql`x.now`)} AS plan,
           ${isTouchDue(sql`k."lastUsedAt"`, sql`x.now`)} AS touch,
           ${recordMark} AS mark
    FROM unnest(${asked.map(({ text }) => hashKey(text))}::bytea[], ${asked.map(({ now }) => now)}::timestamptz[]) WITH ORDINALITY AS x(hash, now, at)
      JOIN connector_key k ON k."keyHash" = x.hash JOIN account a ON a.id = k."accountId"
    WHERE k."revokedAt" IS NULL AND k."closedAt" IS NULL AND (k."retiresAt" IS NULL OR k."retiresAt" > x.now)`,
  );
  const found: (LiveKey | null)[] = asked.map(() => null);
  for (const { at, ...row } of rows) found[at - 1] = row;
  return found;
}

/** Looks a connector key up by its text and tries it from `address` (`findLiveKeys`, `tryKey`). */
export async function findConnectorKey(
  db: Db,
  { text, address }: { readonly text: string; readonly address: string },
  now: Date,
): Promise<FoundKey | null> {
  const [live] = await findLiveKeys(db, [{ text, now }]);
  return live ? tryKey(db, live, address, now) : null;
}

/**
 * Tries a live key from `address`: closes it when it is past its life, else notes its use. Null when another call closed
 * it meanwhile. A call from outside its ranges neither uses nor closes it.
 */
export async function tryKey(
  db: Db,
  { accountId, plan, touch, addresses, mark, ...key }: LiveKey,
  address: string,
  now: Date,
): Promise<FoundKey | null> {
  const found = { accountId, plan, key, mark };
  if (!isTakenFrom(addresses, address)) return { ...found, refused: 'elsewhere' };
  if (isPastLife(key, now))
    return (await closeKey(db, key.id, now)) ? { ...found, refused: 'expired' } : null;
  if (!touch) return { ...found, refused: null };
  await noteUse(db, sql`connector_key`, key.id, now);
  return { ...found, key: { ...key, lastUsedAt: now }, refused: null };
}

/** `isPastLife` of key row `k`. */
function pastLife(now: Date) {
  return sql`(${now}::timestamptz > k."expiresAt"
    OR ${now}::timestamptz > COALESCE(k."lastUsedAt", k."createdAt") + make_interval(days => ${IDLE_DAYS}))`;
}

/** True of a key row `k` that is active as of `now`. A rotated key is not, though it still works during its overlap. */
export function isActiveKey(now: Date) {
  return sql`k."revokedAt" IS NULL AND k."closedAt" IS NULL AND k."retiresAt" IS NULL AND NOT ${pastLife(now)}`;
}

async function closeKey(db: Db, id: string, now: Date): Promise<boolean> {
  const closed = await db.run(sql`
    UPDATE connector_key k SET "closedAt" = ${now}
    WHERE k.id = ${id}::uuid AND k."closedAt" IS NULL AND k."revokedAt" IS NULL AND ${pastLife(now)}`);
  return closed > 0;
}

/** The live free-tier key with this text; null when unknown, revoked or of another env. Notes its use. */
export async function findCorpusKey(
  db: Db,
  text: string,
  env: KeyEnv,
  now: Date,
): Promise<{ id: string } | null> {
  const row = await db.row(
    { ...pick(tables.corpusKey, 'id'), touch: computed.bool },
    sql`
    SELECT id, ${isTouchDue(sql`"lastUsedAt"`, now)} AS touch FROM corpus_key
    WHERE "keyHash" = ${hashKey(text)} AND env = ${env} AND "revokedAt" IS NULL`,
  );
  if (!row) return null;
  if (row.touch) await noteUse(db, sql`corpus_key`, row.id, now);
  return { id: row.id };
}

type Wanted = Pick<NewKey, 'id' | 'accountId' | 'name' | 'scopes' | 'env' | 'addresses'>;
export type IssuedKey = {
  readonly id: string;
  readonly text: string;
  readonly keyPrefix: string;
  readonly expiresAt: Date;
};

/**
 * Makes a connector key and returns its text, which is stored nowhere. Null when the account has the most active keys it
 * may have, or the id is taken.
 */
export async function issueConnectorKey(db: Db, wanted: Wanted, now: Date): Promise<IssuedKey | null> {
  const minted = mintKey('connector', wanted.env, randomInt);
  const expiresAt = keyExpiry(now);
  const stored = await insertConnectorKey(db, { ...wanted, minted, createdAt: now, expiresAt });
  return stored && { id: stored.id, text: minted.text, keyPrefix: minted.keyPrefix, expiresAt };
}

export type NewKey = {
  /** Given where the same request may come twice; a random one when absent. */
  id?: string | undefined;
  accountId: string;
  name: string | null;
  scopes: readonly Scope[];
  env: KeyEnv;
  minted: MintedKey;
  createdAt: Date;
  expiresAt: Date;
  /** Address ranges from which the key may be used; any address when absent. */
  addresses?: readonly string[];
};

/** Stores a connector key. Null when the account has the most active keys it may have, or the id is taken. */
export async function insertConnectorKey(db: Db, key: NewKey): Promise<{ id: string } | null> {
  return db.transaction(async (tx) => {
    await tx.row(sql`SELECT 1 FROM account WHERE id = ${key.accountId}::uuid FOR UPDATE`);
    const row = await tx.row(
      pick(tables.connectorKey, 'id'),
      sql`
      INSERT INTO connector_key (id, "accountId", name, "keyHash", "keyPrefix", scopes, env, "createdAt", "expiresAt", addresses)
      SELECT COALESCE(${key.id ?? null}::uuid, gen_random_uuid()), ${key.accountId}::uuid, ${key.name}, ${key.minted.hash}, ${key.minted.keyPrefix}, ${[...key.scopes]}::text[], ${key.env}, ${key.createdAt}, ${key.expiresAt}, ${[...(key.addresses ?? [])]}::text[]
      WHERE (SELECT count(*) FROM connector_key k WHERE k."accountId" = ${key.accountId}::uuid AND ${isActiveKey(key.createdAt)}) < ${MAX_ACTIVE_KEYS}
      ON CONFLICT (id) DO NOTHING RETURNING id`,
    );
    return row ?? null;
  });
}

const listedKey = {
  ...keyRecord,
  ...pick(tables.connectorKey, 'revokedAt', 'closedAt', 'retiresAt', 'addresses'),
};
export type ListedKey = RowOf<typeof listedKey>;

/** All connector keys of an account, newest first. */
export function listConnectorKeys(db: Db, accountId: string): Promise<ListedKey[]> {
  return db.rows(
    listedKey,
    sql`
    SELECT id, name, "keyPrefix", scopes, env, "createdAt", "lastUsedAt", "expiresAt", "revokedAt", "closedAt", "retiresAt", addresses
    FROM connector_key WHERE "accountId" = ${accountId}::uuid ORDER BY "createdAt" DESC, id`,
  );
}

/** Revokes an account's key by id or prefix; false when there is no such active key. */
export async function revokeConnectorKey(
  db: Db,
  accountId: string,
  idOrPrefix: string,
  now: Date,
): Promise<boolean> {
  return (
    (await db.run(sql`
    UPDATE connector_key SET "revokedAt" = ${now}
    WHERE "accountId" = ${accountId}::uuid AND (id = ${idOrNull(idOrPrefix)}::uuid OR "keyPrefix" = ${idOrPrefix}) AND "revokedAt" IS NULL`)) >
    0
  );
}

export type NewCorpusKey = {
  email: string;
  purpose: string | null;
  ip: string;
  env: KeyEnv;
  minted: MintedKey;
  now: Date;
};

/** Stores a free-tier key; false when the e-mail or the network address has had all its keys of the UTC day. */
export async function insertCorpusKey(db: Db, key: NewCorpusKey): Promise<boolean> {
  return db.transaction(async (tx) => {
    await tx.row(sql`SELECT pg_advisory_xact_lock(hashtext('corpus_key'))`);
    const today = sql`"createdAt" >= date_trunc('day', ${key.now}::timestamptz, 'UTC')`;
    const inserted = await tx.run(sql`
      INSERT INTO corpus_key (email, purpose, ip, env, "keyHash", "keyPrefix", "createdAt")
      SELECT ${key.email}, ${key.purpose}, ${key.ip}, ${key.env}, ${key.minted.hash}, ${key.minted.keyPrefix}, ${key.now}::timestamptz
      WHERE (SELECT count(*) FROM corpus_key WHERE email = ${key.email} AND ${today}) < ${corpusKeysADay.perEmail}
        AND (SELECT count(*) FROM corpus_key WHERE ip = ${key.ip} AND ${today}) < ${corpusKeysADay.perAddress}`);
    return inserted > 0;
  });
}
