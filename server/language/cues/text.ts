import type { Cue } from '#server/domain.ts';

/** Cue text with single blanks for white space: the form that quotes are proven against. */
export function cueText(cue: Cue): string {
  return cue.text.replace(/\s+/g, ' ').trim();
}

const TYPOGRAPHIC = /(?<=\p{L})[‘’ʼ](?=(?:t|s|m|d|re|ve|ll|all)(?!\p{L}))/giu;

/**
 * A text with the typewriter's apostrophe in "don't", "I'm" and "Nvidia's", each in its place: what is read is written so, and
 * some transcripts are not. Names ("O’Brien") stay as they are.
 */
export function withPlainApostrophes(text: string): string {
  return text.replace(TYPOGRAPHIC, "'");
}

/** Cues as one text, with the offset and the length of each in it. */
export function joinCues(cues: readonly Cue[]): { text: string; starts: number[]; lengths: number[] } {
  const starts: number[] = [];
  const lengths: number[] = [];
  let text = '';
  for (const cue of cues) {
    const piece = cueText(cue);
    if (text.length > 0 && piece.length > 0) text += ' ';
    starts.push(text.length);
    lengths.push(piece.length);
    text += piece;
  }
  return { text, starts, lengths };
}

/** Index of the last of the sorted starts at or before the offset; 0 if there is none. */
export function lastAtOrBefore(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] as number) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}
