import type { Sql } from 'sql-template-tag';
import { sql } from '#server/platform/db.ts';

/** Show row `s` that a caller may know of. Every other show answers as unknown. */
export const visibleShow = sql`s.hidden = false`;
/** Episode row `e` of show row `s` that a caller may know of. */
export const visibleEpisode = sql`e.hidden = false AND ${visibleShow}`;
/** Idea row `i` of episode row `e` of show row `s` that a caller may know of. */
export const visibleIdea = sql`i.hidden = false AND ${visibleEpisode}`;
/** Ideas that lists show: visible ones that no later analysis replaced. */
export const listedIdea = sql`${visibleIdea} AND i."supersededAt" IS NULL`;

/** An idea with its episode and show, under the names that the predicates use. */
export const ideaTables = sql`idea i JOIN episode e ON e.id = i."episodeId" JOIN show s ON s.id = i."showId"`;

/** Whether the name of a show contains a text, in whatever case; any name contains the empty text. */
export function nameContains(name: Sql, text: string): Sql {
  return sql`strpos(lower(${name}), lower(${text})) > 0`;
}
