import type { Sql } from 'sql-template-tag';
import {
  comesAfter,
  type IdeaFilter,
  type IdeaText,
  isAiredIn,
  matchesMarked,
  passes,
  saysText,
  wordsOf,
} from '#server/features/ideas/search/matches/store.ts';
import { DEEPEST, type DepthPosition } from '#server/features/ideas/search/rules.ts';
import { currentOfShow, listedOfShow } from '#server/features/visibility/store.ts';
import { DAY_MS } from '#server/platform/clock.ts';
import { join, sql } from '#server/platform/db.ts';
import { unseen } from '#server/platform/postgres/prepared.ts';

type TextFilter = IdeaFilter & { readonly text: IdeaText };

const WEEK_SECONDS = 604_800;
/** Blocks are of 4 to the power of 0 to 5 weeks, by which the index marks ideas (migration `marked_words`). */
const WIDEST = 5;
/** Blocks of sixteen weeks and more. */
const MIDDLING = 2;
/** Blocks of a year and more, which many looks of lesser depths would read much of. */
const WIDE = 3;
/** So few matches are read at once, whatever their depth. */
const FEW = 200;
/** What aired within so many days is looked through: a block would hold more from before and after. */
const SHORT_DAYS = 3;

/**
 * Listed ideas with the words of a text that pass the filter and come after `after`: `id`, `depth` and `at` of the first
 * `limit` by depth, air date and id, and maybe some more. The index is asked for the words within a block of weeks of one
 * depth, then for older ones and lesser depths until there are enough. Blocks grow where they hold few, and are smaller again
 * for the next depth, so that neither a common word is read far beyond what is wanted nor a rare one sought week by week. Where a
 * long depth held few, or the latest weeks none, and few match in all, one look without depth and weeks finds the rest.
 */
export function byWords(filter: TextFilter, after: DepthPosition | null, limit: number): Sql {
  const { minDepth, from, until } = filter;
  if (isShort(filter)) return ofWindow(filter, after, limit);
  const lastWeek = until && weekOf(until.getTime() - 1);
  return sql`
    (WITH RECURSIVE span AS (
      SELECT LEAST(max(week), ${lastWeek}::int) AS newest, GREATEST(min(week), ${from && weekOf(from.getTime())}::int) AS oldest
      FROM (SELECT floor(extract(epoch FROM unnest(ARRAY[min("publishedAt"), max("publishedAt")])) / ${WEEK_SECONDS}::int)::int AS week FROM idea) aired
    ), walk AS (
      SELECT ${after?.depth ?? DEEPEST}::int AS depth, LEAST(newest, ${after && weekOf(after.publishedAt.getTime())}::int) AS week, 0 AS level,
        0 AS held, NULL::boolean AS rest, newest, oldest, LEAST(${WIDEST}::int, ceil(log(4, newest - oldest + 1)))::int AS widest,
        NULL::uuid[] AS ids, NULL::int[] AS depths, NULL::timestamptz[] AS ats
      FROM span WHERE newest >= oldest
      UNION ALL
      SELECT CASE WHEN w.rest THEN 0 WHEN block.first <= w.oldest THEN w.depth - 1 ELSE w.depth END,
        CASE WHEN block.first <= w.oldest THEN w.newest ELSE block.first - 1 END,
        CASE WHEN block.first <= w.oldest THEN GREATEST(0, w.level - ${WIDE}::int) ELSE LEAST(w.widest, w.level + CASE WHEN 16 * found.ideas <= ${limit}::int - w.held THEN 2 WHEN 4 * found.ideas <= ${limit}::int - w.held THEN 1 ELSE 0 END) END,
        w.held + found.ideas,
        CASE WHEN w.rest IS NOT NULL OR NOT (w.level >= ${WIDE}::int AND block.first <= w.oldest OR w.level >= ${MIDDLING}::int AND w.held + found.ideas = 0) THEN w.rest ELSE 4 * (w.held + found.ideas) <= ${limit}::int AND ${areFew(filter)} END,
        w.newest, w.oldest, w.widest, found.ids, found.depths, found.ats
      FROM walk w
      CROSS JOIN LATERAL (
        SELECT w.week & -(1 << 2 * w.level) AS first, CASE WHEN w.rest THEN 'infinity' ELSE to_timestamp((w.week + 1) * ${WEEK_SECONDS}::float8) END AS until,
          (CASE WHEN w.rest THEN '' ELSE '''depth ' || w.depth || ' ' || w.level || ' ' || (w.week >> 2 * w.level) || '''' END)::tsquery AS marks) block
      CROSS JOIN LATERAL (
        SELECT count(*)::int AS ideas, array_agg(id) AS ids, array_agg(depth) AS depths, array_agg(at::timestamptz) AS ats
        FROM (${ofBlock(filter, after, limit)}) f) found
      WHERE w.held < ${limit}::int AND w.depth >= ${minDepth}::int
    )
    SELECT f.id, f.depth, f.at FROM walk w CROSS JOIN LATERAL unnest(w.ids, w.depths, w.ats) AS f (id, depth, at))`;
}

