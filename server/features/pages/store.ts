import type { Sql } from 'sql-template-tag';
import { publicLink } from '#server/api/links.ts';
import { companiesSpokenOf } from '#server/features/pages/companies/store.ts';
import type {
  Choice,
  CorpusCounts,
  EpisodeFacts,
  Fictional,
  ThemeFacts,
  TickerCount,
  TickerFacts,
} from '#server/features/pages/schema.ts';
import {
  bySymbolSince,
  heldBySpeaker,
  heldCount,
  readOfShow,
  showsOn,
} from '#server/features/visibility/counts/store.ts';
import {
  currentIdea,
  ideaOfShow,
  ideaTables,
  isSample,
  listedOfShow,
  readEpisode,
  visibleEpisode,
  visibleShow,
} from '#server/features/visibility/store.ts';
import { utcDay } from '#server/platform/clock.ts';
import { type Db, empty, sql } from '#server/platform/db.ts';
import { computed, pick, tables } from '#server/platform/rows.ts';

/** What readers may know of: shows of which an episode was read, the episodes of them that were, and listed ideas. */
export async function listedCounts(db: Db): Promise<CorpusCounts> {
  return (await db.row(
    { shows: computed.int, episodes: computed.int, ideas: computed.int },
    sql`SELECT count(*) FILTER (WHERE s.read > 0)::int AS shows, COALESCE(sum(s.read), 0)::int AS episodes, ${heldCount('corpus')} AS ideas
      FROM (SELECT ${readOfShow} AS read FROM show s WHERE ${visibleShow} OFFSET 0) s`,
  ))!;
}

const choice = pick(tables.theme, 'slug', 'name');

const episodeRow = {
  ...pick(tables.episode, 'id', 'title', 'description', 'publishedAt', 'durationSeconds', 'guest', 'link'),
  enclosureUrl: computed.text.orNull(),
  showId: tables.show.id,
  showSlug: tables.show.slug,
  showName: tables.show.name,
  ideaCount: computed.int,
  reading: computed.text.as<EpisodeFacts['reading']>(),
};
const episodeColumns = sql`
  e.id, e.title, e.description, e."publishedAt", e."durationSeconds", e.guest, e.link,
  CASE WHEN e."enclosureType" LIKE 'audio/%' THEN e."enclosureUrl" END AS "enclosureUrl",
  s.id AS "showId", s.slug AS "showSlug", s.name AS "showName",
  (SELECT count(*)::int FROM idea i WHERE i."episodeId" = e.id AND ${currentIdea}) AS "ideaCount",
  CASE WHEN ${readEpisode} THEN 'read' WHEN e.state IN ('no_transcript', 'failed') THEN e.state ELSE 'waiting' END AS reading`;

/** Where a page of episodes ended. Episodes may have aired at one moment: a feed without dates has only such. */
export type EpisodePlace = { readonly publishedAt: Date; readonly id: string | null };

/** Episodes of a show behind a place, newest first; a place without an id is before every episode of its moment. */
export async function episodesOfShow(
  db: Db,
  showId: string,
  { publishedAt, id }: EpisodePlace,
  limit: number,
): Promise<EpisodeFacts[]> {
  const rows = await db.rows(
    episodeRow,
    sql`
    SELECT ${episodeColumns} FROM episode e JOIN show s ON s.id = e."showId"
    WHERE e."showId" = ${showId}::uuid AND ${visibleEpisode} AND ${
      id === null
        ? sql`e."publishedAt" < ${publishedAt}`
        : sql`(e."publishedAt", e.id) < (${publishedAt}::timestamptz, ${id}::uuid)`
    }
    ORDER BY e."publishedAt" DESC, e.id DESC LIMIT ${limit}`,
  );
  return rows.map(publicEpisode);
}

/** An episode for its page; null when it is hidden or unknown. */
export async function episodeFacts(db: Db, id: string): Promise<EpisodeFacts | null> {
  const row = await db.row(
    episodeRow,
    sql`
    SELECT ${episodeColumns} FROM episode e JOIN show s ON s.id = e."showId"
    WHERE e.id = ${id}::uuid AND ${visibleEpisode}`,
  );
  return row ? publicEpisode(row) : null;
}

function publicEpisode(episode: EpisodeFacts): EpisodeFacts {
  return { ...episode, link: publicLink(episode.link), enclosureUrl: publicLink(episode.enclosureUrl) };
}

const tickerCount = {
  symbol: tables.ideaTicker.symbol,
  name: tables.ticker.name.orNull(),
  ideas: computed.int,
};

/** Symbols that a show's ideas are about, the most frequent first. */
export function tickersOfShow(db: Db, showId: string, limit: number): Promise<TickerCount[]> {
  return db.rows(
    tickerCount,
    sql`
    SELECT t.symbol, n.name, count(*)::int AS ideas FROM idea_ticker t JOIN (${ideaTables}) ON i.id = t."ideaId" LEFT JOIN ticker n ON n.symbol = t.symbol
    WHERE i."showId" = ${showId}::uuid AND ${currentIdea} GROUP BY t.symbol, n.name ORDER BY ideas DESC, t.symbol LIMIT ${limit}`,
  );
}

