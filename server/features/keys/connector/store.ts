import type { Scope } from '#server/api/scopes.ts';
import type { KeyEnv } from '#server/domain.ts';
import { ROTATION_OVERLAP_MS } from '#server/features/keys/rules.ts';
import { type IssuedKey, isActiveKey, issueConnectorKey } from '#server/features/keys/store.ts';
import { type Db, sql } from '#server/platform/db.ts';
import { pick, tables } from '#server/platform/rows.ts';

/** Gives a key another name; false when the account has no such key. */
export async function renameConnectorKey(
  db: Db,
  accountId: string,
  { id, name }: { readonly id: string; readonly name: string },
): Promise<boolean> {
  const named = await db.run(sql`
    UPDATE connector_key SET name = ${name} WHERE id = ${id}::uuid AND "accountId" = ${accountId}::uuid`);
  return named > 0;
}

/** Limits a key to address ranges, none for no limit; false when the account has no such key. */
export async function limitConnectorKey(
  db: Db,
  accountId: string,
  { id, addresses }: { readonly id: string; readonly addresses: readonly string[] },
): Promise<boolean> {
  const limited = await db.run(sql`
    UPDATE connector_key SET addresses = ${[...addresses]}::text[] WHERE id = ${id}::uuid AND "accountId" = ${accountId}::uuid`);
  return limited > 0;
}

const keyToRotate = {
  ...pick(tables.connectorKey, 'name', 'addresses'),
  scopes: tables.connectorKey.scopes.as<Scope[]>(),
  env: tables.connectorKey.env.as<KeyEnv>(),
};

type Rotated = { readonly issued: IssuedKey; readonly name: string | null; readonly retiresAt: Date };

/**
 * Replaces an active key by a new one of the same kind, with the same name, scopes and addresses. The old key works until
 * `retiresAt` and no longer counts as active. Null when the account has no such active key.
 */
export function rotateConnectorKey(
  db: Db,
  accountId: string,
  keyId: string,
  now: Date,
): Promise<Rotated | null> {
  const retiresAt = new Date(now.getTime() + ROTATION_OVERLAP_MS);
  return db.transaction(async (tx) => {
    const old = await tx.row(
      keyToRotate,
      sql`
      UPDATE connector_key k SET "retiresAt" = ${retiresAt}
      WHERE k.id = ${keyId}::uuid AND k."accountId" = ${accountId}::uuid AND ${isActiveKey(now)} RETURNING name, scopes, addresses, env`,
    );
    if (!old) return null;
    const issued = await issueConnectorKey(tx, { accountId, ...old }, now);
    if (!issued) throw new Error('The retired key was counted as active.');
    return { issued, name: old.name, retiresAt };
  });
}
