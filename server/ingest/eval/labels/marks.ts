import { readFileSync } from 'node:fs';
import type { Sentence } from '#server/ingest/extract/sentences/sentences.ts';

/** What a reader took a sentence for: a claim on an investment in the speaker's own voice, or what is brought up for one. */
export type Mark = 'claim' | 'support';

/** Where the marked sentences of an episode start, in seconds to the tenth. */
type Entry = { readonly claims: readonly number[]; readonly support: readonly number[] };

/** What readers marked, sentence by sentence, in the episodes of the readings, by `show/transcript`. None of the shows' words. */
export function marks(): Readonly<Record<string, Entry>> {
  return JSON.parse(readFileSync(new URL('./marks.json', import.meta.url), 'utf8')) as Record<string, Entry>;
}

/** A function that gives the mark of a sentence of the episode; null for the many that carry none. */
export function markOf({ claims, support }: Entry): (sentence: Sentence) => Mark | null {
  const byStart = new Map<number, Mark>([
    ...support.map((second) => [second, 'support'] as const),
    ...claims.map((second) => [second, 'claim'] as const),
  ]);
  return ({ start }) => byStart.get(Math.round(start * 10) / 10) ?? null;
}
