import { relatedTerms } from '#server/language/synonyms.ts';
import { termsOf } from '#server/language/terms.ts';

/** The words that a question looks for. */
export type Query = {
  /** Stems asked for, in order. */
  readonly asked: readonly string[];
  /** Stems to look for with their weights: 1 for asked ones, less for finance synonyms. */
  readonly weights: ReadonlyMap<string, number>;
};

/** The stems of a text and their finance synonyms as a query. */
export function readQuery(text: string): Query {
  const asked = [...new Set(termsOf(text))];
  return { asked, weights: relatedTerms(asked) };
}
