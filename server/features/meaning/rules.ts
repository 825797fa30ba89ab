/** The share of meaning in a score; the rest is words. Fitted on every other finance question (docs/decisions.md). */
const MEANING = 0.9;

/**
 * How well a text answers a question, 0..1. `words`: its score by words as a share of the best text's. `similarity`: of
 * meaning, null when either has no vector; words alone count then.
 */
export function answerScore(words: number, similarity: number | null): number {
  return similarity === null ? words : (1 - MEANING) * words + MEANING * Math.max(0, similarity);
}

/** At this similarity an idea matches a search without sharing a word with it (how it was chosen: docs/decisions.md). */
const SAME_MATTER = 0.4;
/** When fewer ideas than this match, the nearest ones match too: from this similarity on, and this close to the nearest. */
const FEW = 2;
const NEAREST_MATTER = 0.35;
const BESIDE_BEST = 0.12;

/** No idea of a lower similarity matches a search. */
export const LEAST_OF_MATTER = NEAREST_MATTER;

/** The items that match a search, of those near it; `near` is ordered by similarity. */
export function ofMatter<Item extends { readonly similarity: number }>(
  near: readonly Item[],
): readonly Item[] {
  const plain = near.filter(({ similarity }) => similarity >= SAME_MATTER);
  if (plain.length >= FEW) return plain;
  const best = near[0]?.similarity ?? 0;
  return near.filter(({ similarity }) => similarity >= Math.max(NEAREST_MATTER, best - BESIDE_BEST));
}

/**
 * At this similarity a text answers a question. Of every other finance question 4 in 10 have a part of their answer this
 * near, and 2 in 10,000 parts of other answers are.
 */
export const ANSWERS = 0.6;
/** At this similarity two ideas argue the same. */
export const SAME_ARGUMENT = 0.7;
