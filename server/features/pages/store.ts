import type { Sql } from 'sql-template-tag';
import type { SpokenCue } from '#server/features/pages/context.ts';
import type {
  Choice,
  CorpusCounts,
  EpisodeFacts,
  ShowFacts,
  ThemeFacts,
  ThesisLine,
  TickerCount,
  TickerFacts,
} from '#server/features/pages/schema.ts';
import type { ThesisState } from '#server/features/theses/schema.ts';
import type { ThesisSubject } from '#server/features/theses/statement.ts';
import {
  ideaTables,
  listedIdea,
  nameContains,
  visibleEpisode,
  visibleIdea,
  visibleShow,
} from '#server/features/visibility/store.ts';
import { type Db, empty, sql } from '#server/platform/db.ts';
import { computed, pick, type RowOf, tables } from '#server/platform/rows.ts';

const ids = async (db: Db, ideas: Sql) =>
  (await db.rows(pick(tables.idea, 'id'), ideas)).map((row) => row.id);

/** What readers may know of: shows, processed episodes and listed ideas. */
export async function listedCounts(db: Db): Promise<CorpusCounts> {
  return (await db.row(
    { shows: computed.int, episodes: computed.int, ideas: computed.int },
    sql`
    SELECT (SELECT count(*)::int FROM show s WHERE ${visibleShow}) AS shows,
      (SELECT count(*)::int FROM episode e JOIN show s ON s.id = e."showId" WHERE ${visibleEpisode} AND e.state = 'processed') AS episodes,
      (SELECT count(*)::int FROM ${ideaTables} WHERE ${listedIdea}) AS ideas`,
  ))!;
}

/** Air date of the newest idea up to `now`; null in an empty corpus. */
export async function newestAirDate(db: Db, now: Date): Promise<Date | null> {
  const row = await db.row(
    { at: tables.idea.publishedAt },
    sql`
    SELECT i."publishedAt" AS at FROM ${ideaTables} WHERE ${listedIdea} AND i."publishedAt" <= ${now} ORDER BY i."publishedAt" DESC LIMIT 1`,
  );
  return row?.at ?? null;
}

/** Ids of ideas aired after `after` and up to `until`, the most fully argued first. */
export function ideasAired(db: Db, after: Date, until: Date, limit: number): Promise<string[]> {
  return ids(
    db,
    sql`
      SELECT i.id FROM ${ideaTables} WHERE ${listedIdea} AND i."publishedAt" > ${after} AND i."publishedAt" <= ${until}
      ORDER BY i."discussionDepth" DESC, i."publishedAt" DESC, i.id DESC LIMIT ${limit}`,
  );
}

/** Ids of an episode's ideas in the order they were said. */
export function ideasOfEpisode(db: Db, episodeId: string, limit = 200): Promise<string[]> {
  return ids(
    db,
    sql`
      SELECT i.id FROM ${ideaTables} WHERE ${listedIdea} AND i."episodeId" = ${episodeId}::uuid
      ORDER BY i."timestampSeconds" NULLS LAST, i.id LIMIT ${limit}`,
  );
}

const ideaFactsRow = {
  ...pick(tables.idea, 'episodeId', 'subjectKind', 'subjectKey', 'stance'),
  indexedAt: tables.idea.createdAt,
  durationSeconds: tables.episode.durationSeconds,
  episodeLink: tables.episode.link,
  audioUrl: computed.text.orNull(),
  hasQuote: computed.bool,
};
export type IdeaFacts = RowOf<typeof ideaFactsRow>;

/** Facts of an idea that may be shown by its id, replaced ones included; null for hidden and unknown ones. */
export async function ideaFacts(db: Db, id: string): Promise<IdeaFacts | null> {
  const row = await db.row(
    ideaFactsRow,
    sql`
    SELECT i."episodeId", i."subjectKind", i."subjectKey", i.stance, i."createdAt" AS "indexedAt", e."durationSeconds", e.link AS "episodeLink",
      CASE WHEN e."enclosureType" LIKE 'audio/%' THEN e."enclosureUrl" END AS "audioUrl",
      (i.quote IS NOT NULL AND s."mediaEnabled") AS "hasQuote"
    FROM ${ideaTables} WHERE i.id = ${id}::uuid AND ${visibleIdea}`,
  );
  return row ?? null;
}

const otherSide: Readonly<Record<string, string>> = { BULLISH: 'BEARISH', BEARISH: 'BULLISH' };

