import type { Sql } from 'sql-template-tag';
import {
  comesAfter,
  type IdeaFilter,
  isAlike,
  isNear,
  isOfSubject,
  isSaidBy,
  namesWith,
  passes,
} from '#server/features/ideas/search/matches/store.ts';
import { amongNext, countedBySpeaker, isByNameAlone } from '#server/features/ideas/search/names/store.ts';
import { DEEPEST, type DepthPosition } from '#server/features/ideas/search/rules.ts';
import { byWords } from '#server/features/ideas/search/words/store.ts';
import { cardColumns, cardRow, type IdeaRow } from '#server/features/ideas/store.ts';
import { ideaTables, listedWhere } from '#server/features/visibility/store.ts';
import { type Db, empty, join, sql } from '#server/platform/db.ts';
import { planEachTime, unseen } from '#server/platform/postgres/prepared.ts';
import { computed, pick, tables } from '#server/platform/rows.ts';

/** Where candidates are read from: a table whose index holds depth, air date and id after the filter that leads it. */
type Source = {
  readonly tables: Sql;
  readonly depth: Sql;
  readonly at: Sql;
  readonly id: Sql;
  readonly where: Sql;
  /** The filter that `where` is. */
  readonly holds?: 'symbol' | 'theme' | 'person';
  /** Rows, each of which leads to a page of its own: of ideas that no index has in one order. */
  readonly of?: Sql;
};

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

function ofTheme(slug: string): Source {
  return indexedBy(sql`idea_theme`, sql`k.slug = ${unseen(sql`${slug}::text`)}`, 'theme');
}

/** Each name by itself, in the order of its index (migration `depths_of_speakers`). */
function ofPerson(person: string): Source {
  return {
    ...wholeCorpus,
    holds: 'person',
    of: sql`CROSS JOIN unnest(ARRAY(${namesWith(person)})) AS said (name)`,
    where: sql`i."speakerName" = said.name`,
  };
}

const ideaId = pick(tables.idea, 'id');
const foundRow = { ...cardRow, near: computed.bool };
/** An idea of a search; `near` where it is found by what it means and not by its words. */
export type FoundIdea = IdeaRow & { readonly near: boolean };

/** What `foundRow` maps. */
function foundColumns({ text }: IdeaFilter): Sql {
  return sql`${cardColumns}, ${isNear(text)} AS near`;
}

const deepestFirst = sql`i."discussionDepth" DESC, i."publishedAt" DESC, i.id DESC`;
const newestFirst = sql`i."publishedAt" DESC, i.id DESC`;

/** Listed ideas that pass the filter and come after `after`: depth descending, then air date, then id descending. */
export async function searchIdeas(
  db: Db,
  filter: IdeaFilter,
  after: DepthPosition | null,
  limit: number,
): Promise<FoundIdea[]> {
  const columns = foundColumns(filter);
  const onward = { where: comesAfter(after), order: deepestFirst };
  const next = await amongNext(db, filter, onward, limit, { shape: foundRow, columns });
  if (next) return next;
  if (!filter.text) return db.rows(foundRow, byDepth(drivingSource(filter), filter, after, limit, columns));
  const order = sql`ORDER BY c.depth DESC, c.at DESC, c.id DESC`;
  const page = sql`SELECT * FROM (${candidates(filter, after, limit)}) c ${order} LIMIT ${unseen(sql`${limit}::int`)}`;
  return db.rows(
    foundRow,
    sql`SELECT ${columns} FROM (${page}) c JOIN ${ideaTables} ON i.id = c.id ${order}`,
  );
}

/** Where a page of the newest first ended. */
export type AirPosition = { readonly publishedAt: Date; readonly id: string };

/** Listed ideas that pass the filter, and come after `after`: by air date, then id, both descending. `among`: a condition on the rows of `ideaTables`. */
export async function newestIdeas(
  db: Db,
  filter: IdeaFilter,
  after: AirPosition | null,
  limit: number,
  among: Sql = sql`true`,
): Promise<FoundIdea[]> {
  const where = after
    ? sql`(i."publishedAt", i.id) < (${after.publishedAt}::timestamptz, ${after.id}::uuid)`
    : sql`true`;
  const columns = foundColumns(filter);
  const onward = { where, order: newestFirst, among };
  const next = await amongNext(db, filter, onward, limit, { shape: foundRow, columns });
  if (next) return next;
  const rows = sql`
    SELECT ${columns} FROM ${ideaTables} WHERE ${passes(filter)} AND ${listedWhere(filter.showId !== null)} AND ${where} AND ${among}
    ORDER BY ${newestFirst} LIMIT ${limit}`;
  return db.rows(foundRow, planned(filter, rows));
}

/** Those of `ids` that are listed and pass the filter. */
export async function passing(db: Db, filter: IdeaFilter, ids: readonly string[]): Promise<string[]> {
  const rows = await db.rows(
    ideaId,
    planned(
      filter,
      sql`SELECT i.id FROM ${ideaTables} WHERE i.id = ANY(${[...ids]}::uuid[]) AND ${passes(filter)} AND ${listedWhere(filter.showId !== null)}`,
    ),
  );
  return rows.map(({ id }) => id);
}

/** How to find a text hangs on how common its words are; without one the way is the same for all values. */
function planned({ text }: IdeaFilter, statement: Sql): Sql {
  return text ? planEachTime(statement) : statement;
}

