import type { Sql } from 'sql-template-tag';
import { sql } from '#server/platform/db.ts';

/** What says when something was said, as columns of a statement (SQL); the second may be null. */
export type SpokenColumns = {
  readonly date: Sql;
  readonly episodeId: Sql;
  readonly seconds: Sql;
  readonly ideaId: Sql;
};

/** Those of idea row `i`, with its air date from where an index has it. */
export function spokenIn(date: Sql): SpokenColumns {
  return { date, episodeId: sql`i."episodeId"`, seconds: sql`i."timestampSeconds"`, ideaId: sql`i.id` };
}

/** The order of `inSpokenOrder`, for ORDER BY. */
export function firstSpoken({ date, episodeId, seconds, ideaId }: SpokenColumns): Sql {
  return sql`${date}, ${episodeId}, ${seconds} NULLS LAST, ${ideaId}`;
}

/** The order of `inSpokenOrder` turned round, for ORDER BY. */
export function lastSpoken({ date, episodeId, seconds, ideaId }: SpokenColumns): Sql {
  return sql`${date} DESC, ${episodeId} DESC, ${seconds} DESC NULLS FIRST, ${ideaId} DESC`;
}

/** The order of changes of state of one thesis, for ORDER BY: silence ends at the moment of the statement that ends it. */
export const inTurn = sql`at, array_position(ARRAY['dormant', 'revived', 'challenged'], "toState")`;

/** More seconds than any episode has. */
const AFTER_ALL = sql`2147483647`;

/** A row that is greater than another where it was said later, in the order of `inSpokenOrder`. */
export function spokenAt({ date, episodeId, seconds, ideaId }: SpokenColumns): Sql {
  return sql`(${date}, ${episodeId}, COALESCE(${seconds}, ${AFTER_ALL}), ${ideaId})`;
}
