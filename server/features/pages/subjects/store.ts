import type { Position } from '#server/features/pages/schema.ts';
import { currentIdea, ideaTables, listedIdea } from '#server/features/visibility/store.ts';
import { type Db, empty, sql } from '#server/platform/db.ts';
import { computed, pick, type RowOf, tables } from '#server/platform/rows.ts';

export type Side = 'bullish' | 'bearish' | 'other';
/** What a page of two sides is about, and what of it is asked for. Moments bound the air date, `until` exclusive. */
export type SidesQuery = {
  readonly on: { readonly symbol: string } | { readonly theme: string };
  readonly order: 'newest' | 'deepest';
  readonly from: Date | null;
  readonly until: Date | null;
  /** Ideas of each side at most. */
  readonly limit: number;
};

const sided = { id: tables.idea.id, side: computed.text.as<Side>() };

/** Ids of the listed ideas on a symbol or theme with the side each takes; `other` takes none of the two, or none that is told. */
export function ideasBySide(db: Db, { on, order, from, until, limit }: SidesQuery) {
  const rows =
    'symbol' in on
      ? sql`JOIN idea_ticker k ON k."ideaId" = i.id AND k.symbol = ${on.symbol}`
      : sql`JOIN idea_theme k ON k."ideaId" = i.id AND k.slug = ${on.theme}`;
  const first =
    order === 'newest'
      ? sql`i."publishedAt" DESC, i."discussionDepth" DESC, i.id DESC`
      : sql`i."discussionDepth" DESC, i."publishedAt" DESC, i.id DESC`;
  return db.rows(
    sided,
    sql`
    SELECT id, side FROM (
      SELECT x.*, row_number() OVER (PARTITION BY side ORDER BY place) AS within FROM (
        SELECT i.id, CASE i.stance WHEN 'BULLISH' THEN 'bullish' WHEN 'BEARISH' THEN 'bearish' ELSE 'other' END AS side,
          row_number() OVER (ORDER BY ${first}) AS place
        FROM ${ideaTables} ${rows}
        WHERE ${listedIdea} ${from ? sql`AND i."publishedAt" >= ${from}` : empty} ${until ? sql`AND i."publishedAt" < ${until}` : empty}) x) y
    WHERE within <= ${limit} ORDER BY place`,
  );
}

const disagreementRow = {
  name: tables.idea.subjectName,
  bullish: computed.uuid,
  bearish: computed.uuid,
};
export type DisagreementRow = RowOf<typeof disagreementRow>;

/**
 * Two listed ideas on one subject with opposite stances, both aired after `after` and up to `until`: those of different
 * shows first, then the most fully argued of what is least argued, then the newest. Null when nobody disagreed.
 */
export async function disagreement(db: Db, after: Date, until: Date): Promise<DisagreementRow | null> {
  const row = await db.row(
    disagreementRow,
    sql`
    WITH sided AS (
      SELECT DISTINCT ON (i."subjectKind", i."subjectKey", i.stance, i."showId")
        i.id, i."subjectKind", i."subjectKey", i."subjectName", i.stance, i."showId", i."discussionDepth" AS depth, i."publishedAt" AS at
      FROM ${ideaTables}
      WHERE ${listedIdea} AND i.stance IN ('BULLISH', 'BEARISH') AND i."publishedAt" > ${after} AND i."publishedAt" <= ${until}
      ORDER BY i."subjectKind", i."subjectKey", i.stance, i."showId", i."discussionDepth" DESC, i."publishedAt" DESC, i.id DESC)
    SELECT b."subjectName" AS name, b.id AS bullish, r.id AS bearish
    FROM sided b JOIN sided r USING ("subjectKind", "subjectKey")
    WHERE b.stance = 'BULLISH' AND r.stance = 'BEARISH'
    ORDER BY (b."showId" <> r."showId") DESC, LEAST(b.depth, r.depth) DESC, GREATEST(b.at, r.at) DESC, b.id, r.id LIMIT 1`,
  );
  return row ?? null;
}

const positionRow = {
  showId: tables.show.id,
  slug: tables.show.slug,
  show: tables.show.name,
  stance: tables.thesisStatement.stance,
  at: computed.moment,
  statements: computed.int,
};

/** Where shows stand on a thesis: their listed statements of each stance, what was said last first. */
export function positionsOf(db: Db, thesisId: string): Promise<Position[]> {
  return db.rows(
    positionRow,
    sql`
    SELECT s.id AS "showId", s.slug, s.name AS show, x.stance, max(x.date) AS at, count(*)::int AS statements
    FROM thesis_statement x JOIN (${ideaTables}) ON i.id = x."ideaId" WHERE x."thesisId" = ${thesisId}::uuid AND ${listedIdea}
    GROUP BY s.id, x.stance ORDER BY at DESC, s.id, x.stance`,
  );
}

const speakerRow = { name: tables.idea.speakerName.notNull(), ideas: computed.int };

/** Who argues on a show by a name that is borne out, those with the most listed ideas first. */
export function speakersOfShow(db: Db, showId: string, limit: number) {
  return db.rows(
    speakerRow,
    sql`
    SELECT i."speakerName" AS name, count(*)::int AS ideas FROM ${ideaTables}
    WHERE i."showId" = ${showId}::uuid AND i."speakerName" IS NOT NULL AND ${currentIdea}
    GROUP BY i."speakerName" ORDER BY ideas DESC, name LIMIT ${limit}`,
  );
}

/** Ids of the listed ideas of episodes, in the order they were said. */
export function ideasOfEpisodes(db: Db, episodeIds: readonly string[], limit: number) {
  return db.rows(
    pick(tables.idea, 'id', 'episodeId'),
    sql`
    SELECT i.id, i."episodeId" FROM ${ideaTables} WHERE i."episodeId" = ANY(${episodeIds}::uuid[]) AND ${currentIdea}
    ORDER BY i."publishedAt" DESC, i."episodeId", i."timestampSeconds" NULLS LAST, i.id LIMIT ${limit}`,
  );
}
