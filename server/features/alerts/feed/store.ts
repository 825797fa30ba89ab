import type { Sql } from 'sql-template-tag';
import { firstReading } from '#server/features/alerts/events/store.ts';
import type { SearchAsked } from '#server/features/ideas/search/rules.ts';
import { cardColumns, cardRow, type IdeaRow } from '#server/features/ideas/store.ts';
import { ideaOfShow, ideaTables, newsFor } from '#server/features/visibility/store.ts';
import { type Db, sql } from '#server/platform/db.ts';
import { pick, tables } from '#server/platform/rows.ts';

/** Ids and searches of an account's saved searches that alert, and since when they do. */
export function feedSearches(db: Db, accountId: string) {
  return db.rows(
    { ...pick(tables.savedSearch, 'id', 'since'), asked: tables.savedSearch.asked.as<SearchAsked>() },
    sql`SELECT id, since, asked FROM saved_search WHERE "accountId" = ${accountId}::uuid AND alerts ORDER BY id`,
  );
}

/** An idea that a saved search finds. */
export type FoundIdea = { readonly searchId: string; readonly ideaId: string };

/** Idea row `i` may be told to an account as something from before its news: it is news that is no event. */
function isUntold(accountId: string, now: Date): Sql {
  return sql`${newsFor(sql`${accountId}::uuid`)} AND i."publishedAt" <= ${now}
    AND NOT EXISTS (SELECT 1 FROM alert_event ev JOIN idea told ON told.id = ev."ideaId"
      WHERE ev."accountId" = ${accountId}::uuid AND i.id IN (told.id, told."repeatOf"))`;
}

/** Idea row `i` was read before the account's alerts began (`alertsSince`), or before it followed or searched for any of it. */
function isBefore(accountId: string, searchedSince: Sql, alertsSince: Sql): Sql {
  const askedSince = sql`LEAST(
    (SELECT min(f."followedAt") FROM show_follow f WHERE f."accountId" = ${accountId}::uuid AND f."showId" = i."showId"),
    (SELECT min(f."followedAt") FROM ticker_follow f WHERE f."accountId" = ${accountId}::uuid AND f.symbol = ANY (i.tickers)),
    ${searchedSince})`;
  return sql`(SELECT first."createdAt" FROM ${firstReading} first) < GREATEST(${askedSince}, ${alertsSince})`;
}

/** Idea row `i`, which a search found, may stand in an account's feed as something from before its news. */
export function mayStandBefore(accountId: string, searchedSince: Date, now: Date): Sql {
  const alertsSince = sql`(SELECT x.since FROM alert_setting x WHERE x."accountId" = ${accountId}::uuid)`;
  return sql`${isUntold(accountId, now)} AND ${isBefore(accountId, sql`${searchedSince}::timestamptz`, alertsSince)}`;
}

/**
 * The newest ideas on what an account follows, or that its searches `found`, that cannot be events: they were
 * read before its alerts, or before the follow or search, began. At most `limit`.
 */
export function ideasFromBefore(
  db: Db,
  accountId: string,
  found: readonly FoundIdea[],
  now: Date,
  limit: number,
): Promise<IdeaRow[]> {
  const searchedSince = sql`(SELECT min(found.since) FROM found WHERE found."ideaId" = i.id)`;
  const mayStand = sql`${isUntold(accountId, now)} AND ${isBefore(accountId, searchedSince, sql`x.since`)}`;
  return db.rows(
    cardRow,
    sql`
    WITH x AS (SELECT since FROM alert_setting WHERE "accountId" = ${accountId}::uuid AND "newIdeas"), found AS (
      SELECT g."ideaId", q.since FROM jsonb_to_recordset(${JSON.stringify(found)}::jsonb) AS g("searchId" uuid, "ideaId" uuid)
        JOIN saved_search q ON q.id = g."searchId"
    ), ways AS (
      SELECT n.id FROM x CROSS JOIN show_follow f CROSS JOIN LATERAL (
        SELECT i.id FROM ${ideaOfShow} WHERE i."showId" = f."showId" AND ${mayStand}
        ORDER BY i."publishedAt" DESC LIMIT ${limit}) n
      WHERE f."accountId" = ${accountId}::uuid
      UNION SELECT n.id FROM x CROSS JOIN ticker_follow f CROSS JOIN LATERAL (
        SELECT i.id FROM idea_ticker k JOIN (${ideaOfShow}) ON i.id = k."ideaId" WHERE k.symbol = f.symbol AND ${mayStand}
        ORDER BY k."publishedAt" DESC LIMIT ${limit}) n
      WHERE f."accountId" = ${accountId}::uuid
      UNION SELECT i.id FROM x CROSS JOIN found JOIN (${ideaOfShow}) ON i.id = found."ideaId" WHERE ${mayStand})
    SELECT ${cardColumns} FROM ways w JOIN (${ideaTables}) ON i.id = w.id
    ORDER BY i."publishedAt" DESC, i.id LIMIT ${limit}`,
  );
}
