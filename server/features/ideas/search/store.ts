import type { Sql } from 'sql-template-tag';
import { cardColumns, cardRow, type IdeaRow } from '#server/features/ideas/store.ts';
import { ideaTables, listedIdea } from '#server/features/visibility/store.ts';
import { otherSpellings, withoutHyphens } from '#server/language/spelling.ts';
import { type Db, empty, join, sql } from '#server/platform/db.ts';
import { planEachTime } from '#server/platform/postgres/prepared.ts';
import { computed } from '#server/platform/rows.ts';

export type IdeaText = {
  readonly query: string;
  /** Searches the full argument as well (Premium). */
  readonly full: boolean;
  /** The query read as a symbol, when it can be one: its ideas match too. */
  readonly symbol: string | null;
  /** Ideas that mean what the query does, in other words. */
  readonly alike: readonly string[];
};

/** Filters of a search, all of which hold. Moments bound the air date: `from` inclusive, `until` exclusive. */
export type IdeaFilter = {
  readonly text: IdeaText | null;
  readonly symbol: string | null;
  readonly showId: string | null;
  readonly theme: string | null;
  readonly minDepth: number;
  readonly from: Date | null;
  readonly until: Date | null;
};

export type DepthPosition = { readonly depth: number; readonly publishedAt: Date; readonly id: string };

/** Where candidates are read from: a table whose index holds depth, air date and id after the filter that leads it. */
type Source = {
  readonly tables: Sql;
  readonly depth: Sql;
  readonly at: Sql;
  readonly id: Sql;
  readonly where: Sql;
  /** The filter that `where` is. */
  readonly holds?: 'symbol' | 'theme';
};

const MAX_DEPTH = 5;
const NO_ID = '00000000-0000-0000-0000-000000000000';

const wholeCorpus: Source = {
  tables: sql`idea i`,
  depth: sql`i."discussionDepth"`,
  at: sql`i."publishedAt"`,
  id: sql`i.id`,
  where: sql`true`,
};

function ofShow(showId: string): Source {
  return { ...wholeCorpus, where: sql`i."showId" = ${showId}::uuid` };
}

function indexedBy(rows: Sql, where: Sql, holds: Source['holds']): Source {
  return {
    holds,
    tables: sql`${rows} k JOIN idea i ON i.id = k."ideaId"`,
    depth: sql`k."discussionDepth"`,
    at: sql`k."publishedAt"`,
    id: sql`k."ideaId"`,
    where,
  };
}

function ofSymbol(symbol: string): Source {
  return indexedBy(sql`idea_ticker`, sql`k.symbol = ${symbol}`, 'symbol');
}

function ofTheme(slug: string): Source {
  return indexedBy(sql`idea_theme`, sql`k.slug = ${slug}`, 'theme');
}

/** Listed ideas that pass the filter and come after `after`: depth descending, then air date, then id descending. */
export function searchIdeas(
  db: Db,
  filter: IdeaFilter,
  after: DepthPosition | null,
  limit: number,
): Promise<IdeaRow[]> {
  const page = sql`
    SELECT ${cardColumns} FROM (${candidates(filter, after, limit)}) c JOIN ${ideaTables} ON i.id = c.id
    ORDER BY c.depth DESC, c.at DESC, c.id DESC LIMIT ${limit}`;
  return db.rows(cardRow, planned(filter, page));
}

/** How to find a text hangs on how common its words are; without one the way is the same for all values. */
function planned({ text }: IdeaFilter, statement: Sql): Sql {
  return text ? planEachTime(statement) : statement;
}

/** How many listed ideas pass the filter, at most `most`. */
export async function countIdeas(db: Db, filter: IdeaFilter, most: number): Promise<number> {
  const counted = sql`SELECT count(*)::int AS found FROM (${candidates(filter, null, most)}) c`;
  const row = await db.row({ found: computed.int }, planned(filter, counted));
  return Math.min(most, row?.found ?? 0);
}

function candidates(filter: IdeaFilter, after: DepthPosition | null, limit: number): Sql {
  const { text } = filter;
  const driver = drivingSource(filter);
  if (driver) return byDepth(driver, filter, text ? matchesAnyWay(text) : sql`true`, after, limit);
  if (!text) return byDepth(wholeCorpus, filter, sql`true`, after, limit);
  return join(
    [
      byMatch(filter, matchesText(text), after, limit),
      ...(text.alike.length > 0 ? [byMatch(filter, isAlike(text), after, limit)] : []),
      ...(text.symbol ? [byDepth(ofSymbol(text.symbol), filter, sql`true`, after, limit)] : []),
    ],
    ' UNION ',
  );
}

