import { readFileSync } from 'node:fs';
import type { Sentence } from '#server/ingest/extract/sentences/sentences.ts';

/** A reader's mark of a sentence: a claim on an investment in the speaker's own voice, or support for one. */
export type Mark = 'claim' | 'support';

/** Starts of an episode's marked sentences, in seconds to the tenth. */
type Entry = { readonly claims: readonly number[]; readonly support: readonly number[] };

/** The marked sentences of the readings, by `show/transcript`. None of the shows' words. */
export function marks(): Readonly<Record<string, Entry>> {
  return JSON.parse(readFileSync(new URL('./marks.json', import.meta.url), 'utf8')) as Record<string, Entry>;
}

/** A function that returns the mark of a sentence of the episode, or null. */
export function markOf({ claims, support }: Entry): (sentence: Sentence) => Mark | null {
  const byStart = new Map<number, Mark>([
    ...support.map((second) => [second, 'support'] as const),
    ...claims.map((second) => [second, 'claim'] as const),
  ]);
  return ({ start }) => byStart.get(Math.round(start * 10) / 10) ?? null;
}
