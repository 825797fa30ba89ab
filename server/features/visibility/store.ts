import type { Sql } from 'sql-template-tag';
import { type Db, sql } from '#server/platform/db.ts';

/** Show row `s` that a caller may know of. Every other show answers as unknown. */
export const visibleShow = sql`s.hidden = false`;
/** Episode row `e` of show row `s` that a caller may know of. */
export const visibleEpisode = sql`e.hidden = false AND ${visibleShow}`;
/** The episode of idea row `i` is not among those that are hidden, which are few: it need not be read itself. */
export const episodeVisible = sql`NOT EXISTS (SELECT 1 FROM episode h WHERE h.id = i."episodeId" AND h.hidden)`;
/** Idea row `i` of episode row `e` of show row `s` that a caller may know of. */
export const visibleIdea = sql`i.hidden = false AND ${visibleEpisode}`;
/** Idea row `i` is current as far as it says so itself: its episode and its show may be hidden. */
export const currentInItself = sql`i.hidden = false AND i."supersededAt" IS NULL`;
/** Visible ideas that no later analysis replaced: what lists of one show or episode hold. */
export const currentIdea = sql`${currentInItself} AND ${visibleEpisode}`;
/** The same as `currentIdea`, of idea row `i` of show row `s`, for queries that do not join `episode`. */
export const currentOfShow = sql`${currentInItself} AND ${visibleShow} AND ${episodeVisible}`;
/**
 * Idea row `i` repeats one that is current: its talk was published before, by another show or the same. `OFFSET 0` has each
 * repeat looked up by itself: the planner would gather every current idea of the corpus first, once it expects many rows.
 */
export const isRepeat = sql`(i."repeatOf" IS NOT NULL AND EXISTS (
  SELECT 1 FROM idea o JOIN episode oe ON oe.id = o."episodeId" JOIN show os ON os.id = o."showId"
  WHERE o.id = i."repeatOf" AND o."supersededAt" IS NULL AND o.hidden = false AND oe.hidden = false AND os.hidden = false OFFSET 0))`;
/** What lists over several shows hold, and what is counted: current ideas, each once however many published the talk. */
export const listedIdea = listedWhere(false);
/** The same of idea row `i` of show row `s`, for queries that do not join `episode`. */
export const listedOfShow = listedWhere(false, currentOfShow);

/** Idea row `i` belongs in a list; one of one show or episode holds what it repeats of another, too. */
export function listedWhere(ofOneShow: boolean, current = currentIdea): Sql {
  return ofOneShow ? current : sql`${current} AND NOT ${isRepeat}`;
}

/** Whoever follows the show of idea row `i`, a repeat, follows the show that had it first, too. */
export function followsFirst(accountId: Sql): Sql {
  return sql`EXISTS (SELECT 1 FROM show_follow ff JOIN idea fo ON fo."showId" = ff."showId"
    WHERE fo.id = i."repeatOf" AND ff."accountId" = ${accountId})`;
}

/** What is news for an account: listed ideas, and a repeat on a show that it follows without the one that had it first. */
export function newsFor(accountId: Sql): Sql {
  return sql`${currentIdea} AND (NOT ${isRepeat} OR (NOT ${followsFirst(accountId)}
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
