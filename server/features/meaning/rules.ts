import { termsOf } from '#server/language/terms.ts';

/** How much of a score is what a text means; the rest is its words. Fitted on every other question of the finance questions (docs/decisions.md). */
const MEANING = 0.9;

/**
 * How well a text answers a question, 0..1: `words`, its score by words as a share of the best one's, and `similarity` of
 * meaning, null where either has no vector: its words alone then count.
 */
export function answerScore(words: number, similarity: number | null): number {
  return similarity === null ? words : (1 - MEANING) * words + MEANING * Math.max(0, similarity);
}

/** From here on an idea says what a search is for, though it shares no word with it (how it was chosen: docs/decisions.md). */
const SAME_MATTER = 0.4;
/** Where not even so many are that near, the nearest say it too: from so alike on, and within so much of the most alike. */
const FEW = 2;
const NEAREST_MATTER = 0.35;
const BESIDE_BEST = 0.12;

/** No idea less alike than this says what a search is for. */
export const LEAST_OF_MATTER = NEAREST_MATTER;

/** Of what is near a search, the most alike first, what says what it is for. */
export function ofMatter<Item extends { readonly similarity: number }>(
  near: readonly Item[],
): readonly Item[] {
  const plain = near.filter(({ similarity }) => similarity >= SAME_MATTER);
  if (plain.length >= FEW) return plain;
  const best = near[0]?.similarity ?? 0;
  return near.filter(({ similarity }) => similarity >= Math.max(NEAREST_MATTER, best - BESIDE_BEST));
}

/**
 * From here on a text answers a question. Of the finance questions (every other one) 4 in 10 have a part of their answer
 * this near, and 2 in 10,000 parts of other answers are.
 */
export const ANSWERS = 0.6;
/** From here on two ideas argue the same. */
export const SAME_ARGUMENT = 0.7;

/**
 * Whether a search is for a matter, which has many words for it: two words of its own or more. Who writes an operator
 * (quotes, a minus, AND, OR, NOT) means the words as they stand, and a symbol is a name.
 */
export function isForMatter(query: string): boolean {
  return termsOf(query).length >= 2 && !/["“”]|(?:^|\s)-\p{L}|\sOR\s|\sAND\s|(?:^|\s)NOT\s/u.test(query);
}
