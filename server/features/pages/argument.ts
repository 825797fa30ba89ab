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

/**
 * The sentences of a text, each with the second at which the transcript holds its words: those it puts in quotation
 * marks, or else its own. A sentence that we worded is in no cue, and keeps no second.
 */
export function timedSentences(text: string, cues: readonly SpokenCue[]): TimedSentence[] {
  const spoken = cues.flatMap((cue) =>
    wordsOf(cue.text).map((word) => ({ word, second: Math.floor(cue.start) })),
  );
  const line = ` ${spoken.map(({ word }) => word).join(' ')} `;
  return sentencesIn(text).map((sentence) => {
    const quoted = [...sentence.matchAll(/“([^”]+)”/g)].map(([, words]) => words!);
    const at = [...quoted, sentence].map((words) => placeOf(words, line)).find((place) => place !== null);
    return { text: sentence, second: at === undefined ? null : spoken[at!]!.second };
  });
}

/** Which word of the line the first words of a text stand at; null where they are too few or not there. */
function placeOf(text: string, line: string): number | null {
  const words = wordsOf(text).slice(0, MOST_WORDS);
  if (words.length < FEWEST_WORDS) return null;
  const at = line.indexOf(` ${words.join(' ')} `);
  return at < 0 ? null : line.slice(0, at + 1).split(' ').length - 2;
}

function sentencesIn(text: string): string[] {
  return text
    .split(/(?<=[.!?…]["”’)]?)\s+|\n+/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');
}

function wordsOf(text: string): string[] {
  return (
    text
      .toLowerCase()
      .replaceAll('’', "'")
      .match(/[\p{L}\p{N}']+/gu) ?? []
  );
}
