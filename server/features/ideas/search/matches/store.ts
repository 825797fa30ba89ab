import type { Sql } from 'sql-template-tag';
import type { Stance } from '#server/domain.ts';
import { readQuery, withOperators } from '#server/features/ideas/search/query/rules.ts';
import type { DepthPosition } from '#server/features/ideas/search/rules.ts';
import { NOT_TOLD } from '#server/features/theses/schema.ts';
import { otherSpellings, withoutHyphens } from '#server/language/spelling.ts';
import { empty, join, sql } from '#server/platform/db.ts';
import { unseen } from '#server/platform/postgres/prepared.ts';

/** What the words of a search find. */
export type IdeaText = {
  readonly query: string;
  /** Searches the full argument as well (Premium). */
  readonly full: boolean;
  /** The symbols that the query, or what stands between its ORs, can be: their ideas match too. */
  readonly symbols: readonly string[];
  /** Other names of the theme that the query names: whoever says one of them says the same. */
  readonly otherNames: readonly string[];
  /** Ideas that mean what the query does, in other words. */
  readonly alike: readonly string[];
};

/** Filters of a search, all of which hold. Moments bound the air date: `from` inclusive, `until` exclusive. */
export type IdeaFilter = {
  readonly text: IdeaText | null;
  readonly symbol: string | null;
  readonly showId: string | null;
  readonly theme: string | null;
  /** Whole words of a speaker's name. */
  readonly person: string | null;
  readonly stance: Stance | typeof NOT_TOLD | null;
  readonly minDepth: number;
  readonly from: Date | null;
  readonly until: Date | null;
};

/** Idea row `i` passes every filter: the one rule for lists of a search and for what a saved search alerts of. */
export function passes(filter: IdeaFilter): Sql {
  const { text, showId, minDepth } = filter;
  return sql`(${text ? matchesAnyWay(text) : sql`true`} AND i."discussionDepth" >= ${minDepth}
    ${showId === null ? empty : sql`AND i."showId" = ${showId}::uuid`}
    AND ${isAiredIn(filter, (moment) => moment)} AND ${isOfSubject(filter)} AND ${isSaidBy(filter)})`;
}

/** Idea row `i` aired between the filter's bounds, told to the planner as `asked` says. */
export function isAiredIn(
  { from, until }: Pick<IdeaFilter, 'from' | 'until'>,
  asked: (moment: Sql) => Sql,
): Sql {
  const since = from ? sql`i."publishedAt" >= ${asked(sql`${from}::timestamptz`)}` : sql`true`;
  return until ? sql`${since} AND i."publishedAt" < ${asked(sql`${until}::timestamptz`)}` : since;
}

/** Idea row `i` comes after where a page ended, by depth, air date and id; any does after none. */
export function comesAfter(after: DepthPosition | null): Sql {
  if (after === null) return sql`true`;
  const { depth, publishedAt, id } = after;
  return sql`(i."discussionDepth", i."publishedAt", i.id) < (${depth}::int, ${publishedAt}::timestamptz, ${id}::uuid)`;
}

/** Idea row `i` is on the filter's symbol and in its theme. */
export function isOfSubject({ symbol, theme }: Pick<IdeaFilter, 'symbol' | 'theme'>): Sql {
  const onSymbol = symbol === null ? sql`true` : sql`${symbol} = ANY(i.tickers)`;
  const inTheme = theme === null ? sql`true` : sql`${theme} = ANY(i.themes)`;
  return sql`${onSymbol} AND ${inTheme}`;
}

/** Idea row `i` takes the filter's side and stands under a name that has its words. */
export function isSaidBy({ person, stance }: Pick<IdeaFilter, 'person' | 'stance'>): Sql {
  const byPerson = person === null ? sql`true` : sql`i."speakerName" = ANY (ARRAY(${namesWith(person)}))`;
  return sql`${byPerson} AND ${isOnSide(stance)}`;
}

function isOnSide(stance: IdeaFilter['stance']): Sql {
  if (stance === null) return sql`true`;
  return stance === NOT_TOLD ? sql`i.stance IS NULL` : sql`i.stance = ${stance}`;
}

/** The names of speakers that have these words, each once. */
export function namesWith(words: string): Sql {
  return sql`SELECT DISTINCT n.name FROM speaker_name n WHERE ${isNameWith(words)}`;
}

/** Row `n` of names has these words: those with each of them by their index (migration `speaker_names`). */
export function isNameWith(words: string): Sql {
  return sql`string_to_array(lower(n.name), ' ') @> string_to_array(lower(${words}), ' ') AND ${hasName(sql`n.name`, words)}`;
}

