import type { Sql } from 'sql-template-tag';
import { lastSpoken, spokenIn } from '#server/features/theses/spoken/store.ts';
import type { CountedIdea, Said, TimelineIdea } from '#server/features/theses/timeline/rules.ts';
import {
  currentInItself,
  episodeVisible,
  ideaOfShow,
  ideaTables,
  isRepeat,
  listedIdea,
  visibleShow,
} from '#server/features/visibility/store.ts';
import { DAY_MS } from '#server/platform/clock.ts';
import { type Db, sql } from '#server/platform/db.ts';
import { computed, pick, tables } from '#server/platform/rows.ts';

/** Idea row `i`, current in itself, is listed where its show is visible. */
const isListed = sql`${episodeVisible} AND NOT ${isRepeat}`;

/**
 * Ideas on a symbol that aired from `from` on and by `now` and are listed where their show is visible: `columns` of idea row
 * `i`. Each of the first three places in `tickers` has its own index (migration `told_from_indexes`), so each is asked
 * separately; the few ideas on four or more are looked through.
 */
function spoken(symbol: string, from: Date, now: Date, columns: Sql): Sql {
  const first = sql`i.tickers[1] = ${symbol}`;
  const second = sql`i.tickers[2] = ${symbol} AND NOT ${first}`;
  const third = sql`i.tickers[3] = ${symbol} AND i.tickers[2] <> ${symbol} AND NOT ${first}`;
  const further = sql`i.tickers[4] IS NOT NULL AND ${symbol} = ANY (i.tickers[4:]) AND ${symbol} <> ALL (i.tickers[:3])`;
  const aired = sql`${currentInItself} AND i."publishedAt" >= ${from} AND i."publishedAt" <= ${now}`;
  return sql`
    SELECT i.* FROM (
      SELECT ${columns} FROM idea i WHERE ${first} AND ${aired}
      UNION ALL SELECT ${columns} FROM idea i WHERE ${second} AND ${aired}
      UNION ALL SELECT ${columns} FROM idea i WHERE ${third} AND ${aired}
      UNION ALL SELECT ${columns} FROM idea i WHERE i.id = ANY (ARRAY(SELECT i.id FROM idea i WHERE ${further} AND ${aired}))) i
    WHERE ${isListed}`;
}

const countedIdea = {
  stance: computed.text.orNull(),
  date: computed.moment,
  showId: tables.show.id,
  show: tables.show.name,
};
const countedColumns = sql`i."publishedAt", i."showId", i."episodeId", i.stance, i."repeatOf"`;

/** What is counted of the listed ideas on a symbol that aired from `from` on and by `now`. No order. */
export function readTimelineIdeas(db: Db, symbol: string, from: Date, now: Date): Promise<CountedIdea[]> {
  return db.rows(
    countedIdea,
    sql`
    WITH spoken AS MATERIALIZED (${spoken(symbol, from, now, countedColumns)})
    SELECT i.stance, i."publishedAt" AS date, s.id AS "showId", s.name AS show
    FROM spoken i JOIN show s ON s.id = i."showId" WHERE ${visibleShow}`,
  );
}

const timelineIdea = {
  ...countedIdea,
  ideaId: computed.uuid,
  episodeId: computed.uuid,
  seconds: computed.int.orNull(),
};
const timelineColumns = sql`
  i.id, i."showId", i."episodeId", i."publishedAt", i."timestampSeconds", i.stance, i."repeatOf"`;

/**
 * How long before a window, in milliseconds, all that was said is read in one scan, so that few shows are left whose last
 * idea before it has to be looked up.
 */
const BEFORE_MS = 90 * DAY_MS;

/**
 * The same ideas with when they were said, and of each show that has one its last before `from` whose stance is told: all
 * that tells where a show changed its mind since. No order.
 */
export function readWithFormer(db: Db, symbol: string, from: Date, now: Date): Promise<TimelineIdea[]> {
  const before = new Date(from.getTime() - BEFORE_MS);
  const isBefore = sql`i."publishedAt" < ${from}`;
  return db.rows(
    timelineIdea,
    sql`
    WITH spoken AS MATERIALIZED (${spoken(symbol, before, now, timelineColumns)}),
    shows AS MATERIALIZED (SELECT DISTINCT i."showId" FROM spoken i WHERE NOT ${isBefore}),
    late AS MATERIALIZED (
      SELECT DISTINCT ON (i."showId") i.* FROM spoken i JOIN shows USING ("showId") WHERE ${isBefore} AND i.stance IS NOT NULL
      ORDER BY i."showId", ${lastSpoken(spokenIn(sql`i."publishedAt"`))}),
    early AS MATERIALIZED (
      SELECT f.* FROM (SELECT "showId" FROM shows EXCEPT SELECT "showId" FROM late) those CROSS JOIN LATERAL (
        SELECT ${timelineColumns} FROM idea_ticker k JOIN idea i ON i.id = k."ideaId"
        WHERE k.symbol = ${symbol} AND k."showId" = those."showId" AND k."publishedAt" < ${before}
          AND i.stance IS NOT NULL AND ${currentInItself} AND ${isListed}
        ORDER BY ${lastSpoken(spokenIn(sql`k."publishedAt"`))} LIMIT 1) f
    )
    SELECT i.id AS "ideaId", i."episodeId", i."publishedAt" AS date, i."timestampSeconds" AS seconds, i.stance,
      s.id AS "showId", s.name AS show
    FROM (SELECT * FROM early UNION ALL SELECT * FROM late UNION ALL SELECT i.* FROM spoken i WHERE NOT ${isBefore}) i
      JOIN show s ON s.id = i."showId" WHERE ${visibleShow}`,
  );
}

const said = {
  ...pick(tables.idea, 'id', 'statement', 'subjectKind', 'subjectName', 'speakerName', 'quote'),
  ...pick(tables.show, 'quoteChars', 'mediaEnabled'),
  show: tables.show.name,
};

/** What these ideas say, by id; without those that are listed no more. */
export async function readSaid(db: Db, ideaIds: readonly string[]): Promise<Map<string, Said>> {
  if (ideaIds.length === 0) return new Map();
  const rows = await db.rows(
    said,
    sql`
    SELECT i.id, i.statement, i."subjectKind", i."subjectName", i."speakerName", i.quote, s."quoteChars", s."mediaEnabled", s.name AS show
    FROM ${ideaOfShow}
    WHERE i.id = ANY (${[...ideaIds]}::uuid[]) AND ${currentInItself} AND ${isListed} AND ${visibleShow}`,
  );
  return new Map(rows.map(({ id, ...idea }) => [id, idea]));
}

/** True when a listed idea on the symbol aired by `now`. */
export async function wasDiscussed(db: Db, symbol: string, now: Date): Promise<boolean> {
  const row = await db.row(sql`
    SELECT 1 FROM ${ideaTables} JOIN idea_ticker k ON k."ideaId" = i.id
    WHERE k.symbol = ${symbol} AND k."publishedAt" <= ${now} AND ${listedIdea} LIMIT 1`);
  return row !== undefined;
}