/** The most fully argued idea on the same subject with the opposite stance, the newest of equals; null when nobody argued it. */
export async function opposingIdea(db: Db, idea: IdeaFacts): Promise<string | null> {
  const opposite = idea.stance === null ? undefined : otherSide[idea.stance];
  if (!opposite) return null;
  const row = await db.row(
    pick(tables.idea, 'id'),
    sql`
    SELECT i.id FROM ${ideaTables} WHERE ${listedIdea} AND i."subjectKind" = ${idea.subjectKind} AND i."subjectKey" = ${idea.subjectKey}
      AND i.stance = ${opposite} ORDER BY i."discussionDepth" DESC, i."publishedAt" DESC, i.id DESC LIMIT 1`,
  );
  return row?.id ?? null;
}

/** Whether an account has saved an idea, and whether it opened it in full on the UTC day. */
export async function ideaMarks(
  db: Db,
  accountId: string,
  ideaId: string,
  day: string,
): Promise<{ saved: boolean; opened: boolean }> {
  return (await db.row(
    { saved: computed.bool, opened: computed.bool },
    sql`
    SELECT EXISTS (SELECT 1 FROM saved_idea WHERE "accountId" = ${accountId}::uuid AND "ideaId" = ${ideaId}::uuid) AS saved,
      EXISTS (SELECT 1 FROM idea_read WHERE "accountId" = ${accountId}::uuid AND "ideaId" = ${ideaId}::uuid AND day = ${day}::date) AS opened`,
  ))!;
}

const thesisRow = {
  ...pick(tables.thesis, 'id', 'title', 'firstHeardAt', 'lastMentionAt', 'tickers'),
  state: tables.thesis.state.as<ThesisState>(),
  statements: computed.int,
  shows: computed.int,
};
const thesisColumns = sql`
  t.id, t.title, t.state, t."firstHeardAt", t."lastMentionAt", t.tickers,
  (SELECT count(*)::int FROM thesis_statement x WHERE x."thesisId" = t.id) AS statements,
  (SELECT count(DISTINCT x."showId")::int FROM thesis_statement x WHERE x."thesisId" = t.id) AS shows`;

/** Theses that an idea states. */
export function thesesOfIdea(db: Db, ideaId: string): Promise<ThesisLine[]> {
  return db.rows(
    thesisRow,
    sql`
    SELECT ${thesisColumns} FROM thesis t JOIN thesis_statement own ON own."thesisId" = t.id
    WHERE own."ideaId" = ${ideaId}::uuid ORDER BY t."lastMentionAt" DESC, t.id`,
  );
}

/** What a thesis is about, as it was named last; null for an unknown thesis. */
export async function subjectOfThesis(db: Db, id: string): Promise<ThesisSubject | null> {
  const row = await db.row(
    {
      kind: tables.thesis.subjectKind.as<ThesisSubject['kind']>(),
      key: tables.thesis.subjectKey,
      name: tables.idea.subjectName,
    },
    sql`
    SELECT t."subjectKind" AS kind, t."subjectKey" AS key, i."subjectName" AS name
    FROM thesis t JOIN thesis_statement x ON x."thesisId" = t.id JOIN (${ideaTables}) ON i.id = x."ideaId"
    WHERE t.id = ${id}::uuid AND ${listedIdea} ORDER BY x.date DESC, i.id DESC LIMIT 1`,
  );
  return row ?? null;
}

/** Every thesis on a subject, those with the most statements first. */
export function thesesOfSubject(db: Db, { kind, key }: ThesisSubject): Promise<ThesisLine[]> {
  return db.rows(
    thesisRow,
    sql`
    SELECT * FROM (SELECT ${thesisColumns} FROM thesis t WHERE t."subjectKind" = ${kind} AND t."subjectKey" = ${key}) x
    ORDER BY statements DESC, "lastMentionAt" DESC, id`,
  );
}

/** Theses spoken of last up to `now`, whatever their state. */
export function recentTheses(db: Db, now: Date, limit: number): Promise<ThesisLine[]> {
  return db.rows(
    thesisRow,
    sql`
    SELECT ${thesisColumns} FROM thesis t WHERE t."lastMentionAt" <= ${now} ORDER BY t."lastMentionAt" DESC, t.id LIMIT ${limit}`,
  );
}

const choice = pick(tables.theme, 'slug', 'name');

/** Themes that an idea touches, by name. */
export function themesOfIdea(db: Db, ideaId: string): Promise<{ slug: string; name: string }[]> {
  return db.rows(
    choice,
    sql`
    SELECT t.slug, t.name FROM idea_theme x JOIN theme t ON t.slug = x.slug WHERE x."ideaId" = ${ideaId}::uuid ORDER BY t.name`,
  );
}

