import type { Sql } from 'sql-template-tag';
import type { CountedRange } from '#server/features/visibility/counts/rules.ts';
import { unreadEpisode } from '#server/features/visibility/store.ts';
import { type Db, empty, join, sql } from '#server/platform/db.ts';
import { computed } from '#server/platform/rows.ts';

/**
 * What is counted as it is written (migrations `listed_counts`, `counted_once`, `ticker_years` and `speaker_counts`): listed ideas, those of a
 * show with what it repeats of others, and visible episodes.
 */
type Kind = 'corpus' | 'show' | 'theme' | 'ticker year' | 'episodes of show';

/** How many there are of a kind: of everything, or under one key (a show's id, a theme's slug, a symbol). An integer, 0 for none. */
export function heldCount(kind: Kind, key: Sql = sql`''`): Sql {
  return sql`(SELECT COALESCE(sum(h.ideas), 0)::int FROM listed_count h WHERE h.kind = ${kind} AND h.key = ${key})`;
}

/** How many visible episodes of show row `s` were read: all but the unread ones, which have an index. An integer. */
export const readOfShow = sql`(${heldCount('episodes of show', sql`s.id::text`)}
  - (SELECT count(*)::int FROM episode e WHERE e."showId" = s.id AND NOT e.hidden AND ${unreadEpisode}))`;

/** `key` and `ideas` of all that is counted under a kind: for whoever wants every one of them. */
export function heldCounts(kind: Kind): Sql {
  return sql`SELECT h.key, sum(h.ideas)::int AS ideas FROM listed_count h WHERE h.kind = ${kind} GROUP BY h.key`;
}

/** Each speaker with listed ideas, `name` and `ideas`, among the rows `n` that satisfy `where`. */
export function heldBySpeaker(where: Sql = sql`true`): Sql {
  return sql`
    SELECT n.name, sum(h.ideas)::int AS ideas FROM speaker_name n JOIN listed_count h ON h.kind = 'speaker' AND h.key = n.id::text
    WHERE ${where} GROUP BY n.name HAVING sum(h.ideas) > 0`;
}

/** How many shows have a listed idea on a symbol: an integer. */
export function showsOn(symbol: string): Sql {
  return sql`(SELECT count(*)::int FROM (
    SELECT h.key FROM listed_count h WHERE h.kind = ${`shows of ${symbol}`} GROUP BY h.key HAVING sum(h.ideas) > 0) h)`;
}

/** How many listed ideas on each symbol aired on a day `YYYY-MM-DD` (UTC) or later: `symbol` and `ideas`. */
export function bySymbolSince(day: string): Sql {
  return sql`
    SELECT h.key AS symbol, sum(h.ideas)::int AS ideas FROM listed_count h
    WHERE h.kind = 'ticker day' AND h.since >= ${day}::date GROUP BY h.key HAVING sum(h.ideas) > 0`;
}

/** How many listed ideas on a symbol are of at least this depth and aired in these ranges. */
export async function countOnSymbol(
  db: Db,
  symbol: string,
  minDepth: number,
  ranges: readonly CountedRange[],
): Promise<number> {
  const row = await db.row(
    { ideas: computed.int },
    sql`
    SELECT COALESCE(sum(h.ideas), 0)::int AS ideas
    FROM (VALUES ${join(ranges.map(asRow))}) AS r (kind, since, until)
    JOIN listed_count h ON h.kind = r.kind AND h.key = ${symbol} AND h.since >= r.since AND h.since < r.until
    ${minDepth > 1 ? sql`WHERE h.depth >= ${minDepth}` : empty}`,
  );
  return row!.ideas;
}

function asRow({ by, from, until }: CountedRange): Sql {
  const kind = { year: 'ticker year', month: 'ticker', day: 'ticker day' }[by];
  return sql`(${kind}::text, ${from ?? '-infinity'}::date, ${until ?? 'infinity'}::date)`;
}

/**
 * Makes one row of those that a count has grown; returns how many it made. What is added meanwhile stays beside it, and two that
 * fold at once never take the same row.
 */
export function foldCounts(db: Db): Promise<number> {
  return db.run(sql`
    WITH grown AS (
      SELECT kind, key, since, depth FROM listed_count GROUP BY 1, 2, 3, 4 HAVING count(*) > 1
    ), taken AS (
      DELETE FROM listed_count h USING grown g
      WHERE (h.kind, h.key, h.since, h.depth) = (g.kind, g.key, g.since, g.depth) RETURNING h.kind, h.key, h.since, h.depth, h.ideas
    )
    INSERT INTO listed_count (kind, key, since, depth, ideas)
    SELECT kind, key, since, depth, sum(ideas) FROM taken GROUP BY 1, 2, 3, 4`);
}