/** The most selective filter that an index leads with. */
function drivingSource(filter: IdeaFilter): Source | null {
  if (filter.showId !== null) return ofShow(filter.showId);
  if (filter.symbol !== null) return ofSymbol(filter.symbol);
  if (filter.theme !== null) return ofTheme(filter.theme);
  return null;
}

/**
 * One bounded index scan per depth: air dates narrow each scan, so a short window costs no more than a wide one.
 * Each depth carries its own upper bound; the cursor's depth goes on from the cursor.
 */
function byDepth(
  source: Source,
  filter: IdeaFilter,
  and: Sql,
  after: DepthPosition | null,
  limit: number,
): Sql {
  const until = filter.until ?? 'infinity';
  const bounds: Sql[] = [];
  for (let depth = after?.depth ?? MAX_DEPTH; depth >= filter.minDepth; depth--) {
    const [at, id] = after && depth === after.depth ? [after.publishedAt, after.id] : [until, NO_ID];
    bounds.push(sql`(${depth}::int, ${at}::timestamptz, ${id}::uuid)`);
  }
  if (bounds.length === 0)
    return sql`SELECT NULL::uuid AS id, 0 AS depth, NULL::timestamptz AS at WHERE false`;
  return sql`
    (SELECT page.* FROM (VALUES ${join(bounds)}) AS d (depth, at, id) CROSS JOIN LATERAL (
      SELECT ${source.id} AS id, ${source.depth} AS depth, ${source.at} AS at
      FROM ${source.tables} JOIN episode e ON e.id = i."episodeId" JOIN show s ON s.id = i."showId"
      WHERE ${source.where} AND ${source.depth} = d.depth AND (${source.at}, ${source.id}) < (d.at, d.id)
        ${filter.from ? sql`AND ${source.at} >= ${filter.from}` : empty}
        AND ${listedIdea} AND ${alsoHolds(filter, source)} AND ${and}
      ORDER BY ${source.at} DESC, ${source.id} DESC LIMIT ${limit}) page)`;
}

/** Text alone: the planner weighs the text index against the order's. */
function byMatch(filter: IdeaFilter, matches: Sql, after: DepthPosition | null, limit: number): Sql {
  return sql`
    (SELECT i.id, i."discussionDepth" AS depth, i."publishedAt" AS at FROM ${ideaTables}
     WHERE ${matches} AND ${listedIdea} AND i."discussionDepth" >= ${filter.minDepth}
       ${filter.from ? sql`AND i."publishedAt" >= ${filter.from}` : empty}
       ${filter.until ? sql`AND i."publishedAt" < ${filter.until}` : empty}
       ${after ? sql`AND (i."discussionDepth", i."publishedAt", i.id) < (${after.depth}::int, ${after.publishedAt}::timestamptz, ${after.id}::uuid)` : empty}
     ORDER BY i."discussionDepth" DESC, i."publishedAt" DESC, i.id DESC LIMIT ${limit})`;
}

/**
 * Filters that the driving index does not hold already: said twice, the planner takes a common one for rare and reads
 * all of it. Beside a text that is wanted: the text's own index is then the shorter way (bench/lists.ts).
 */
function alsoHolds({ symbol, theme, text }: IdeaFilter, { holds }: Source): Sql {
  const led = text === null ? holds : undefined;
  const symbolToo = symbol === null || led === 'symbol' ? sql`true` : sql`${symbol} = ANY(i.tickers)`;
  const themeToo = theme === null || led === 'theme' ? sql`true` : sql`${theme} = ANY(i.themes)`;
  return sql`${symbolToo} AND ${themeToo}`;
}

function matchesText({ query, full }: IdeaText): Sql {
  return sql`${full ? sql`i."searchFull"` : sql`i.search`} @@ ${wordsOf(query)}`;
}

/**
 * `websearch_to_tsquery` takes any text; one of stop words alone matches nothing. A word that is written in two ways is
 * found in either.
 */
function wordsOf(query: string): Sql {
  const parsed = sql`websearch_to_tsquery('english', ${withoutHyphens(query)})`;
  return otherSpellings(query).reduce((words, [written, other]) => {
    const one = sql`plainto_tsquery('english', ${written})`;
    return sql`ts_rewrite(${words}, ${one}, ${one} || plainto_tsquery('english', ${other}))`;
  }, parsed);
}

function isAlike({ alike }: IdeaText): Sql {
  return sql`i.id = ANY(${[...alike]}::uuid[])`;
}

function matchesAnyWay(text: IdeaText): Sql {
  return sql`(${join(
    [
      matchesText(text),
      ...(text.alike.length > 0 ? [isAlike(text)] : []),
      ...(text.symbol ? [sql`${text.symbol} = ANY(i.tickers)`] : []),
    ],
    ' OR ',
  )})`;
}
