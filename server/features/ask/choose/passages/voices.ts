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

/**
 * Sentences that go on where the label of the transcript changes, which is set a few words too early or too late there: whose they
 * are is not told. A part that ends no sentence is gone on with where the next begins in small letters.
 */
export function sentencesAcross(
  passage: Pick<PassageCandidate, 'text' | 'speaker' | 'voiceStarts' | 'begun'>,
): string[] {
  const parts = [...(passage.begun === null ? [] : [passage.begun]), ...voicesIn(passage)];
  return parts.flatMap((part, i) => {
    const [end, start] = [sentencesOf(part).at(-1) ?? '', sentencesOf(parts[i + 1] ?? '')[0] ?? ''];
    return /^\p{Lu}/u.test(end) && !/[.!?]["”’)]*$/.test(end) && /^\p{Ll}/u.test(start)
      ? [`${end} ${start}`]
      : [];
  });
}
