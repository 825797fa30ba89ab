import type { Sql } from 'sql-template-tag';
import type { Period } from '#server/features/ask/read/period/period.ts';
import type { Span } from '#server/features/ask/read/period/span.ts';
import { empty, join, sql } from '#server/platform/db.ts';

/** Where to look; all bounds apply. */
export type SearchBounds = {
  readonly showIds: readonly string[];
  readonly period: Period | null;
  readonly episodeId: string | null;
  /** Which come first of those that answer alike; there is a bound on how many are looked at. */
  readonly first: 'newest' | 'oldest';
};

/** An idea, or what else aired at `airedAt`, is where to look. */
export function withinBounds({ showIds, period, episodeId }: SearchBounds, airedAt = sql`i."publishedAt"`) {
  return sql`true
    ${showIds.length > 0 ? sql`AND s.id = ANY(${[...showIds]}::uuid[])` : empty}
    ${episodeId ? sql`AND e.id = ${episodeId}::uuid` : empty}
    ${period?.from ? sql`AND ${airedAt} >= ${period.from}` : empty}
    ${period?.until ? sql`AND ${airedAt} < ${period.until}` : empty}
    ${outside(airedAt, period?.except ?? [])}`;
}

function outside(airedAt: Sql, spans: readonly Span[]) {
  const each = spans.map(({ from, until }) => sql`AND NOT (${airedAt} >= ${from} AND ${airedAt} < ${until})`);
  return each.length === 0 ? empty : join(each, ' ');
}

/** The order of air dates in which a search looks. */
export function inOrderOf({ first }: SearchBounds) {
  return first === 'oldest' ? sql`ASC` : sql`DESC`;
}

/** Whether only some shows, or one episode, are looked at. */
export const isOfSome = ({ showIds, episodeId }: SearchBounds) => showIds.length > 0 || episodeId !== null;
