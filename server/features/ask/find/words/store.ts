import type { Sql } from 'sql-template-tag';
import { fullTerms } from '#server/features/ideas/search/matches/store.ts';
import { writtenForms } from '#server/language/terms.ts';
import { type Db, join, sql } from '#server/platform/db.ts';
import { computed } from '#server/platform/rows.ts';

/** Words are counted up to this many texts; beyond it the exact count changes no ranking. */
const MOST_COUNTED = 5000;

/** A word and in how many texts it occurs, counted up to a bound. */
export type WordCount = { readonly word: string; readonly count: number };
export type WordCounts = {
  readonly ideas: readonly WordCount[];
  readonly passages: readonly WordCount[];
  readonly ideaTotal: number;
  readonly passageTotal: number;
};

/** How common each word is among ideas and transcript windows. Words are letters and digits only. */
export async function countWords(db: Db, words: readonly string[]): Promise<WordCounts> {
  const rows = await db.rows(
    { word: computed.text, ideas: computed.int, passages: computed.int },
    sql`
    SELECT w.word,
      (SELECT count(*)::int FROM (SELECT 1 FROM idea i WHERE ${fullTerms} @@ w.search LIMIT ${MOST_COUNTED}) a) AS ideas,
      (SELECT count(*)::int FROM (SELECT 1 FROM passage WHERE search @@ w.search LIMIT ${MOST_COUNTED}) b) AS passages
    FROM (SELECT word, ${searched(sql`written`, sql`stem`)} AS search
      FROM unnest(${[...words]}::text[], ${words.map(writtenForms)}::text[], ${words.map(stemOf)}::text[]) AS given (word, written, stem)) w`,
  );
  const totals = (await db.row(
    { ideas: computed.int, passages: computed.int },
    sql`
    SELECT (SELECT count(*)::int FROM (SELECT 1 FROM idea LIMIT 100000) a) AS ideas,
      (SELECT count(*)::int FROM (SELECT 1 FROM passage LIMIT 100000) b) AS passages`,
  ))!;
  return {
    ideas: rows.map((row) => ({ word: row.word, count: row.ideas })),
    passages: rows.map((row) => ({ word: row.word, count: row.passages })),
    ideaTotal: totals.ideas,
    passageTotal: totals.passages,
  };
}

const WORD = /^[a-z]+$/;

/** A stem as it stands, which the database would cut again ("employe"); null for what is no word. */
function stemOf(word: string): string | null {
  return WORD.test(word) ? word : null;
}

/** A text search for a word as it may be written, or by its stem. */
function searchFor(word: string) {
  return searched(sql`${writtenForms(word)}`, sql`${stemOf(word)}::text`);
}

function searched(written: Sql, stem: Sql) {
  return sql`(websearch_to_tsquery('english', ${written}) || COALESCE(to_tsquery('simple', ${stem}), ''::tsquery))`;
}

/** A text search for all of these words. */
export function matchingAll(words: readonly string[]) {
  return sql`(${join(words.map(searchFor), ' && ')})`;
}

/** A text search for any of these words. */
export function matchingAny(words: readonly WordCount[]) {
  return sql`(${join(
    rarest(words).map(({ word }) => searchFor(word)),
    ' || ',
  )})`;
}

/** The rarest words, until they match enough texts. Common words match everything, so they only rank what these find. */
function rarest(words: readonly WordCount[]): WordCount[] {
  const ordered = [...words].sort((a, b) => a.count - b.count);
  let reached = 0;
  return ordered.filter(({ count }, i) => {
    reached += count;
    return i === 0 || reached <= MOST_COUNTED * 2;
  });
}

/** How rare those of the words are that a column holds, summed. */
export function rarityOf(words: readonly WordCount[], column: ReturnType<typeof sql>) {
  const parts = words.map(({ word, count }) => {
    const weight = Math.log(1 + MOST_COUNTED / (count + 1));
    return sql`CASE WHEN ${column} @@ ${searchFor(word)} THEN ${weight}::float8 ELSE 0 END`;
  });
  return sql`(${join(parts, ' + ')})`;
}
