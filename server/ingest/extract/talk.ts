import { meritOf } from './merit.ts';
import { isQuestion } from './modality.ts';
import type { Discourse } from './passages.ts';
import { subjectId } from './subjects.ts';

/** What an episode's talk is like as a whole. */
export type Talk = {
  readonly turnWords: ReadonlyMap<number, number>;
  /** Share of each speaker's sentences that are questions, 0..1. */
  readonly askers: ReadonlyMap<string | null, number>;
  /** How often each subject is named. */
  readonly mentions: ReadonlyMap<string, number>;
  /** How much of an investor's language is spoken, 0..1: in the episode, and around a stretch of it. */
  readonly register: number;
  registerAround(stretch: { readonly sentences: readonly number[] }): number;
};

/** Sentences on either side of a stretch that tell what the talk is about. */
const AROUND = 25;
/** So many words of merit in a hundred make a conversation about investing. */
const DENSE = 4;

/** Reads the whole talk, adverts left out. */
export function readTalk({ sentences, adverts, mentions }: Discourse): Talk {
  const named = new Map<string, number>();
  for (const mention of [...mentions.values()].flat()) {
    const id = subjectId(mention.subject);
    named.set(id, (named.get(id) ?? 0) + 1);
  }
  const turnWords = new Map<number, number>();
  const asked = new Map<string | null, { questions: number; all: number }>();
  const merits: number[] = [0];
  const words: number[] = [0];
  for (const sentence of sentences) {
    const { index, text, turn, speaker } = sentence;
    turnWords.set(turn, (turnWords.get(turn) ?? 0) + sentence.words);
    const tally = asked.get(speaker) ?? { questions: 0, all: 0 };
    asked.set(speaker, {
      questions: tally.questions + (isQuestion(text) ? 1 : 0),
      all: tally.all + (sentence.words > 3 ? 1 : 0),
    });
    const counts = !adverts.has(index);
    merits.push((merits[index] as number) + (counts ? meritOf(text).money : 0));
    words.push((words[index] as number) + (counts ? sentence.words : 0));
  }
  const density = (from: number, to: number) => {
    const spoken = (words[to] as number) - (words[from] as number);
    const weighed = (merits[to] as number) - (merits[from] as number);
    return Math.min(1, (100 * weighed) / Math.max(100, spoken) / DENSE);
  };
  return {
    turnWords,
    mentions: named,
    askers: new Map(
      [...asked].map(([speaker, { questions, all }]) => [speaker, questions / Math.max(10, all)]),
    ),
    register: density(0, sentences.length),
    registerAround: (stretch) =>
      density(
        Math.max(0, (stretch.sentences[0] ?? 0) - AROUND),
        Math.min(sentences.length, (stretch.sentences.at(-1) ?? 0) + AROUND),
      ),
  };
}