/** How many listed ideas pass the filter, at most `most`. */
export async function countIdeas(db: Db, filter: IdeaFilter, most: number): Promise<number> {
  if (isByNameAlone(filter)) return counted(db, countedBySpeaker(filter.person), most);
  const ids = { shape: ideaId, columns: sql`i.id` };
  const next = await amongNext(db, filter, { where: sql`true`, order: deepestFirst }, most, ids);
  if (next) return next.length;
  return counted(db, sql`SELECT count(*)::int AS found FROM (${candidates(filter, null, most)}) c`, most);
}

async function counted(db: Db, count: Sql, most: number): Promise<number> {
  const row = await db.row({ found: computed.int }, count);
  return Math.min(most, row?.found ?? 0);
}

function candidates(filter: IdeaFilter, after: DepthPosition | null, limit: number): Sql {
  const { text, showId } = filter;
  if (!text) return byDepth(drivingSource(filter), filter, after, limit);
  return join(
    [
      byWords({ ...filter, text }, after, limit),
      ...(text.alike.length > 0 ? [byMatch(filter, isAlike(text), after, limit)] : []),
      ...text.symbols.map((symbol) => byDepth(onSymbol(symbol, showId), filter, after, limit)),
    ],
    ' UNION ',
  );
}

/** What was said on one symbol, by one show where it is given. */
function onSymbol(symbol: string, showId: string | null): Source {
  const byShow = showId === null ? empty : sql`AND k."showId" = ${showId}::uuid`;
  return indexedBy(sql`idea_ticker`, sql`k.symbol = ${unseen(sql`${symbol}::text`)} ${byShow}`, 'symbol');
}

/** Where the most selective filter that an index leads with is read from. */
function drivingSource(filter: IdeaFilter): Source {
  if (filter.symbol !== null) return onSymbol(filter.symbol, filter.showId);
  if (filter.showId !== null) return ofShow(filter.showId);
  if (filter.theme !== null) return ofTheme(filter.theme);
  if (filter.person !== null) return ofPerson(filter.person);
  return wholeCorpus;
}

/**
 * One bounded index scan per depth: air dates narrow each scan, so a short window costs no more than a wide one.
 * Each depth carries its own upper bound; the cursor's depth goes on from the cursor. `columns` of what is found: where it
 * stands, or its card, whose rows are at hand.
 */
function byDepth(
  source: Source,
  filter: IdeaFilter,
  after: DepthPosition | null,
  limit: number,
  columns = sql`${source.id} AS id, ${source.depth} AS "discussionDepth", ${source.at} AS "publishedAt"`,
): Sql {
  const until = filter.until ?? 'infinity';
  const most = unseen(sql`${limit}::int`);
  const bounds: Sql[] = [];
  for (let depth = after?.depth ?? DEEPEST; depth >= filter.minDepth; depth--) {
    const [at, id] = after && depth === after.depth ? [after.publishedAt, after.id] : [until, NO_ID];
    bounds.push(sql`(${depth}::int, ${at}::timestamptz, ${id}::uuid)`);
  }
  if (bounds.length === 0) bounds.push(sql`(NULL::int, NULL::timestamptz, NULL::uuid)`);
  return sql`
    (SELECT page.* FROM (SELECT * FROM (VALUES ${join(bounds)}) AS b (depth, at, id) ORDER BY depth DESC) d ${source.of ?? empty} CROSS JOIN LATERAL (
      SELECT ${columns}
      FROM ${source.tables} JOIN episode e ON e.id = i."episodeId" JOIN show s ON s.id = i."showId"
      WHERE ${source.where} AND ${source.depth} = d.depth AND (${source.at}, ${source.id}) < (d.at, d.id)
        ${filter.from ? sql`AND ${source.at} >= ${unseen(sql`${filter.from}::timestamptz`)}` : empty}
        AND ${listedWhere(filter.showId !== null)} AND ${alsoHolds(filter, source)}
      ORDER BY ${source.at} DESC, ${source.id} DESC LIMIT ${most}) page
     ORDER BY d.depth DESC, page."publishedAt" DESC, page.id DESC LIMIT ${most})`;
}

/** Those that a text finds without its words. */
function byMatch(filter: IdeaFilter, matches: Sql, after: DepthPosition | null, limit: number): Sql {
  return sql`
    (SELECT i.id, i."discussionDepth" AS depth, i."publishedAt" AS at FROM ${ideaTables}
     WHERE ${matches} AND ${listedWhere(filter.showId !== null)} AND ${passes({ ...filter, text: null })}
       AND ${comesAfter(after)}
     ORDER BY ${deepestFirst} LIMIT ${limit})`;
}

/**
 * Filters that the driving index does not hold already: said twice, the planner takes a common one for rare and reads
 * all of it. Beside a text it is driven by the symbol that the text is, which may be another than the filter's.
 */
function alsoHolds(filter: IdeaFilter, { holds }: Source): Sql {
  const led = filter.text === null ? holds : undefined;
  const subject = isOfSubject({
    symbol: led === 'symbol' ? null : filter.symbol,
    theme: led === 'theme' ? null : filter.theme,
  });
  return sql`${subject} AND ${isSaidBy({ ...filter, person: led === 'person' ? null : filter.person })}`;
}
