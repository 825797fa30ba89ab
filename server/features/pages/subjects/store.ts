import type { Sql } from 'sql-template-tag';
import { onCompany } from '#server/features/pages/companies/store.ts';
import type { Position } from '#server/features/pages/schema.ts';
import {
  currentIdea,
  currentInItself,
  episodeVisible,
  ideaOfShow,
  ideaTables,
  isRepeat,
  listedIdea,
  listedOfShow,
  notOf,
  visibleShow,
} from '#server/features/visibility/store.ts';
import { type Db, empty, join, sql } from '#server/platform/db.ts';
import { unseen } from '#server/platform/postgres/prepared.ts';
import { computed, pick, type RowOf, tables } from '#server/platform/rows.ts';

/** `other` takes none of the two sides, or none that is told; `beside` is about something else and carries the theme besides. */
export type Side = 'bullish' | 'bearish' | 'other' | 'beside';
/** What a page of two sides is about, and what of it is asked for. Moments bound the air date, `until` exclusive. */
export type SidesQuery = {
  readonly on: { readonly symbol: string } | { readonly theme: string } | { readonly company: string };
  readonly order: 'newest' | 'deepest';
  readonly from: Date | null;
  readonly until: Date | null;
  /** Ideas of each side at most. */
  readonly limit: number;
};

const sided = { id: computed.uuid, side: computed.text.as<Side>() };

/**
 * Ids of the listed ideas on a symbol, theme or company with the side each takes. On a theme an idea takes a side only where that theme is
 * its subject: a stance on one thing is none on another that the argument touches.
 */
export function ideasBySide(db: Db, { on, order, from, until, limit }: SidesQuery) {
  const { among, row, id } = rowsOn(on);
  const isOnIt =
    'theme' in on
      ? sql`(i."subjectKind" = 'theme' AND i."subjectKey" = ${unseen(sql`${on.theme}::text`)})`
      : sql`true`;
  const isOfSide = (side: Side) =>
    side === 'beside' ? sql`NOT ${isOnIt}` : sql`${isOnIt} AND ${ofSide[side]}`;
  const aired = sql`${from ? sql`AND ${row}."publishedAt" >= ${unseen(sql`${from}::timestamptz`)}` : empty} ${until ? sql`AND ${row}."publishedAt" < ${unseen(sql`${until}::timestamptz`)}` : empty}`;
  // By the columns of `row`: for tickers and themes an index has this order, and each side stops at its last idea.
  const first =
    order === 'newest'
      ? (row: Sql) => sql`${row}."publishedAt" DESC, ${row}."discussionDepth" DESC, ${row}.id DESC`
      : (row: Sql) => sql`${row}."discussionDepth" DESC, ${row}."publishedAt" DESC, ${row}.id DESC`;
  const those = (side: Side) => sql`
    (SELECT k.id, k."publishedAt", k."discussionDepth", ${side}::text AS side FROM (
      SELECT ${id} AS id, ${row}."publishedAt", ${row}."discussionDepth" FROM ${among} AND ${listedOfShow} AND ${isOfSide(side)} ${aired}) k
    ORDER BY ${first(sql`k`)} LIMIT ${unseen(sql`${limit}::int`)})`;
  const sides: readonly Side[] = 'theme' in on ? [...TAKEN, 'beside'] : TAKEN;
  return db.rows(
    sided,
    sql`
    SELECT x.id, x.side FROM (${join(sides.map(those), ' UNION ALL ')}) x
    ORDER BY ${first(sql`x`)}`,
  );
}

