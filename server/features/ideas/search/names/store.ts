import type { Sql } from 'sql-template-tag';
import {
  hasName,
  type IdeaFilter,
  isNameWith,
  isSaidBy,
} from '#server/features/ideas/search/matches/store.ts';
import { heldBySpeaker } from '#server/features/visibility/counts/store.ts';
import { listedIdea } from '#server/features/visibility/store.ts';
import { type Db, raw, sql } from '#server/platform/db.ts';
import { unseen } from '#server/platform/postgres/prepared.ts';

/** So many names are each looked up by themselves. */
const FEW_NAMES = 50;
/** So many ideas are looked through for those of many names. */
const LOOKED_THROUGH = 2_000;

type ByPerson = IdeaFilter & { readonly person: string };

/** Whether a search is narrowed by a speaker's name alone, and perhaps by side and depth. */
export function isByPerson(filter: IdeaFilter): filter is ByPerson {
  const { text, symbol, showId, theme, person, from, until } = filter;
  const others = [text, symbol, showId, theme, from, until];
  return person !== null && others.every((one) => one === null);
}

/** Whether it is narrowed by that name and nothing else. */
export function isByNameAlone(filter: IdeaFilter): filter is ByPerson {
  return isByPerson(filter) && filter.stance === null && filter.minDepth === 1;
}

/** `found`: how many listed ideas stand under names with these words. */
export function countedBySpeaker(words: string): Sql {
  return sql`SELECT COALESCE(sum(n.ideas), 0)::int AS found FROM (${heldBySpeaker(isNameWith(words))}) n`;
}

/** Whether so many names have the words that looking up each costs more than looking through the first ideas of a list. */
export async function areManyNames(db: Db, words: string): Promise<boolean> {
  const row = await db.row(
    sql`SELECT 1 FROM speaker_name n WHERE ${isNameWith(words)} OFFSET ${FEW_NAMES} LIMIT 1`,
  );
  return row !== undefined;
}

/** What a list goes on with, of idea rows `i`: those that satisfy `where`, in an order that an index has. */
export type Onward = { readonly where: Sql; readonly order: Sql };

/**
 * `columns` of the listed ideas that pass the filter among the next `LOOKED_THROUGH` of the corpus, whoever said them: `limit` of
 * them are the page, fewer may not be all that there are.
 */
export function amongNext(filter: ByPerson, { where, order }: Onward, limit: number, columns: Sql): Sql {
  const next = sql`
    SELECT i.* FROM idea i WHERE i."discussionDepth" >= ${filter.minDepth} AND ${where}
    ORDER BY ${order} LIMIT ${raw(String(LOOKED_THROUGH))}`;
  return sql`
    SELECT ${columns} FROM (${next}) i JOIN episode e ON e.id = i."episodeId" JOIN show s ON s.id = i."showId"
    WHERE ${hasName(sql`i."speakerName"`, filter.person)} AND ${isSaidBy({ ...filter, person: null })} AND ${listedIdea}
    ORDER BY ${order} LIMIT ${unseen(sql`${limit}::int`)}`;
}
