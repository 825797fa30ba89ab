import type { Cue } from '#server/domain.ts';

/** Lengths, in seconds, of the pieces in which recordings are transcribed. */
const LENGTHS = [60, 90, 120, 150, 180, 240, 300, 360, 450, 600, 900, 1200, 1800];
/** At a cut a cue begins within this many seconds, and none crosses it. */
const SLACK = 0.35;
const LEAST_CUTS = 5;
/** In joined pieces this share (0..1) of the length's multiples are cuts; a few are by chance. */
const JOINED = 0.85;

/**
 * Seconds at which pieces of a transcript were joined; empty if made in one. Transcribers that work in pieces end a
 * cue at each multiple of their length, and label the speakers of each piece by itself.
 */
export function joinsOf(cues: readonly Cue[]): number[] {
  const end = cues.at(-1)?.end ?? 0;
  for (const length of LENGTHS) {
    const multiples = Array.from({ length: Math.floor(end / length) }, (_, i) => (i + 1) * length);
    if (multiples.length < LEAST_CUTS) continue;
    const cuts = multiples.filter((at) => isCut(cues, at));
    if (cuts.length >= JOINED * multiples.length) return cuts;
  }
  return [];
}

function isCut(cues: readonly Cue[], at: number): boolean {
  const next = cues[firstFrom(cues, at - SLACK)];
  const before = cues[firstFrom(cues, at - SLACK) - 1];
  return next !== undefined && next.start <= at + SLACK && (before === undefined || before.end <= at + SLACK);
}

/** Index of the first cue that starts at a second or later. */
function firstFrom(cues: readonly Cue[], second: number): number {
  let low = 0;
  let high = cues.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((cues[middle] as Cue).start < second) low = middle + 1;
    else high = middle;
  }
  return low;
}
