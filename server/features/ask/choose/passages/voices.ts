import type { PassageCandidate } from '#server/features/ask/find/store.ts';
import { sentencesOf } from '#server/language/text-sentences.ts';

/**
 * The text of a window in parts, each under one label of the transcript: two sentences are one speaker's only within a part.
 * Where it is not known under which label a sentence stands, each is a part.
 */
export function voicesIn({
  text,
  speaker,
  voiceStarts,
}: Pick<PassageCandidate, 'text' | 'speaker' | 'voiceStarts'>): string[] {
  if (speaker !== null) return [text];
  if (voiceStarts === null) return sentencesOf(text);
  const starts = [0, ...voiceStarts];
  return starts.map((start, i) => text.slice(start, starts[i + 1]).trim());
}
