import type { DraftCue } from './formats.ts';

/** Fewer words tell no pace: a talk may stop for music, and a line be long. */
const LEAST_WORDS = 1000;
/** Words in a second that no transcript falls short of, or exceeds, as a whole: an abridged one has some 0.2. */
const SLOWEST = 0.1;
const FASTEST = 20;

/** What is said until the last cue begins, and how long that takes: a last cue may have no end. */
export function saidBefore(cues: readonly DraftCue[]): { readonly words: number; readonly seconds: number } {
  const last = cues.reduce((latest, { start }) => Math.max(latest, start), 0);
  const words = cues
    .filter(({ start }) => start < last)
    .reduce((sum, { text }) => sum + text.split(' ').length, 0);
  return { words, seconds: last - (cues[0]?.start ?? 0) };
}

/** Why the times of a transcript cannot be when its words were said; null where they can. */
export function disbelief(cues: readonly DraftCue[]): string | null {
  if (cues.length > 2 && cues.every(({ start }) => start === cues[0]?.start))
    return 'The times of the transcript never move.';
  const { words, seconds } = saidBefore(cues);
  if (words < LEAST_WORDS) return null;
  if (words < SLOWEST * seconds)
    return 'The times of the transcript run far past what its words take to say.';
  if (words > FASTEST * seconds)
    return 'The times of the transcript are too short for anybody to say its words.';
  return null;
}
