import type { Sql } from 'sql-template-tag';
import { conversationsOf } from '#server/features/ask/kept/store.ts';
import { licensedHeadline } from '#server/features/ideas/licence.ts';
import { effectivePlanSql } from '#server/features/plans/store.ts';
import { listSearches } from '#server/features/searches/store.ts';
import { ideaTables, visibleIdea, visibleShow } from '#server/features/visibility/store.ts';
import { type Db, sql } from '#server/platform/db.ts';
import { planEachTime } from '#server/platform/postgres/prepared.ts';
import { computed, pick, tables } from '#server/platform/rows.ts';

/**
 * Everything kept about an account at one moment, as plain values; a running trial is plan `premium`. Key hashes, session
 * tokens, signing secrets and payment ids stay out. It reads one list after the other, on one connection.
 */
export function exportAccount(db: Db, accountId: string, now: Date): Promise<Record<string, unknown>> {
  return db.transaction(async (tx) => {
    // Never prepared: to prepare it may deallocate another statement first, and nothing may run before it.
    await tx.run(planEachTime(sql`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY`));
    const account = await tx.row(sql`
      SELECT a.email, a."emailVerified", a.name, ${effectivePlanSql(now)} AS plan, a."trialStartedAt", a."trialEndsAt", a."createdAt"
      FROM account a WHERE a.id = ${accountId}::uuid`);
    const lists: Record<string, unknown> = {};
    for (const [name, statement] of Object.entries(plainLists(accountId)))
      lists[name] = await tx.rows(statement);
    return {
      account,
      ...lists,
      savedSearches: await savedSearches(tx, accountId),
      savedIdeas: await savedIdeas(tx, accountId),
      conversations: await conversations(tx, accountId),
    };
  });
}

const savedIdea = {
  ...pick(tables.savedIdea, 'ideaId', 'savedAt'),
  ...pick(tables.idea, 'headline', 'quote', 'subjectKind', 'subjectName'),
  ...pick(tables.show, 'quoteChars', 'mediaEnabled'),
  visible: computed.bool,
};

/** Saved ideas with the headline as the show's licence lets it be read; null for a hidden idea. */
async function savedIdeas(tx: Db, accountId: string) {
  const rows = await tx.rows(
    savedIdea,
    sql`
    SELECT x."ideaId", x."savedAt", i.headline, i.quote, i."subjectKind", i."subjectName", s."quoteChars", s."mediaEnabled", (${visibleIdea}) AS visible
    FROM saved_idea x JOIN (${ideaTables}) ON i.id = x."ideaId" WHERE x."accountId" = ${accountId}::uuid ORDER BY x."savedAt"`,
  );
  return rows.map(({ ideaId, savedAt, visible, ...idea }) => ({
    ideaId,
    headline: visible ? licensedHeadline(idea.headline, idea) : null,
    savedAt,
  }));
}

/** Saved searches as the account's pages show them. */
async function savedSearches(tx: Db, accountId: string) {
  const searches = await listSearches(tx, accountId);
  return searches.map(({ name, path, asked, alerts, createdAt }) => ({
    name,
    path,
    asked,
    alerts,
    createdAt,
  }));
}

/** Conversations with their messages as the account's pages show them. */
async function conversations(tx: Db, accountId: string) {
  const kept = await conversationsOf(tx, accountId);
  return kept.map(({ title, createdAt, messages }) => ({
    title,
    createdAt,
    messages: messages.map(({ kind, text, answer, correctedSince, createdAt }) => ({
      ...{ kind, text, answer, correctedSince, createdAt },
    })),
  }));
}

const shownShow = sql`CASE WHEN ${visibleShow} THEN s.slug END AS slug, CASE WHEN ${visibleShow} THEN s.name END AS name`;

/** The lists of an export that hold rows as they are stored, by their name in it. The name and slug of a hidden show are left out. */
function plainLists(accountId: string): Readonly<Record<string, Sql>> {
  const of = sql`WHERE x."accountId" = ${accountId}::uuid`;
  return {
    keys: sql`SELECT name, "keyPrefix", scopes, env, "createdAt", "lastUsedAt", "expiresAt", "revokedAt", "retiresAt", addresses FROM connector_key x ${of} ORDER BY "createdAt"`,
    connections: sql`SELECT "clientName", "clientHost", scopes, "createdAt", "lastUsedAt", "expiresAt", "revokedAt" FROM oauth_grant x ${of} ORDER BY "createdAt"`,
    requests: sql`SELECT at, "requestId", via, route, status, ms, "credentialId" FROM api_call x ${of} ORDER BY at`,
    followedShows: sql`SELECT ${shownShow}, x."followedAt" FROM show_follow x JOIN show s ON s.id = x."showId" ${of} ORDER BY x."followedAt"`,
    followedTickers: sql`SELECT symbol, held, "followedAt" FROM ticker_follow x ${of} ORDER BY "followedAt"`,
    reads: sql`SELECT "ideaId", day, "readAt" FROM idea_read x ${of} ORDER BY "readAt"`,
    questions: sql`SELECT day, "takenAt", "answeredAt" FROM ask_slot x ${of} ORDER BY "takenAt"`,
    signInProviders: sql`SELECT provider, "providerAccountId" FROM provider_link x ${of}`,
    alerts: sql`SELECT mail, "stanceChange", "newIdeas", "feedEnabled", since, "mailSince", "lastMailAt", "quietFrom", "quietUntil", "timeZone" FROM alert_setting x ${of}`,
    alertWebhooks: sql`SELECT url, "createdAt", "pausedAt", "disabledAt", "disabledReason" FROM alert_webhook x ${of} ORDER BY "createdAt"`,
    alertEvents: sql`
      SELECT x.kind, x."ideaId", x.payload, x."createdAt", x."mailedAt", COALESCE((SELECT json_agg(json_build_object('url', w.url, 'attempts', d.attempts,
          'lastStatus', d."lastStatus", 'lastError', d."lastError", 'lastAnswer', d."lastAnswer", 'deliveredAt', d."deliveredAt")) FROM alert_delivery d JOIN alert_webhook w ON w.id = d."webhookId"
        WHERE d."eventId" = x.id), '[]'::json) AS deliveries FROM alert_event x ${of} ORDER BY x."createdAt"`,
    reportedMistakes: sql`SELECT "ideaId", kind, text, "createdAt", "reviewedAt", outcome, note FROM correction x ${of} ORDER BY "createdAt"`,
    claimedShows: sql`SELECT ${shownShow}, x.method, x."createdAt", x."verifiedAt" FROM show_claim x JOIN show s ON s.id = x."showId" ${of} ORDER BY x."createdAt"`,
  };
}