/** Symbols with the most ideas aired on the UTC day of `from` or later, those of the shows `leftOut` taken off, which are few. */
export function busiestTickers(
  db: Db,
  from: Date,
  limit: number,
  leftOut: readonly string[],
): Promise<TickerCount[]> {
  const day = utcDay(from);
  return db.rows(
    { ...tickerCount, symbol: computed.text },
    sql`
    SELECT t.symbol, n.name, t.ideas
    FROM (
      SELECT a.symbol, a.ideas - COALESCE(o.ideas, 0) AS ideas
      FROM (${bySymbolSince(day)}) a LEFT JOIN (
        SELECT k.symbol, count(*)::int AS ideas FROM ${ideaOfShow} JOIN idea_ticker k ON k."ideaId" = i.id
        WHERE i."showId" = ANY (${leftOut}::uuid[]) AND ${listedOfShow} AND i."publishedAt" >= ${day}::timestamp AT TIME ZONE 'UTC'
        GROUP BY k.symbol) o USING (symbol)
      WHERE a.ideas > COALESCE(o.ideas, 0) ORDER BY ideas DESC, a.symbol LIMIT ${limit}) t
    LEFT JOIN ticker n ON n.symbol = t.symbol ORDER BY t.ideas DESC, t.symbol`,
  );
}

/** What the corpus has on a symbol. */
export async function tickerFacts(db: Db, symbol: string): Promise<TickerFacts> {
  return (await db.row(
    {
      symbol: computed.text,
      ideaCount: computed.int,
      showCount: computed.int,
      firstAt: computed.moment.orNull(),
      lastAt: computed.moment.orNull(),
      fictional: computed.bool,
    },
    sql`
    SELECT ${symbol}::text AS symbol, ${heldCount('ticker year', sql`${symbol}`)} AS "ideaCount",
      ${showsOn(symbol)} AS "showCount", (${airedOn(symbol, sql`ASC`)}) AS "firstAt", (${airedOn(symbol, sql`DESC`)}) AS "lastAt",
      EXISTS (${airedOn(symbol, sql`DESC`)}) AND NOT EXISTS (${airedOn(symbol, sql`DESC`, REAL)}) AS fictional`,
  ))!;
}

/** Idea row `i` was said by somebody. */
const REAL = sql`AND NOT ${isSample(sql`i."showId"`)}`;

/** The first or the last air date of the listed ideas on a symbol that satisfy `among`. */
function airedOn(symbol: string, order: Sql, among = empty): Sql {
  return sql`
    SELECT t."publishedAt" FROM idea_ticker t JOIN idea i ON i.id = t."ideaId" JOIN show s ON s.id = i."showId"
    WHERE t.symbol = ${symbol} AND ${listedOfShow} ${among} ORDER BY t."publishedAt" ${order} LIMIT 1`;
}

const themeRow = { ...choice, ideas: computed.int, lastAt: computed.moment.orNull() };

const themeColumns = sql`
  t.slug, t.name, ${heldCount('theme', sql`t.slug`)} AS ideas,
  (${airedUnder(sql`t.slug`)}) AS "lastAt"`;

/** The last air date of the listed ideas that touch a theme and satisfy `among`. */
function airedUnder(slug: Sql, among = empty): Sql {
  return sql`
    SELECT x."publishedAt" FROM idea_theme x JOIN idea i ON i.id = x."ideaId" JOIN show s ON s.id = i."showId"
    WHERE x.slug = ${slug} AND ${listedOfShow} ${among} ORDER BY x."publishedAt" DESC LIMIT 1`;
}

/** Themes that ideas touch, the most discussed first. `OFFSET 0` stops the planner from counting again in the outer query. */
export function listThemeFacts(db: Db): Promise<ThemeFacts[]> {
  return db.rows(
    themeRow,
    sql`SELECT * FROM (SELECT ${themeColumns} FROM theme t OFFSET 0) t WHERE t.ideas > 0 ORDER BY t.ideas DESC, t.name`,
  );
}

/** A theme by its slug, and whether samples alone touch it; null for an unknown one. */
export async function themeFacts(db: Db, slug: string): Promise<(ThemeFacts & Fictional) | null> {
  const row = await db.row(
    { ...themeRow, fictional: computed.bool },
    sql`
    SELECT ${themeColumns}, EXISTS (${airedUnder(sql`t.slug`)}) AND NOT EXISTS (${airedUnder(sql`t.slug`, REAL)}) AS fictional
    FROM theme t WHERE t.slug = ${slug}`,
  );
  return row ?? null;
}

/** Shows and themes to choose from in a search, by name; at most `limit` of each. */
export async function searchChoices(
  db: Db,
  limit: number,
): Promise<{ readonly shows: Choice[]; readonly themes: Choice[] }> {
  const [shows, themes] = await Promise.all([
    db.rows(
      pick(tables.show, 'slug', 'name'),
      sql`SELECT s.slug, s.name FROM show s WHERE ${visibleShow} ORDER BY s.name, s.id LIMIT ${limit}`,
    ),
    db.rows(
      choice,
      sql`
      SELECT t.slug, t.name FROM theme t WHERE EXISTS (SELECT 1 FROM idea_theme x WHERE x.slug = t.slug) ORDER BY t.name LIMIT ${limit}`,
    ),
  ]);
  return { shows, themes };
}

