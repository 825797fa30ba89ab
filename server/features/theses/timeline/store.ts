import type { TimelineIdea } from '#server/features/theses/timeline/rules.ts';
import { ideaTables, listedIdea } from '#server/features/visibility/store.ts';
import { type Db, empty, sql } from '#server/platform/db.ts';
import { pick, tables } from '#server/platform/rows.ts';

const timelineIdea = {
  ...pick(tables.idea, 'episodeId', 'stance', 'statement', 'subjectName', 'speakerName', 'quote'),
  ideaId: tables.idea.id,
  date: tables.idea.publishedAt,
  seconds: tables.idea.timestampSeconds,
  ...pick(tables.show, 'quoteChars', 'mediaEnabled'),
  showId: tables.show.id,
  show: tables.show.name,
};

/** Listed ideas on a symbol that aired by `now`, from `from` on or all of them. No order. */
export function readTimelineIdeas(
  db: Db,
  symbol: string,
  from: Date | null,
  now: Date,
): Promise<TimelineIdea[]> {
  return db.rows(
    timelineIdea,
    sql`
    SELECT i.id AS "ideaId", i."episodeId", i."publishedAt" AS date, i."timestampSeconds" AS seconds, i.stance, i.statement,
      i."subjectName", i."speakerName", i.quote, s."quoteChars", s."mediaEnabled", s.id AS "showId", s.name AS show
    FROM ${ideaTables} JOIN idea_ticker k ON k."ideaId" = i.id
    WHERE k.symbol = ${symbol} AND k."publishedAt" <= ${now} ${from ? sql`AND k."publishedAt" >= ${from}` : empty} AND ${listedIdea}`,
  );
}

/** True when a listed idea on the symbol aired by `now`. */
export async function wasDiscussed(db: Db, symbol: string, now: Date): Promise<boolean> {
  const row = await db.row(sql`
    SELECT 1 FROM ${ideaTables} JOIN idea_ticker k ON k."ideaId" = i.id
    WHERE k.symbol = ${symbol} AND k."publishedAt" <= ${now} AND ${listedIdea} LIMIT 1`);
  return row !== undefined;
}