/** A name has these words one after another and whole, in whatever case. */
export function hasName(name: Sql, words: string): Sql {
  return sql`strpos(' ' || lower(${name}) || ' ', ' ' || lower(${words}) || ' ') > 0`;
}

/**
 * What an index holds of idea row `i`: headline and thesis, or the full argument as well, with the marks of what the idea is
 * (migration `marked_words`). A query of words alone finds words alone.
 */
const headTerms = termsOf(sql`i.search`);
export const fullTerms = termsOf(sql`i."searchFull"`);

function termsOf(words: Sql): Sql {
  return sql`idea_terms(${words}, i."discussionDepth", i."publishedAt", i."showId", i.tickers, i.themes)`;
}

/** Idea row `i` has the words, or names their theme in its line. */
function matchesText(text: IdeaText): Sql {
  return hasWords(text, headTerms, fullTerms, (words) => words);
}

/** `matchesText` for ideas with these marks, a tsquery: one look at the index finds both, however common the words are. */
export function matchesMarked(text: IdeaText, marks: Sql): Sql {
  return hasWords(text, headTerms, fullTerms, (words) => sql`${marks} && ${unseen(words)}`);
}

/** The same, told from the row itself and not from the index. */
export function saysText(text: IdeaText): Sql {
  return hasWords(text, sql`i.search`, sql`i."searchFull"`, unseen);
}

function hasWords(
  { query, otherNames, full }: IdeaText,
  head: Sql,
  whole: Sql,
  asked: (words: Sql) => Sql,
): Sql {
  const has = (terms: Sql, words: Sql) => sql`${terms} @@ (${asked(sql`NULLIF(${words}, ''::tsquery)`)})`;
  const column = full ? whole : head;
  const found = sql`${has(column, wordsOf(query))} ${holdsPhrases(query, full)}`;
  if (otherNames.length === 0) return found;
  const named = sql`websearch_to_tsquery('english', ${otherNames.map((name) => `"${name}"`).join(' OR ')})`;
  return sql`(${found} OR ${has(head, named)})`;
}

/**
 * Idea row `i` holds the query's quoted phrases with the words that an index leaves out ("unlike most"). What it leaves
 * none of out is a phrase in the index already, in whatever forms of its words.
 */
function holdsPhrases(query: string, full: boolean): Sql {
  const argument = full ? sql`, i.context` : empty;
  return join(
    [
      empty,
      ...readQuery(query).phrases.map(
        (
          phrase,
        ) => sql`(numnode(phraseto_tsquery('simple', ${phrase})) = numnode(phraseto_tsquery('english', ${phrase}))
          OR to_tsvector('simple', concat_ws(' ', i.headline, i.thesis ${argument})) @@ phraseto_tsquery('simple', ${phrase}))`,
      ),
    ],
    ' AND ',
  );
}

/**
 * `websearch_to_tsquery` takes any text; one of stop words alone matches nothing. A word that is written in two ways is
 * found in either.
 */
export function wordsOf(query: string): Sql {
  const parsed = sql`websearch_to_tsquery('english', ${withoutHyphens(withOperators(query))})`;
  return otherSpellings(query).reduce((words, [written, other]) => {
    const one = sql`plainto_tsquery('english', ${written})`;
    return sql`ts_rewrite(${words}, ${one}, ${one} || plainto_tsquery('english', ${other}))`;
  }, parsed);
}

/** Idea row `i` means the same. */
export function isAlike({ alike }: IdeaText): Sql {
  return sql`i.id = ANY(${[...alike]}::uuid[])`;
}

/** Idea row `i` is found by its meaning alone: it lacks the words and is not on the symbol that they are. */
export function isNear(text: IdeaText | null): Sql {
  if (text === null || text.alike.length === 0) return sql`false`;
  return sql`(${isAlike(text)} AND (${join([saysText(text), ...isOnSymbols(text)], ' OR ')}) IS NOT TRUE)`;
}

/** Idea row `i` is found by its words, by what it means or as the symbol that the words are. */
function matchesAnyWay(text: IdeaText): Sql {
  return sql`(${join(
    [matchesText(text), ...(text.alike.length > 0 ? [isAlike(text)] : []), ...isOnSymbols(text)],
    ' OR ',
  )})`;
}

function isOnSymbols({ symbols }: IdeaText): Sql[] {
  return symbols.length > 0 ? [sql`i.tickers && ${[...symbols]}::text[]`] : [];
}
