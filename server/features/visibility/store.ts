import type { Sql } from 'sql-template-tag';
import { type Db, sql } from '#server/platform/db.ts';

const shown = (row: Sql) => sql`${row}.hidden = false`;
const unreplaced = (idea: Sql) => sql`${shown(idea)} AND ${idea}."supersededAt" IS NULL`;
/** Rows of a visible idea that no later analysis replaced, its episode and its show. */
const current = (idea: Sql, episode: Sql, show: Sql) =>
  sql`${unreplaced(idea)} AND ${shown(episode)} AND ${shown(show)}`;

/** Show row `s` that a caller may know of. Every other show answers as unknown. */
export const visibleShow = shown(sql`s`);
/** Episode row `e` of show row `s` that a caller may know of. */
export const visibleEpisode = sql`${shown(sql`e`)} AND ${visibleShow}`;
/** The episode of idea row `i` is not among those that are hidden, which are few: it need not be read itself. */
export const episodeVisible = sql`NOT EXISTS (SELECT 1 FROM episode h WHERE h.id = i."episodeId" AND h.hidden)`;
/** Idea row `i` of episode row `e` of show row `s` that a caller may know of. */
export const visibleIdea = sql`${shown(sql`i`)} AND ${visibleEpisode}`;
/** Idea row `i` is current as far as it says so itself: its episode and its show may be hidden. */
export const currentInItself = unreplaced(sql`i`);
/** Episode row `e` was never read. One that is read again counts as read until then. */
export const unreadEpisode = sql`e.state <> 'processed' AND e."processedAt" IS NULL`;
/** Episode row `e` was read. */
export const readEpisode = sql`NOT (${unreadEpisode})`;
/** Visible ideas that no later analysis replaced: what lists of one show or episode hold. */
export const currentIdea = current(sql`i`, sql`e`, sql`s`);
/** The same as `currentIdea`, of idea row `i` of show row `s`, for queries that do not join `episode`. */
export const currentOfShow = sql`${currentInItself} AND ${visibleShow} AND ${episodeVisible}`;
/**
 * Idea row `i` repeats one that is current: its talk was published before, by another show or the same. `OFFSET 0` has each
 * repeat looked up by itself: the planner would gather every current idea of the corpus first, once it expects many rows.
 */
export const isRepeat = sql`(i."repeatOf" IS NOT NULL AND EXISTS (
  SELECT 1 FROM idea o JOIN episode oe ON oe.id = o."episodeId" JOIN show os ON os.id = o."showId"
  WHERE o.id = i."repeatOf" AND ${current(sql`o`, sql`oe`, sql`os`)} OFFSET 0))`;
/** What lists over several shows hold, and what is counted: current ideas, each once however many published the talk. */
export const listedIdea = sql`${currentIdea} AND NOT ${isRepeat}`;
/** The same of idea row `i` of show row `s`, for queries that do not join `episode`. */
export const listedOfShow = sql`${currentOfShow} AND NOT ${isRepeat}`;

/** Idea row `i` belongs in a list; one of one show or episode holds what it repeats of another, too. */
export function listedWhere(ofOneShow: boolean): Sql {
  return ofOneShow ? currentIdea : listedIdea;
}

/** Whoever follows the show of idea row `i`, a repeat, follows the show that had it first, too. */
export function followsFirst(accountId: Sql): Sql {
  return sql`EXISTS (SELECT 1 FROM show_follow ff JOIN idea fo ON fo."showId" = ff."showId"
    WHERE fo.id = i."repeatOf" AND ff."accountId" = ${accountId})`;
}

/** Idea row `i` of show row `s` is news for an account: a listed one, or a repeat on a show that it follows without the one that had it first. */
export function newsFor(accountId: Sql): Sql {
  return sql`${currentOfShow} AND (NOT ${isRepeat} OR (NOT ${followsFirst(accountId)}
    AND EXISTS (SELECT 1 FROM show_follow fs WHERE fs."showId" = i."showId" AND fs."accountId" = ${accountId})))`;
}

/** An idea with its episode and show, under the names that the predicates use. */
export const ideaTables = sql`idea i JOIN episode e ON e.id = i."episodeId" JOIN show s ON s.id = i."showId"`;
/** An idea with its show alone, for `currentOfShow` and `listedOfShow`. */
export const ideaOfShow = sql`idea i JOIN show s ON s.id = i."showId"`;

/** Whether a show is one of the fictional samples: nobody said what it says, and no search engine is to believe it. */
export function isSample(showId: Sql): Sql {
  return sql`EXISTS (SELECT 1 FROM feed sf WHERE sf."showId" = ${showId} AND sf.sample)`;
}

/** Idea row `i` is of no show among these ids. */
export function notOf(showIds: readonly string[]): Sql {
  return sql`i."showId" <> ALL (${showIds}::uuid[])`;
}

/** Whether the name of a show contains a text, in whatever case; any name contains the empty text. */
export function nameContains(name: Sql, text: string): Sql {
  return sql`strpos(lower(${name}), lower(${text})) > 0`;
}

/** The same for a reader who leaves the marks out or writes others: "all in" is in "All-In". */
export function nameSays(name: Sql, text: string): Sql {
  const words = (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ');
  if (words === '') return nameContains(name, text);
  return sql`(${nameContains(name, text)} OR strpos(regexp_replace(lower(${name}), '[^[:alnum:]]+', ' ', 'g'), ${words}) > 0)`;
}

/**
 * Locks these ideas and all others of their talks until the transaction ends. Call it before hiding or showing one. A repeat counts only
 * while its first is hidden. Two changes at once would each miss the other.
 */
export async function holdIdeas(tx: Db, ids: Sql): Promise<void> {
  await tx.run(sql`
    SELECT 1 FROM idea WHERE id IN (
      ${ids} UNION SELECT id FROM idea WHERE "repeatOf" IN (${ids}) UNION SELECT "repeatOf" FROM idea WHERE id IN (${ids})
      UNION SELECT r.id FROM idea own JOIN idea r ON r."repeatOf" = own."repeatOf" WHERE own.id IN (${ids}))
    ORDER BY id FOR NO KEY UPDATE`);
}
