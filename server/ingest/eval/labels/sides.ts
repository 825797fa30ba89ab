import { readFileSync } from 'node:fs';

/**
 * The start of a sentence in seconds, its subject, and the side on it that a reader hears in that sentence: for it (`+`), against it
 * (`-`), both (`m`), neither (`0`).
 */
export type SentenceSide = readonly [start: number, subject: string, side: '+' | '-' | 'm' | '0'];

/** Sides that readers heard in sentences (docs/labelling.md, Sides), by `show/transcript`. None of the shows' words. */
export function sentenceSides(): Readonly<Record<string, readonly SentenceSide[]>> {
  return JSON.parse(readFileSync(new URL('./sides.json', import.meta.url), 'utf8'));
}

/** A side as layers learn it: neither or both, for, against. */
export const NUMBER_OF_SIDE = { '0': 0, m: 0, '+': 1, '-': 2 } satisfies Record<SentenceSide[2], number>;