/** The ideas `i` on a subject, and the row and its column that tell when each aired and which it is. */
function rowsOn(on: SidesQuery['on']): { readonly among: Sql; readonly row: Sql; readonly id: Sql } {
  if ('company' in on)
    return { among: sql`${ideaOfShow} WHERE ${onCompany(on.company)}`, row: sql`i`, id: sql`i.id` };
  const held =
    'symbol' in on
      ? sql`idea_ticker k JOIN (${ideaOfShow}) ON i.id = k."ideaId" WHERE k.symbol = ${unseen(sql`${on.symbol}::text`)}`
      : sql`idea_theme k JOIN (${ideaOfShow}) ON i.id = k."ideaId" WHERE k.slug = ${unseen(sql`${on.theme}::text`)}`;
  return { among: held, row: sql`k`, id: sql`k."ideaId"` };
}

const TAKEN = ['bullish', 'bearish', 'other'] as const;

/** Idea row `i` takes the side. */
const ofSide: Readonly<Record<(typeof TAKEN)[number], Sql>> = {
  bullish: sql`i.stance = 'BULLISH'`,
  bearish: sql`i.stance = 'BEARISH'`,
  other: sql`(i.stance IS NULL OR i.stance NOT IN ('BULLISH', 'BEARISH'))`,
};

const disagreementRow = {
  name: computed.text,
  bullish: computed.uuid,
  bearish: computed.uuid,
};
export type DisagreementRow = RowOf<typeof disagreementRow>;

/** The newest part of the span is searched first. In a busy corpus it is enough. */
const NEWEST = 1 / 30;
/** Depths of argument. */
const DEPTHS = [1, 2, 3, 4, 5] as const;

/**
 * Two listed ideas on one subject with opposite stances, both aired after `after` and up to `until`: those of different
 * shows first, then the most fully argued of what is least argued, then the newest. None of a show among `leftOut`. Null when
 * nobody disagreed.
 */
export async function disagreement(
  db: Db,
  after: Date,
  until: Date,
  leftOut: readonly string[] = [],
): Promise<DisagreementRow | null> {
  const newest = new Date(until.getTime() - NEWEST * (until.getTime() - after.getTime()));
  const first = { twoShows: true, least: 5, newest, after, until, leftOut };
  const found = await newestDisagreement(db, first);
  if (found) return found;
  const best = await bestOpposed(db, after, until, leftOut);
  return best && newestDisagreement(db, { ...best, newest: after, after, until, leftOut });
}

const opposedRow = {
  twoShows: computed.bool,
  least: computed.int,
  kinds: computed.texts,
  keys: computed.texts,
};

/** The best rank that a disagreement in the span reaches, and the subjects that reach it; null when there is none. Reads the span once. */
async function bestOpposed(
  db: Db,
  after: Date,
  until: Date,
  leftOut: readonly string[],
): Promise<RowOf<typeof opposedRow> | null> {
  const deepestOfShows = (stance: 'BULLISH' | 'BEARISH') => sql`
    SELECT i."subjectKind", i."subjectKey", i."showId", max(i."discussionDepth") AS depth FROM ${ideaOfShow}
    WHERE i.stance = ${stance} AND ${airedWithin(after, until)} AND ${listedOfShow} AND ${notOf(leftOut)} GROUP BY 1, 2, 3`;
  const row = await db.row(
    opposedRow,
    sql`
    SELECT x."twoShows", x.least, array_agg(x."subjectKind") AS kinds, array_agg(x."subjectKey") AS keys FROM (
      SELECT DISTINCT "subjectKind", "subjectKey", b."showId" <> r."showId" AS "twoShows", LEAST(b.depth, r.depth) AS least
      FROM (${deepestOfShows('BULLISH')}) b JOIN (${deepestOfShows('BEARISH')}) r USING ("subjectKind", "subjectKey")) x
    GROUP BY x."twoShows", x.least ORDER BY x."twoShows" DESC, x.least DESC LIMIT 1`,
  );
  return row ?? null;
}

type Sought = {
  readonly twoShows: boolean;
  /** Depth of argument, of both at least. */
  readonly least: number;
  /** One of them aired after `newest`, the other after `after`, and both up to `until`. */
  readonly newest: Date;
  readonly after: Date;
  readonly until: Date;
  /** Ids of the shows that are not looked at. */
  readonly leftOut: readonly string[];
  /** The subjects that are looked at, by kind and key in their order; all when absent. */
  readonly kinds?: readonly string[];
  readonly keys?: readonly string[];
};

