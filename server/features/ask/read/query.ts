import { relatedTerms } from '#server/language/synonyms.ts';
import { termsOf } from '#server/language/terms.ts';

/** The words that a question asks for. */
export type Query = {
  /** Stems asked for, in order. */
  readonly asked: readonly string[];
  /** Stems to look for with their weights: 1 for the asked ones, less for what finance also calls them. */
  readonly weights: ReadonlyMap<string, number>;
};

/** The words to look for of a question. */
export function readQuery(text: string): Query {
  const asked = [...new Set(termsOf(text))];
  return { asked, weights: relatedTerms(asked) };
}
