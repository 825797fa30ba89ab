import type { Sql } from 'sql-template-tag';
import type { Period } from '#server/features/ask/read/period/period.ts';
import type { Span } from '#server/features/ask/read/period/span.ts';
import { empty, join, sql } from '#server/platform/db.ts';

/** Where to look; all bounds apply. */
export type SearchBounds = {
  readonly showIds: readonly string[];
  readonly period: Period | null;
  /** Episodes to look in; empty for all. */
  readonly episodeIds: readonly string[];
  /** Which come first of those that answer alike; there is a bound on how many are looked at. */
  readonly first: 'newest' | 'oldest';
};

/** The whole record, the newest first. */
export const EVERYWHERE: SearchBounds = { showIds: [], period: null, episodeIds: [], first: 'newest' };

/** An idea, or what else aired at `airedAt`, is where to look. */
export function withinBounds({ showIds, period, episodeIds }: SearchBounds, airedAt = sql`i."publishedAt"`) {
  return sql`true
    ${showIds.length > 0 ? sql`AND s.id = ANY(${[...showIds]}::uuid[])` : empty}
    ${episodeIds.length > 0 ? sql`AND e.id = ANY(${[...episodeIds]}::uuid[])` : empty}
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

/** Whether only some shows or episodes are looked at. */
export const isOfSome = ({ showIds, episodeIds }: SearchBounds) => showIds.length + episodeIds.length > 0;