/** The newest idea that another opposes, with the newest that does: further ideas are not looked at. */
async function newestDisagreement(
  db: Db,
  { twoShows, least, newest, after, until, leftOut, kinds, keys }: Sought,
): Promise<DisagreementRow | null> {
  const depths = sql`${unseen(sql`${DEPTHS.filter((depth) => depth >= least)}::int[]`)}::int[]`;
  const among = keys
    ? sql`AND (i."subjectKind", i."subjectKey") IN (SELECT * FROM unnest(${[...kinds!]}::text[], ${[...keys]}::text[]))`
    : empty;
  const row = await db.row(
    disagreementRow,
    sql`
    SELECT x."subjectName" AS name, CASE x.stance WHEN 'BULLISH' THEN x.id ELSE y.id END AS bullish,
      CASE x.stance WHEN 'BULLISH' THEN y.id ELSE x.id END AS bearish
    FROM (
      SELECT i.* FROM idea i WHERE i.stance IN ('BULLISH', 'BEARISH') AND i."discussionDepth" = ANY (${depths}) ${among}
        AND ${currentInItself} AND ${airedWithin(newest, until)} AND ${notOf(leftOut)} ORDER BY i."publishedAt" DESC, i.id DESC OFFSET 0) x
    CROSS JOIN LATERAL (
      SELECT y.id FROM (SELECT x.*) i JOIN show s ON s.id = i."showId" CROSS JOIN LATERAL (
        SELECT i.id FROM ${ideaOfShow}
        WHERE i."subjectKind" = x."subjectKind" AND i."subjectKey" = x."subjectKey" AND i."discussionDepth" = ANY (${depths})
          AND i.stance = CASE x.stance WHEN 'BULLISH' THEN 'BEARISH' ELSE 'BULLISH' END
          AND i."showId" ${twoShows ? sql`<>` : sql`=`} x."showId" AND ${airedWithin(after, until)} AND ${listedOfShow} AND ${notOf(leftOut)}
        ORDER BY i."publishedAt" DESC FETCH FIRST ROW WITH TIES) y
      WHERE ${visibleShow} AND ${episodeVisible} AND NOT ${isRepeat} ORDER BY y.id DESC LIMIT 1) y
    ORDER BY x."publishedAt" DESC, x.id DESC LIMIT 1`,
  );
  return row ?? null;
}

/** Idea row `i` aired after `from` and up to `until`. */
function airedWithin(from: Date, until: Date): Sql {
  return sql`i."publishedAt" > ${unseen(sql`${from}::timestamptz`)} AND i."publishedAt" <= ${unseen(sql`${until}::timestamptz`)}`;
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

/** Who argues on a show by a name that is borne out, those with the most current ideas first. */
export function speakersOfShow(db: Db, showId: string, limit: number) {
  return db.rows(
    speakerRow,
    sql`
    SELECT i."speakerName" AS name, count(*)::int AS ideas FROM ${ideaTables}
    WHERE i."showId" = ${showId}::uuid AND i."speakerName" IS NOT NULL AND ${currentIdea}
    GROUP BY i."speakerName" ORDER BY ideas DESC, name LIMIT ${limit}`,
  );
}

/** Ids of the current ideas of episodes, in the order they were said. */
export function ideasOfEpisodes(db: Db, episodeIds: readonly string[], limit: number) {
  return db.rows(
    pick(tables.idea, 'id', 'episodeId'),
    sql`
    SELECT i.id, i."episodeId" FROM ${ideaTables} WHERE i."episodeId" = ANY(${episodeIds}::uuid[]) AND ${currentIdea}
    ORDER BY i."publishedAt" DESC, i."episodeId", i."timestampSeconds" NULLS LAST, i.id LIMIT ${limit}`,
  );
}