const showRow = {
  ...pick(tables.show, 'id', 'slug', 'name', 'description', 'artworkUrl', 'link', 'author'),
  sample: computed.bool,
  episodeCount: computed.int,
  ideaCount: computed.int,
  lastEpisodeAt: computed.moment.orNull(),
};
const showColumns = sql`
  s.id, s.slug, s.name, s.description, s."artworkUrl", s.link, s.author, COALESCE(f.sample, false) AS sample,
  (SELECT count(*)::int FROM episode e WHERE e."showId" = s.id AND ${visibleEpisode}) AS "episodeCount",
  (SELECT count(*)::int FROM idea i JOIN episode e ON e.id = i."episodeId"
     WHERE i."showId" = s.id AND ${listedIdea}) AS "ideaCount",
  (SELECT max(e."publishedAt") FROM episode e WHERE e."showId" = s.id AND ${visibleEpisode}) AS "lastEpisodeAt"`;

/** Shows whose name contains `q`, by name and id, after the show `after`; from the start when that is null. */
export function listShowFacts(db: Db, q: string, after: string | null, limit: number): Promise<ShowFacts[]> {
  const further = after
    ? sql`AND (s.name, s.id) > (SELECT a.name, a.id FROM show a WHERE a.id = ${after}::uuid)`
    : empty;
  return db.rows(
    showRow,
    sql`
    SELECT ${showColumns} FROM show s LEFT JOIN feed f ON f."showId" = s.id
    WHERE ${visibleShow} AND ${nameContains(sql`s.name`, q)} ${further} ORDER BY s.name, s.id LIMIT ${limit}`,
  );
}

/** A show by slug or id; null when hidden or unknown. */
export async function showFacts(db: Db, slugOrId: string): Promise<ShowFacts | null> {
  const row = await db.row(
    showRow,
    sql`
    SELECT ${showColumns} FROM show s LEFT JOIN feed f ON f."showId" = s.id
    WHERE ${visibleShow} AND (s.slug = ${slugOrId} OR s.id::text = ${slugOrId})`,
  );
  return row ?? null;
}

const episodeRow = {
  ...pick(tables.episode, 'id', 'title', 'description', 'publishedAt', 'durationSeconds', 'guest', 'link'),
  enclosureUrl: computed.text.orNull(),
  showId: tables.show.id,
  showSlug: tables.show.slug,
  showName: tables.show.name,
  ideaCount: computed.int,
};
const episodeColumns = sql`
  e.id, e.title, e.description, e."publishedAt", e."durationSeconds", e.guest, e.link,
  CASE WHEN e."enclosureType" LIKE 'audio/%' THEN e."enclosureUrl" END AS "enclosureUrl",
  s.id AS "showId", s.slug AS "showSlug", s.name AS "showName",
  (SELECT count(*)::int FROM idea i WHERE i."episodeId" = e.id AND ${listedIdea}) AS "ideaCount"`;

/** Episodes of a show aired before `before`, newest first. */
export function episodesOfShow(db: Db, showId: string, before: Date, limit: number): Promise<EpisodeFacts[]> {
  return db.rows(
    episodeRow,
    sql`
    SELECT ${episodeColumns} FROM episode e JOIN show s ON s.id = e."showId"
    WHERE e."showId" = ${showId}::uuid AND ${visibleEpisode} AND e."publishedAt" < ${before}
    ORDER BY e."publishedAt" DESC, e.id LIMIT ${limit}`,
  );
}

