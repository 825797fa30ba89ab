import { expand } from '#server/language/synonyms.ts';
import { termsOf } from '#server/language/terms.ts';

/** The words that a question asks for. */
export type Query = {
  /** Stems asked for, in order. */
  readonly asked: readonly string[];
  /** Stems looked for with their weights: the asked ones 1, what finance also calls them less. */
  readonly weights: ReadonlyMap<string, number>;
};

/** Reads a question as words to look for. */
export function readQuery(text: string): Query {
  const asked = [...new Set(termsOf(text))];
  return { asked, weights: expand(asked) };
}
