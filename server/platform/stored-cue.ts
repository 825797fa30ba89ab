import type { Cue } from '#server/domain.ts';

/** A line of a transcript as the column `cues` holds it. */
export type StoredCue = readonly [start: number, end: number, speaker: string | null, text: string];

/** A stored line as a cue. */
export function cueOf([start, end, speaker, text]: StoredCue): Cue {
  return { start, end, speaker, text };
}