function isShort({ from, until }: TextFilter): boolean {
  return from !== null && until !== null && until.getTime() - from.getTime() <= SHORT_DAYS * DAY_MS;
}

/** What a short window holds, in order. Whether it may be told is looked up in that order, of no more than are wanted. */
function ofWindow(filter: TextFilter, after: DepthPosition | null, limit: number): Sql {
  const aired = isAiredIn(filter, unseen);
  const said = sql`${saysText(filter.text)} AND ${aired} AND ${passes({ ...filter, text: null, from: null, until: null })}`;
  return sql`(${listedOf(filter, said, comesAfter(after), limit)})`;
}

/**
 * What a block holds of depths and weeks that were not looked at yet, in order. Whether it may be told is looked up in that
 * order, of no more than are wanted.
 */
function ofBlock(filter: TextFilter, after: DepthPosition | null, limit: number): Sql {
  const marks = join([sql`block.marks`, ...marksOf(filter)], ' && ');
  const within = sql`i."publishedAt" < block.until AND i."discussionDepth" <= w.depth AND ${passes({ ...filter, text: null })}`;
  return listedOf(filter, matchesMarked(filter.text, marks), sql`${within} AND ${comesAfter(after)}`, limit);
}

/** The listed ideas among `found` that satisfy `also`, the first in order. */
function listedOf({ showId }: TextFilter, found: Sql, also: Sql, limit: number): Sql {
  const order = sql`i."discussionDepth" DESC, i."publishedAt" DESC, i.id DESC`;
  return sql`
    SELECT i.id, i."discussionDepth" AS depth, i."publishedAt" AS at
    FROM (SELECT i.* FROM idea i WHERE ${found} ORDER BY ${order} OFFSET 0) i JOIN show s ON s.id = i."showId"
    WHERE ${showId === null ? listedOfShow : currentOfShow} AND ${also} ORDER BY ${order} LIMIT ${unseen(sql`${limit}::int`)}`;
}

/** Whether few ideas match in all; false for a text that leaves words out, since no index leads to what lacks them. */
function areFew(filter: TextFilter): Sql {
  const marks = join([sql`''::tsquery`, ...marksOf(filter)], ' && ');
  return sql`position('!' IN ${unseen(wordsOf(filter.text.query))}::text) = 0
    AND (SELECT count(*) FROM (SELECT 1 FROM idea i WHERE ${matchesMarked(filter.text, marks)} LIMIT ${unseen(sql`${FEW}::int + 1`)}) few) <= ${FEW}::int`;
}

/** Marks of the show, symbol and theme that a search is narrowed by. */
function marksOf({ showId, symbol, theme }: IdeaFilter): Sql[] {
  const named = Object.entries({ show: showId?.toLowerCase(), ticker: symbol, theme });
  return named.flatMap(([kind, name]) => (name ? [sql`${asLexeme(`${kind} ${name}`)}::tsquery`] : []));
}

function asLexeme(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}

function weekOf(ms: number): number {
  return Math.floor(ms / (WEEK_SECONDS * 1000));
}
