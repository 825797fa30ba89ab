import { termsOf } from '#server/language/terms.ts';

/**
 * A search text with its operators as the database reads them: `NOT x` becomes `-x`, OR and quotes stand as they are, AND
 * goes without saying. A dash at the start of a word leaves it out, too; any other is text. Nothing within quotes is an
 * operator.
 */
export function withOperators(query: string): string {
  return outsideQuotes(query, (part) => part.replace(/(^|\s)NOT(?:\s+|$)/g, '$1-').replace(TEXT_DASH, ' '));
}

/** A dash that leaves no word or phrase out: it stands alone, doubled or inside punctuation. */
const TEXT_DASH = /(?<![\p{L}\p{N}])(?:-{2,}|(?<!^|\s)-|-(?![\p{L}\p{N}$]|$))/gu;

function outsideQuotes(query: string, change: (part: string) => string): string {
  return query
    .split('"')
    .map((part, i) => (i % 2 === 1 ? part : change(part)))
    .join('"');
}

/** What a search text asks for. */
export type ReadQuery = {
  /** The texts between its ORs, in whatever case, as the database reads them; itself where it has none. */
  readonly alternatives: readonly string[];
  /** The quoted phrases that everything found must hold: none where OR leaves a choice, and none behind a NOT. */
  readonly phrases: readonly string[];
  /** It has an operator: quotes, a minus, or AND, OR or NOT in capitals. "or" in small letters may be a word of a sentence. */
  readonly hasOperators: boolean;
};

/** Reads a search text. Nothing within closed quotes is an operator. */
export function readQuery(query: string): ReadQuery {
  const parts = query.split(/("[^"]*")/);
  const alternatives = alternativesIn(parts);
  return {
    alternatives,
    phrases: alternatives.length > 1 ? [] : phrasesIn(parts),
    hasOperators: OPERATOR.test(query),
  };
}

const OPERATOR = /["“”]|(?:^|\s)-\p{L}|\sOR\s|\sAND\s|(?:^|\s)NOT\s/u;

/** `parts` of a text: by turns outside of quotes and a quoted phrase. */
function alternativesIn(parts: readonly string[]): string[] {
  const marked = parts.map((part, i) => (i % 2 === 1 ? part : part.replace(/(?<=\s)or(?=\s)/gi, OR)));
  return marked
    .join('')
    .split(OR)
    .map((part) => part.trim());
}

/** Stands for an OR that leaves a choice; no text that is searched for holds it. */
const OR = '\0';

function phrasesIn(parts: readonly string[]): string[] {
  return parts.flatMap((part, i) =>
    i % 2 === 1 && !/(?:^|\s)(?:NOT\s*|-)$/.test(parts[i - 1]!) ? [part.slice(1, -1)] : [],
  );
}

/**
 * Whether a search is for a topic, which many words may express: it has two words or more. A search with an operator
 * means its words as they stand, and a symbol is a name.
 */
export function isForMatter(query: string): boolean {
  return termsOf(query).length >= 2 && !readQuery(query).hasOperators;
}
