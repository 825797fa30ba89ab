import { momentOf } from '#server/features/ideas/media.ts';
import type { SpokenCue } from '#server/features/pages/context.ts';

/** Where the sentences of an argument were said, from values alone. */

export type TimedSentence = {
  readonly text: string;
  /** Second of the cue in which its words begin; null where the transcript holds no such words. */
  readonly second: number | null;
};

/** So many words in a row are found in one place; fewer may stand anywhere. */
const FEWEST_WORDS = 4;
const MOST_WORDS = 7;
/** Within a sentence that reports, so many words in a row are the speaker's own. */
const REPORTED_WORDS = 6;

/**
 * Sentences, each with its second. First the time written in the sentence (removed from its text). Else the place in the
 * transcript of its quoted words, its first words, or a run of six. A sentence that we worded is in no cue, and has no second.
 */
export function timedSentences(sentences: readonly string[], cues: readonly SpokenCue[]): TimedSentence[] {
  const spoken = cues.flatMap((cue) =>
    wordsOf(cue.text).map((word) => ({ word, second: Math.floor(cue.start) })),
  );
  const line = ` ${spoken.map(({ word }) => word).join(' ')} `;
  return sentences.map((sentence) => {
    const told = momentOf(sentence);
    if (told.second !== null) return told;
    const quoted = [...sentence.matchAll(/[“"]([^“”"]+)[”"]/g)].map(([, words]) => words!);
    const places = [...quoted, sentence].map((words) => placeOf(wordsOf(words).slice(0, MOST_WORDS), line));
    const at = [...places, placeOfRun(wordsOf(sentence), line)].find((place) => place !== null);
    return { text: sentence, second: at === undefined ? null : spoken[at!]!.second };
  });
}

/** Which word of the line the first words of a text stand at; null where they are too few or not there. */
function placeOf(words: readonly string[], line: string): number | null {
  if (words.length < FEWEST_WORDS) return null;
  const at = line.indexOf(` ${words.join(' ')} `);
  return at < 0 ? null : line.slice(0, at + 1).split(' ').length - 2;
}

/** Which word of the line the first run of a sentence's words stands at; null where none does. */
function placeOfRun(words: readonly string[], line: string): number | null {
  for (let from = 0; from + REPORTED_WORDS <= words.length; from += 1) {
    const place = placeOf(words.slice(from, from + REPORTED_WORDS), line);
    if (place !== null) return place;
  }
  return null;
}

function wordsOf(text: string): string[] {
  return (
    text
      .toLowerCase()
      .replaceAll('’', "'")
      .match(/[\p{L}\p{N}']+/gu) ?? []
  );
}
