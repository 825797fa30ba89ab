import { readFileSync } from 'node:fs';
import type { Stance } from '#server/domain.ts';

/**
 * A strict editor's verdict on a card (docs/labelling.md, Cards): `y` signed, `w` signed for want of a better one. Not signed: `a`
 * promotion, `s` not about the subject, `r` not the speaker's own view, `q` a question or a set-up, `n` no view, `b` broken, `d`
 * does not stand alone.
 */
export type CardVerdict = 'y' | 'w' | 'a' | 's' | 'r' | 'q' | 'n' | 'b' | 'd';

/** Start of the quoted sentence in seconds, the subject, the verdict, the side (`+`, `-`, `m`, `b`, `?`; `!` where declared), depth or 0. */
type Entry = readonly [start: number, subject: string, verdict: CardVerdict, side: string, depth: number];

/** Cards that editors read beside the transcript, by `show/transcript`: seconds and our own names, none of the shows' words. */
export function labelledCards(): Readonly<Record<string, readonly Entry[]>> {
  return JSON.parse(readFileSync(new URL('./cards.json', import.meta.url), 'utf8'));
}

const STANCES: Readonly<Record<string, Stance>> = {
  '+': 'BULLISH',
  '-': 'BEARISH',
  m: 'MIXED',
  b: 'BALANCED',
};

/** The stance of an editor's mark; null if none can be told. */
export function heardIn(side: string): Stance | null {
  return STANCES[side.charAt(0)] ?? null;
}

/** Whether an editor signed the card. */
export function isSigned(verdict: CardVerdict): boolean {
  return verdict === 'y' || verdict === 'w';
}