export async function episodeFacts(db: Db, id: string): Promise<EpisodeFacts | null> {
  const row = await db.row(
    episodeRow,
    sql`
    SELECT ${episodeColumns} FROM episode e JOIN show s ON s.id = e."showId"
    WHERE e.id = ${id}::uuid AND ${visibleEpisode}`,
  );
  return row ?? null;
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
    WHERE i."showId" = ${showId}::uuid AND ${listedIdea} GROUP BY t.symbol, n.name ORDER BY ideas DESC, t.symbol LIMIT ${limit}`,
  );
}

/** Symbols with the most ideas aired after `after`. */
export function busiestTickers(db: Db, after: Date, limit: number): Promise<TickerCount[]> {
  return db.rows(
    tickerCount,
    sql`
    SELECT t.symbol, n.name, count(*)::int AS ideas FROM idea_ticker t JOIN (${ideaTables}) ON i.id = t."ideaId" LEFT JOIN ticker n ON n.symbol = t.symbol
    WHERE t."publishedAt" > ${after} AND ${listedIdea} GROUP BY t.symbol, n.name ORDER BY ideas DESC, t.symbol LIMIT ${limit}`,
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
    },
    sql`
    SELECT ${symbol}::text AS symbol, count(i.id)::int AS "ideaCount",
      count(DISTINCT i."showId")::int AS "showCount", min(i."publishedAt") AS "firstAt", max(i."publishedAt") AS "lastAt"
    FROM idea_ticker t JOIN (${ideaTables}) ON i.id = t."ideaId"
    WHERE t.symbol = ${symbol} AND ${listedIdea}`,
  ))!;
}

const themeRow = { ...choice, ideas: computed.int, lastAt: computed.moment.orNull() };

/** Themes that ideas touch, the most discussed first. */
export function listThemeFacts(db: Db): Promise<ThemeFacts[]> {
  return db.rows(
    themeRow,
    sql`
    SELECT t.slug, t.name, count(*)::int AS ideas, max(i."publishedAt") AS "lastAt"
    FROM theme t JOIN idea_theme x ON x.slug = t.slug JOIN (${ideaTables}) ON i.id = x."ideaId"
    WHERE ${listedIdea} GROUP BY t.slug, t.name ORDER BY ideas DESC, t.name`,
  );
}

export async function themeFacts(db: Db, slug: string): Promise<ThemeFacts | null> {
  const row = await db.row(
    themeRow,
    sql`
    SELECT t.slug, t.name, count(i.id)::int AS ideas, max(i."publishedAt") AS "lastAt"
    FROM theme t LEFT JOIN (SELECT i.id, i."publishedAt", x.slug FROM idea_theme x JOIN (${ideaTables}) ON i.id = x."ideaId" WHERE ${listedIdea}) i ON i.slug = t.slug
    WHERE t.slug = ${slug} GROUP BY t.slug, t.name`,
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

/** The fictional shows that come with the service; `name` is null where a real show bears it too. */
export function sampleShows(db: Db): Promise<{ id: string; name: string | null }[]> {
  return db.rows(
    { id: tables.show.id, name: computed.text.orNull() },
    sql`
    SELECT s.id, CASE WHEN NOT EXISTS (SELECT 1 FROM show o WHERE o.name = s.name AND o.id <> s.id) THEN s.name END AS name
    FROM feed f JOIN show s ON s.id = f."showId" WHERE f.sample`,
  );
}

/** What the transcript of an idea's episode holds between two seconds, sponsor reads left out, in order. */
export async function spokenBetween(db: Db, ideaId: string, from: number, to: number): Promise<SpokenCue[]> {
  const rows = await db.rows(
    { cue: computed.json.as<[number, number, string | null, string]>() },
    sql`
    SELECT c.cue FROM idea i JOIN episode e ON e.id = i."episodeId" JOIN transcript t ON t."episodeId" = e.id
      CROSS JOIN LATERAL jsonb_array_elements(t.cues) WITH ORDINALITY c (cue, at)
    WHERE i.id = ${ideaId}::uuid AND (c.cue->>0)::float8 BETWEEN ${from} AND ${to}
      AND NOT EXISTS (SELECT 1 FROM jsonb_array_elements(e."adRanges") a
        WHERE (c.cue->>0)::float8 >= (a->>0)::float8 AND (c.cue->>0)::float8 < (a->>1)::float8)
    ORDER BY c.at`,
  );
  return rows.map(({ cue: [start, end, speaker, text] }) => ({ start, end, speaker, text }));
}

const sitemapRow = { path: computed.text, at: computed.moment };
export type SitemapRow = RowOf<typeof sitemapRow>;

/** Addresses for the sitemap, at most `limit` of each kind, newest first. */
export function sitemapRows(db: Db, limit: number): Promise<SitemapRow[]> {
  return db.rows(
    sitemapRow,
    sql`
    (SELECT '/ideas/' || i.id AS path, i."createdAt" AS at FROM ${ideaTables} WHERE ${listedIdea} ORDER BY i."publishedAt" DESC, i.id LIMIT ${limit})
    UNION ALL (SELECT '/shows/' || s.slug, s."updatedAt" FROM show s WHERE ${visibleShow} ORDER BY s.name LIMIT ${limit})
    UNION ALL (SELECT '/episodes/' || e.id, e."publishedAt" FROM episode e JOIN show s ON s.id = e."showId" WHERE ${visibleEpisode} ORDER BY e."publishedAt" DESC LIMIT ${limit})
    UNION ALL (SELECT '/tickers/' || t.symbol, max(t."publishedAt") FROM idea_ticker t JOIN (${ideaTables}) ON i.id = t."ideaId" WHERE ${listedIdea} GROUP BY t.symbol ORDER BY 2 DESC LIMIT ${limit})
    UNION ALL (SELECT '/themes/' || x.slug, max(i."publishedAt") FROM idea_theme x JOIN (${ideaTables}) ON i.id = x."ideaId" WHERE ${listedIdea} GROUP BY x.slug ORDER BY 2 DESC LIMIT ${limit})
    UNION ALL (SELECT '/theses/' || t.id, t."lastMentionAt" FROM thesis t ORDER BY t."lastMentionAt" DESC LIMIT ${limit})`,
  );
}