/** The fictional shows that come with the service, but for hidden ones. */
export function sampleShows(db: Db): Promise<{ id: string }[]> {
  return db.rows(
    pick(tables.show, 'id'),
    sql`SELECT s.id FROM feed f JOIN show s ON s.id = f."showId" WHERE f.sample AND ${visibleShow}`,
  );
}

/** Every symbol that has ideas. Steps through the index from one symbol to the next, which reads less than summing the yearly counts. */
const symbolsSpokenOf = sql`
  WITH RECURSIVE spoken AS (
    (SELECT symbol FROM idea_ticker ORDER BY symbol LIMIT 1)
    UNION ALL SELECT next.symbol FROM spoken CROSS JOIN LATERAL (
      SELECT k.symbol FROM idea_ticker k WHERE k.symbol > spoken.symbol ORDER BY k.symbol LIMIT 1) next)
  SELECT symbol FROM spoken`;

const sitemapRow = { room: computed.text, key: computed.text, at: computed.moment };
export type SitemapRow = { readonly path: string; readonly at: Date };

/** Thesis row `t` was stated by somebody: mostly its last statement says so. */
const realThesis = sql`(NOT ${isSample(sql`t."lastShowId"`)} OR EXISTS (SELECT 1 FROM thesis_statement x WHERE x."thesisId" = t.id AND NOT ${isSample(sql`x."showId"`)}))`;

/** Names that samples' listed ideas stand under: told of the samples, which are few, and not of all that each name says. */
const namesInSamples = sql`
  SELECT i."speakerName" FROM feed sf JOIN show s ON s.id = sf."showId" JOIN idea i ON i."showId" = s.id
  WHERE sf.sample AND i."speakerName" IS NOT NULL AND ${listedOfShow}`;

/** Addresses for the sitemap, at most `limit` of each kind, newest first; none of what samples alone say, nor of what was not read. */
export async function sitemapRows(db: Db, limit: number): Promise<SitemapRow[]> {
  const realShow = sql`NOT ${isSample(sql`s.id`)}`;
  const rows = await db.rows(
    sitemapRow,
    sql`
    (SELECT 'ideas' AS room, i.id::text AS key, i."createdAt" AS at FROM ${ideaOfShow} WHERE ${listedOfShow} ${REAL} ORDER BY i."publishedAt" DESC, i.id LIMIT ${limit})
    UNION ALL (SELECT 'shows', s.slug, s."updatedAt" FROM show s WHERE ${visibleShow} AND ${realShow} AND ${readOfShow} > 0 ORDER BY s.name LIMIT ${limit})
    UNION ALL (SELECT 'episodes', e.id::text, e."publishedAt" FROM episode e JOIN show s ON s.id = e."showId" WHERE ${visibleEpisode} AND ${realShow} AND ${readEpisode} ORDER BY e."publishedAt" DESC LIMIT ${limit})
    UNION ALL (SELECT 'tickers', t.symbol, last.at FROM (${symbolsSpokenOf}) t CROSS JOIN LATERAL (
      SELECT k."publishedAt" AS at FROM idea_ticker k JOIN (${ideaOfShow}) ON i.id = k."ideaId"
      WHERE k.symbol = t.symbol AND ${listedOfShow} ${REAL} ORDER BY k."publishedAt" DESC LIMIT 1) last ORDER BY 3 DESC LIMIT ${limit})
    UNION ALL (SELECT 'themes', t.slug, last.at FROM theme t CROSS JOIN LATERAL (
      SELECT k."publishedAt" AS at FROM idea_theme k JOIN (${ideaOfShow}) ON i.id = k."ideaId"
      WHERE k.slug = t.slug AND ${listedOfShow} ${REAL} ORDER BY k."publishedAt" DESC LIMIT 1) last ORDER BY 3 DESC LIMIT ${limit})
    UNION ALL (SELECT 'companies', c.slug, c.at FROM (${companiesSpokenOf(REAL)}) c ORDER BY 3 DESC LIMIT ${limit})
    UNION ALL (SELECT 'people', n.name, last.at FROM (${heldBySpeaker()}) n CROSS JOIN LATERAL (
      SELECT i."publishedAt" AS at FROM ${ideaOfShow} WHERE i."speakerName" = n.name AND ${listedOfShow} ORDER BY i."publishedAt" DESC LIMIT 1) last
      WHERE n.name NOT IN (${namesInSamples}) ORDER BY 3 DESC LIMIT ${limit})
    UNION ALL (SELECT 'theses', t.id::text, t."lastMentionAt" FROM thesis t WHERE ${realThesis} ORDER BY t."lastMentionAt" DESC LIMIT ${limit})`,
  );
  return rows.map(({ room, key, at }) => ({ path: `/${room}/${encodeURIComponent(key)}`, at }));
}
