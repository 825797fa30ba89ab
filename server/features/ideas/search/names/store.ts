import type { Sql } from 'sql-template-tag';
import {
  hasName,
  type IdeaFilter,
  isAiredIn,
  isNameWith,
  isSaidBy,
} from '#server/features/ideas/search/matches/store.ts';
import { heldBySpeaker } from '#server/features/visibility/counts/store.ts';
import { listedIdea } from '#server/features/visibility/store.ts';
import { type Db, sql } from '#server/platform/db.ts';
import { planEachTime } from '#server/platform/postgres/prepared.ts';
import type { RowOf, Shape } from '#server/platform/rows.ts';

/** So many names are each looked up by themselves. */
const FEW_NAMES = 50;
/** So many ideas are looked through for those of many names. */
const LOOKED_THROUGH = 2_000;

type ByPerson = IdeaFilter & { readonly person: string };

/** Whether nothing but a speaker's name leads to what a search finds: its side, depth and air dates lead nowhere by themselves. */
function isByPerson(filter: IdeaFilter): filter is ByPerson {
  const { text, symbol, showId, theme, person } = filter;
  return person !== null && [text, symbol, showId, theme].every((one) => one === null);
}

/** Whether it is narrowed by that name and nothing else. */
export function isByNameAlone(filter: IdeaFilter): filter is ByPerson {
  const { stance, minDepth, from, until } = filter;
  return isByPerson(filter) && minDepth === 1 && [stance, from, until].every((one) => one === null);
}

/** `found`: how many listed ideas stand under names with these words. */
export function countedBySpeaker(words: string): Sql {
  return sql`SELECT COALESCE(sum(n.ideas), 0)::int AS found FROM (${heldBySpeaker(isNameWith(words))}) n`;
}

/**
 * What a list goes on with: ideas that satisfy `where`, a condition on idea row `i` alone, in an order that an index has. `among`: what they
 * must satisfy besides, which may ask of episode `e` and show `s`, too.
 */
type Onward = { readonly where: Sql; readonly order: Sql; readonly among?: Sql };

/**
 * The first `limit` listed ideas that pass the filter and go on with a list, as `columns` of idea row `i`, told from the next
 * `LOOKED_THROUGH` of the corpus, whoever said them. Null where few names have the words, which lead to their ideas themselves, and
 * where more may come behind those.
 */
export async function amongNext<S extends Shape>(
  db: Db,
  filter: IdeaFilter,
  onward: Onward,
  limit: number,
  { shape, columns }: { readonly shape: S; readonly columns: Sql },
): Promise<RowOf<S>[] | null> {
  if (!isByPerson(filter) || !(await areManyNames(db, filter.person))) return null;
  const found = await db.rows(shape, planEachTime(saidAmong(filter, onward, limit, columns)));
  return found.length === limit || !(await goesOn(db, filter, onward)) ? found : null;
}

/** Whether so many names have the words that looking up each costs more than looking through the first ideas of a list. */
async function areManyNames(db: Db, words: string): Promise<boolean> {
  const row = await db.row(
    sql`SELECT 1 FROM speaker_name n WHERE ${isNameWith(words)} OFFSET ${FEW_NAMES} LIMIT 1`,
  );
  return row !== undefined;
}

function saidAmong(filter: ByPerson, onward: Onward, limit: number, columns: Sql): Sql {
  const next = sql`SELECT i.* FROM ${nextOf(filter, onward)} LIMIT ${LOOKED_THROUGH}`;
  return sql`
    SELECT ${columns} FROM (${next}) i JOIN episode e ON e.id = i."episodeId" JOIN show s ON s.id = i."showId"
    WHERE ${hasName(sql`i."speakerName"`, filter.person)} AND ${isSaidBy({ ...filter, person: null })} AND ${listedIdea}
      AND ${onward.among ?? sql`true`}
    ORDER BY ${onward.order} LIMIT ${limit}`;
}

/** Whether the corpus goes on behind what is looked through. */
async function goesOn(db: Db, filter: ByPerson, onward: Onward): Promise<boolean> {
  const behind = sql`SELECT 1 FROM ${nextOf(filter, onward)} OFFSET ${LOOKED_THROUGH} LIMIT 1`;
  return (await db.row(planEachTime(behind))) !== undefined;
}

/** Ideas of the depths and air dates that are asked for, in order. The planner knows the dates: a short window is read whole. */
function nextOf(filter: ByPerson, { where, order }: Onward): Sql {
  return sql`
    idea i WHERE i."discussionDepth" >= ${filter.minDepth} AND ${isAiredIn(filter, (moment) => moment)} AND ${where} ORDER BY ${order}`;
}
