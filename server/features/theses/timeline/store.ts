import type { TimelineIdea } from '#server/features/theses/timeline/rules.ts';
import { ideaTables, listedIdea } from '#server/features/visibility/store.ts';
import { type Db, sql } from '#server/platform/db.ts';
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

const timelineColumns = sql`
  i.id AS "ideaId", i."episodeId", i."publishedAt" AS date, i."timestampSeconds" AS seconds, i.stance, i.statement,
  i."subjectName", i."speakerName", i.quote, s."quoteChars", s."mediaEnabled", s.id AS "showId", s.name AS show`;

/** Listed ideas on a symbol that aired from `from` on and by `now`. No order. */
export function readTimelineIdeas(db: Db, symbol: string, from: Date, now: Date): Promise<TimelineIdea[]> {
  return db.rows(
    timelineIdea,
    sql`
    SELECT ${timelineColumns} FROM ${ideaTables} JOIN idea_ticker k ON k."ideaId" = i.id
    WHERE k.symbol = ${symbol} AND k."publishedAt" <= ${now} AND k."publishedAt" >= ${from} AND ${listedIdea}`,
  );
}

/**
 * The same, and of each show that has one its last before `from` whose stance is told: all that tells where a show changed
 * its mind since. No order.
 */
export async function readWithFormer(db: Db, symbol: string, from: Date, now: Date): Promise<TimelineIdea[]> {
  const ideas = await readTimelineIdeas(db, symbol, from, now);
  const showIds = [...new Set(ideas.map(({ showId }) => showId))];
  const former = await db.rows(
    timelineIdea,
    sql`
    SELECT f.* FROM unnest(${showIds}::uuid[]) AS those(id) CROSS JOIN LATERAL (
      SELECT ${timelineColumns} FROM idea_ticker k JOIN (${ideaTables}) ON i.id = k."ideaId"
      WHERE k.symbol = ${symbol} AND k."showId" = those.id AND k."publishedAt" < ${from} AND i.stance IS NOT NULL AND ${listedIdea}
      ORDER BY k."publishedAt" DESC, i."episodeId" DESC, i."timestampSeconds" DESC NULLS FIRST, i.id DESC LIMIT 1) f`,
  );
  return [...former, ...ideas];
}

/** True when a listed idea on the symbol aired by `now`. */
export async function wasDiscussed(db: Db, symbol: string, now: Date): Promise<boolean> {
  const row = await db.row(sql`
    SELECT 1 FROM ${ideaTables} JOIN idea_ticker k ON k."ideaId" = i.id
    WHERE k.symbol = ${symbol} AND k."publishedAt" <= ${now} AND ${listedIdea} LIMIT 1`);
  return row !== undefined;
}
