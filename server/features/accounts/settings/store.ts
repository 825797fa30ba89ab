import type { Sql } from 'sql-template-tag';
import type { Scope } from '#server/api/scopes.ts';
import type { KeyEnv } from '#server/domain.ts';
import type { MintedKey } from '#server/features/keys/rules.ts';
import { insertConnectorKey, isActiveKey } from '#server/features/keys/store.ts';
import { endOwnershipsOfAccount } from '#server/features/owners/store.ts';
import { ideaTables, visibleIdea } from '#server/features/visibility/store.ts';
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

/** What settings show of an account beside its quotas. */
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

const keyToRotate = {
  ...pick(tables.connectorKey, 'id', 'name', 'addresses'),
  scopes: tables.connectorKey.scopes.as<Scope[]>(),
};
type KeyToRotate = RowOf<typeof keyToRotate>;

/**
 * Puts a new key in the place of an active one, which stays good until `retiresAt` and is no longer one of the active
 * ones. Null when the account has no such active key.
 */
export function rotateConnectorKey(
  db: Db,
  rotation: {
    accountId: string;
    keyId: string;
    minted: MintedKey;
    env: KeyEnv;
    now: Date;
    expiresAt: Date;
    retiresAt: Date;
  },
): Promise<KeyToRotate | null> {
  const { accountId, keyId, minted, env, now, expiresAt, retiresAt } = rotation;
  return db.transaction(async (tx) => {
    const old = await tx.row(
      keyToRotate,
      sql`
      UPDATE connector_key k SET "retiresAt" = ${retiresAt}
      WHERE k.id = ${keyId}::uuid AND k."accountId" = ${accountId}::uuid AND ${isActiveKey(now)} RETURNING id, name, scopes, addresses`,
    );
    if (!old) return null;
    const { name, scopes, addresses } = old;
    const added = await insertConnectorKey(tx, {
      accountId,
      name,
      scopes,
      env,
      minted,
      createdAt: now,
      expiresAt,
      addresses,
    });
    if (!added) throw new Error('The retired key was counted as active.');
    return old;
  });
}

/** Everything kept about an account, as the export gives it. Key hashes, session tokens, signing secrets and payment ids stay out. */
export async function exportAccount(db: Db, accountId: string): Promise<Record<string, unknown>> {
  const account = await db.row(sql`
    SELECT email, "emailVerified", name, plan, "trialStartedAt", "trialEndsAt", "createdAt" FROM account WHERE id = ${accountId}::uuid`);
  const kept = Object.entries(exportedLists(accountId));
  const lists = await Promise.all(kept.map(async ([name, statement]) => [name, await db.rows(statement)]));
  return { account, ...Object.fromEntries(lists) };
}

/** What an export lists, by the name it gives it. Of a hidden idea no more than that it was saved. */
function exportedLists(accountId: string): Readonly<Record<string, Sql>> {
  const of = sql`WHERE x."accountId" = ${accountId}::uuid`;
  return {
    keys: sql`SELECT name, "keyPrefix", scopes, env, "createdAt", "lastUsedAt", "expiresAt", "revokedAt", "retiresAt", addresses FROM connector_key x ${of} ORDER BY "createdAt"`,
    connections: sql`SELECT "clientName", "clientHost", scopes, "createdAt", "lastUsedAt", "expiresAt", "revokedAt" FROM oauth_grant x ${of} ORDER BY "createdAt"`,
    requests: sql`SELECT at, "requestId", via, route, status, ms, "credentialId" FROM api_call x ${of} ORDER BY at`,
    followedShows: sql`SELECT s.slug, s.name, x."followedAt" FROM show_follow x JOIN show s ON s.id = x."showId" ${of} ORDER BY x."followedAt"`,
    followedTickers: sql`SELECT symbol, held, "followedAt" FROM ticker_follow x ${of} ORDER BY "followedAt"`,
    savedIdeas: sql`
      SELECT x."ideaId", CASE WHEN ${visibleIdea} AND (i.headline NOT LIKE '%"%' OR (s."mediaEnabled" AND length(i.headline) <= s."quoteChars")) THEN i.headline END AS headline, x."savedAt"
      FROM saved_idea x JOIN (${ideaTables}) ON i.id = x."ideaId" ${of} ORDER BY x."savedAt"`,
    savedSearches: sql`SELECT name, path, asked, alerts, "createdAt" FROM saved_search x ${of} ORDER BY "createdAt"`,
    reads: sql`SELECT "ideaId", day, "readAt" FROM idea_read x ${of} ORDER BY "readAt"`,
    questions: sql`SELECT day, "takenAt", "answeredAt" FROM ask_slot x ${of} ORDER BY "takenAt"`,
    conversations: sql`
      SELECT x.title, x."createdAt", COALESCE((SELECT json_agg(json_build_object('kind', m.kind, 'text', m.text, 'answer', m.answer, 'createdAt', m."createdAt") ORDER BY m."createdAt")
        FROM message m WHERE m."conversationId" = x.id), '[]'::json) AS messages FROM conversation x ${of} ORDER BY x."createdAt"`,
    signInProviders: sql`SELECT provider, "providerAccountId" FROM provider_link x ${of}`,
    alerts: sql`SELECT mail, "stanceChange", "newIdeas", "feedEnabled", since, "mailSince", "lastMailAt", "quietFrom", "quietUntil", "timeZone" FROM alert_setting x ${of}`,
    alertWebhooks: sql`SELECT url, "createdAt", "pausedAt", "disabledAt", "disabledReason" FROM alert_webhook x ${of} ORDER BY "createdAt"`,
    alertEvents: sql`
      SELECT x.kind, x."ideaId", x.payload, x."createdAt", x."mailedAt", COALESCE((SELECT json_agg(json_build_object('url', w.url, 'attempts', d.attempts,
          'lastStatus', d."lastStatus", 'lastError', d."lastError", 'lastAnswer', d."lastAnswer", 'deliveredAt', d."deliveredAt")) FROM alert_delivery d JOIN alert_webhook w ON w.id = d."webhookId"
        WHERE d."eventId" = x.id), '[]'::json) AS deliveries FROM alert_event x ${of} ORDER BY x."createdAt"`,
    reportedMistakes: sql`
      SELECT c."ideaId", c.kind, c.text, c."createdAt", c."reviewedAt", c.outcome, c.note FROM correction c JOIN account a ON a.email = lower(c.contact)
      WHERE a.id = ${accountId}::uuid ORDER BY c."createdAt"`,
    claimedShows: sql`SELECT s.slug, s.name, x.method, x."createdAt", x."verifiedAt" FROM show_claim x JOIN show s ON s.id = x."showId" ${of} ORDER BY x."createdAt"`,
  };
}

/** Erases an account and all that belongs to it, its claims on shows as if it had left them; false when it was gone already. */
export async function deleteAccount(db: Db, accountId: string, now: Date): Promise<boolean> {
  return db.transaction(async (tx) => {
    await endOwnershipsOfAccount(tx, accountId, now);
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
