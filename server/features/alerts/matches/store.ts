import { type News, newsAt } from '#server/features/alerts/events/rules.ts';
import { holdEvents, newsIdeas, storeEvents } from '#server/features/alerts/events/store.ts';
import { hasChannel } from '#server/features/alerts/store.ts';
import type { SearchAsked } from '#server/features/ideas/search/rules.ts';
import { effectivePlan, effectivePlanSql } from '#server/features/plans/store.ts';
import { type Db, sql } from '#server/platform/db.ts';
import { computed, pick, type RowOf, tables } from '#server/platform/rows.ts';

/** Ids of the ideas that are news. */
export async function newsIds(db: Db, now: Date): Promise<string[]> {
  const rows = await db.rows(
    pick(tables.idea, 'id'),
    sql`SELECT n.id FROM (${newsIdeas(newsAt(now), now)}) n`,
  );
  return rows.map(({ id }) => id);
}

const watched = {
  ...pick(tables.savedSearch, 'id', 'accountId'),
  asked: tables.savedSearch.asked.as<SearchAsked>(),
  plan: effectivePlan,
  /** Ideas read before this moment are no news to the search. */
  from: computed.moment,
};
export type WatchedSearch = RowOf<typeof watched>;

/** Saved searches that alert and whose holder gets new ideas over some channel. */
export function watchedSearches(db: Db, now: Date): Promise<WatchedSearch[]> {
  return db.rows(
    watched,
    sql`
    SELECT s.id, s."accountId", s.asked, ${effectivePlanSql(now)} AS plan, GREATEST(s.since, x.since) AS "from"
    FROM saved_search s JOIN account a ON a.id = s."accountId"
    JOIN alert_setting x ON x."accountId" = s."accountId" AND x."newIdeas" AND ${hasChannel}
    WHERE s.alerts ORDER BY s.id`,
  );
}

/** Stores which ideas a search found and makes events of them: one for each subject of an episode. Returns how many are new. */
export function keepMatches(
  db: Db,
  search: WatchedSearch,
  found: readonly string[],
  news: News,
  now: Date,
): Promise<number> {
  const fresh = sql`
    SELECT n.* FROM (${newsIdeas(news, now, found)}) n WHERE n."readAt" >= ${search.from}`;
  return db.transaction(async (tx) => {
    await holdEvents(tx);
    await tx.run(sql`
      INSERT INTO saved_search_match ("searchId", "ideaId", at)
      SELECT s.id, f.id, ${now}::timestamptz FROM (${fresh}) f JOIN saved_search s ON s.id = ${search.id}::uuid
      ON CONFLICT DO NOTHING`);
    return storeEvents(
      tx,
      sql`
      SELECT DISTINCT ON (f."episodeId", f."subjectKind", f."subjectKey") s."accountId", 'new_idea' AS kind,
        'match:' || s.id || ':' || f."episodeId" || ':' || f."subjectKind" || ':' || f."subjectKey" AS "eventKey", f.id AS "ideaId", '{}'::jsonb AS payload
      FROM (${fresh}) f JOIN saved_search s ON s.id = ${search.id}::uuid
      ORDER BY f."episodeId", f."subjectKind", f."subjectKey", f."discussionDepth" DESC, f.id`,
      now,
    );
  });
}
