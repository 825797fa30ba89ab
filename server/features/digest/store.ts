import type { Candidate, DigestWindow } from '#server/features/digest/rules.ts';
import {
  ideaTables,
  listedIdea,
  newsFor,
  visibleEpisode,
  visibleShow,
} from '#server/features/visibility/store.ts';
import { type Db, sql } from '#server/platform/db.ts';
import { computed, pick, type RowOf, tables } from '#server/platform/rows.ts';

/** Visible shows and tickers that an account follows. */
export async function readFollowing(
  db: Db,
  accountId: string,
): Promise<{ showIds: string[]; tickers: { symbol: string; held: boolean }[] }> {
  const row = await db.row(
    followed,
    sql`
    SELECT
      ARRAY(SELECT s.id::text FROM show_follow f JOIN show s ON s.id = f."showId"
        WHERE f."accountId" = ${accountId}::uuid AND ${visibleShow}) AS "showIds",
      (SELECT COALESCE(jsonb_agg(jsonb_build_object('symbol', symbol, 'held', held)), '[]') FROM ticker_follow
        WHERE "accountId" = ${accountId}::uuid) AS tickers`,
  );
  return row!;
}

const followed = {
  showIds: computed.texts,
  tickers: computed.json.as<{ symbol: string; held: boolean }[]>(),
};

/** Idea row `n` is the saved one `o`, or what a later analysis of the episode says on its subject in its place. */
const standsFor = sql`(n.id = o.id OR (o."supersededAt" IS NOT NULL AND n."episodeId" = o."episodeId"
  AND n."subjectKind" = o."subjectKind" AND n."subjectKey" = o."subjectKey"))`;

const candidate = {
  ...pick(tables.idea, 'id', 'showId', 'publishedAt', 'discussionDepth', 'tickers', 'themes'),
  etfs: computed.texts,
  savedThesis: computed.bool,
};

/** Ideas that aired in the window and are news for the account. Their episodes are few, and lead to them. */
export function listCandidates(
  db: Db,
  accountId: string,
  { from, until }: Pick<DigestWindow, 'from' | 'until'>,
): Promise<Candidate[]> {
  return db.rows(
    candidate,
    sql`
    WITH saved AS (
      SELECT DISTINCT t."thesisId" FROM saved_idea v JOIN idea o ON o.id = v."ideaId" JOIN idea n ON ${standsFor}
        JOIN thesis_statement t ON t."ideaId" = n.id WHERE v."accountId" = ${accountId}::uuid)
    SELECT i.id, i."showId", i."publishedAt", i."discussionDepth", i.tickers, i.themes,
      ARRAY(SELECT fund ->> 'symbol' FROM jsonb_array_elements(i."participationEtfs") fund) AS etfs,
      EXISTS (SELECT 1 FROM thesis_statement t JOIN saved USING ("thesisId") WHERE t."ideaId" = i.id) AS "savedThesis"
    FROM ${ideaTables} WHERE ${newsFor(sql`${accountId}::uuid`)} AND e."publishedAt" >= ${from} AND e."publishedAt" < ${until}`,
  );
}

const completeness = { incomplete: computed.bool, latestIdeaAt: computed.moment.orNull() };

/**
 * Whether an episode that aired in the window still waits for its transcript or its ideas, and the air date of the
 * newest listed idea before the window's end, null when there is none.
 */
export async function readCompleteness(
  db: Db,
  { from, until }: DigestWindow,
): Promise<RowOf<typeof completeness>> {
  const row = await db.row(
    completeness,
    sql`
    SELECT EXISTS (
        SELECT 1 FROM episode e JOIN show s ON s.id = e."showId"
        WHERE e.state IN ('pending', 'transcribed') AND ${visibleEpisode}
          AND e."publishedAt" >= ${from} AND e."publishedAt" < ${until}) AS incomplete,
      (SELECT i."publishedAt" FROM ${ideaTables} WHERE ${listedIdea} AND i."publishedAt" < ${until}
        ORDER BY i."publishedAt" DESC, i.id DESC LIMIT 1) AS "latestIdeaAt"`,
  );
  return row!;
}
