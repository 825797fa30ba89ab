import type { Cue } from '#server/domain.ts';
import { readStyle } from './style.ts';

const ENDS = /[.!?…:][\s"'”’)\]]*$|[-–—]$/;
const GOES_ON = /^["'“‘(]*\p{Ll}/u;

/** Whether a sentence begins in the one text and goes on in the next. */
export function isBroken(before: string, after: string): boolean {
  return !ENDS.test(before) && GOES_ON.test(after);
}

/**
 * Whether two neighbouring cues are of one voice: under one label, or where the label changes within a sentence. In
 * transcripts without stops or capitals only the label counts.
 */
export function isOneVoice(cues: readonly Cue[], first: number): boolean {
  const [before, after] = [cues[first], cues[first + 1]];
  if (before === undefined || after === undefined) return false;
  if (before.speaker === after.speaker) return true;
  const { punctuated, lowerCase } = readStyle(cues);
  return punctuated && !lowerCase && isBroken(before.text.trim(), after.text.trim());
}
