import type { WordCount } from '#server/features/ask/find/words/store.ts';
import type { Query } from '#server/features/ask/read/topic/query.ts';
import { stem, termsOf } from '#server/language/terms.ts';

/** BM25: K1 says how soon a repeated word stops counting, B how much a long text is penalised. */
const K1 = 2;
const B = 0.75;
/** Texts say early what they are about: a word's first place adds up to LEAD, fading over LEAD_WORDS. */
const LEAD = 1;
const LEAD_WORDS = 40;
/** Two asked words near each other add at most this part of the commoner one's weight. */
const NEAR = 0.5;
const NEAR_WORDS = 8;

/** A text for the scorer: its length in stems, and the places of each stem. */
export type IndexedText = {
  readonly length: number;
  readonly places: ReadonlyMap<string, readonly number[]>;
};

/** The figures of a whole collection that the scorer needs. */
export type Collection = {
  readonly size: number;
  readonly averageLength: number;
  /** In how many texts a stem occurs. */
  readonly frequency: (term: string) => number;
};

/** A text for the scorer. */
export function indexText(text: string): IndexedText {
  const terms = termsOf(text);
  const places = new Map<string, number[]>();
  terms.forEach((term, place) => {
    const known = places.get(term);
    if (known) known.push(place);
    else places.set(term, [place]);
  });
  return { length: terms.length, places };
}

/** The collection that consists of these texts. */
export function collectionOf(texts: readonly IndexedText[]): Collection {
  const counts = new Map<string, number>();
  let words = 0;
  for (const text of texts) {
    words += text.length;
    for (const term of text.places.keys()) counts.set(term, (counts.get(term) ?? 0) + 1);
  }
  return {
    size: texts.length,
    averageLength: texts.length === 0 ? 1 : Math.max(1, words / texts.length),
    frequency: (term) => counts.get(term) ?? 0,
  };
}

/** The collection of which these texts are the part that was found. `counts`: its size, and how many of its texts hold a word. */
export function collectionFrom(
  counts: { readonly total: number; readonly words: readonly WordCount[] },
  texts: readonly IndexedText[],
): Collection {
  const found = collectionOf(texts);
  const counted = new Map<string, number>();
  for (const { word, count } of counts.words)
    counted.set(stem(word), Math.max(counted.get(stem(word)) ?? 0, count));
  return {
    size: Math.max(counts.total, found.size, 1),
    averageLength: found.averageLength,
    frequency: (term) => Math.max(counted.get(term) ?? 0, found.frequency(term)),
  };
}

/** The inverse document frequency of a word, above 0. */
export function weightOf(term: string, collection: Collection): number {
  const found = Math.min(collection.frequency(term), collection.size);
  return Math.log(1 + (collection.size - found + 0.5) / (found + 0.5));
}

/** How well a text answers a query: BM25 over asked and related words, with early and neighbouring words counting more. */
export function scoreText(query: Query, text: IndexedText, collection: Collection): number {
  let score = 0;
  const lengthNorm = K1 * (1 - B + (B * text.length) / collection.averageLength);
  for (const [term, weight] of query.weights) {
    const places = text.places.get(term);
    if (!places) continue;
    const frequency = (places.length * (K1 + 1)) / (places.length + lengthNorm);
    const lead = LEAD * Math.exp(-(places[0] ?? 0) / LEAD_WORDS);
    score += weight * weightOf(term, collection) * (frequency + lead);
  }
  return score + nearness(query.asked, text, collection);
}

function nearness(asked: readonly string[], text: IndexedText, collection: Collection): number {
  const present = asked.filter((term) => text.places.has(term));
  let score = 0;
  present.forEach((first, i) => {
    for (const second of present.slice(i + 1)) {
      const distance = leastDistance(text.places.get(first) ?? [], text.places.get(second) ?? []);
      if (distance > NEAR_WORDS) continue;
      score += (NEAR * Math.min(weightOf(first, collection), weightOf(second, collection))) / distance;
    }
  });
  return score;
}

/** Words between the closest two places; both lists ascend. */
function leastDistance(a: readonly number[], b: readonly number[]): number {
  let best = Number.POSITIVE_INFINITY;
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    const gap = (a[i] as number) - (b[j] as number);
    best = Math.min(best, Math.abs(gap));
    if (gap < 0) i += 1;
    else j += 1;
  }
  return Math.max(1, best);
}
