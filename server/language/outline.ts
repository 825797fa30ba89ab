import type { Stance } from '#server/domain.ts';

/** The words for a stance in an outline, between the speaker's name and the subject's. */
export const VIEW: Readonly<Record<Stance, string>> = {
  BULLISH: 'makes a positive case for',
  BEARISH: 'makes a negative case on',
  BALANCED: 'weighs both sides of',
  MIXED: 'sees both positives and negatives in',
};

const VIEWED = new RegExp(`\\b(?:${Object.values(VIEW).join('|')})\\b`);

/**
 * Whether a line tells a lean and the matters touched, but no argument: the matters may have been spoken of in passing.
 * What a relative trade prefers is an argument of its own.
 */
export function isOutline(line: string): boolean {
  return VIEWED.test(line);
}
