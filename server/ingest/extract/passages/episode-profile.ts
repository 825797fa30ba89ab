import { isQuestion } from '#server/ingest/extract/sentences/modality.ts';
import type { Sentence } from '#server/ingest/extract/sentences/sentences.ts';
import { subjectId } from '#server/ingest/extract/subjects/mentions.ts';
import { countInvestorTerms } from '#server/language/investor-terms.ts';
import type { Discourse } from './passages.ts';

/** What an episode is like as a whole. */
export type EpisodeProfile = {
  readonly turnWords: ReadonlyMap<number, number>;
  /** Share of each speaker's sentences that are questions, 0..1. */
  readonly askers: ReadonlyMap<string | null, number>;
  /** How often each subject is named. */
  readonly mentions: ReadonlyMap<string, number>;
  /** Density of investor terms, 0..1, in the whole episode and around a stretch of it. */
  readonly register: number;
  registerAround(stretch: { readonly sentences: readonly number[] }): number;
};

/** This many sentences on either side of a stretch surround it. */
const AROUND = 25;
/** This many investor terms per hundred words count as full density. */
const DENSE = 4;
/** Sentences this short neither ask nor tell. */
const ASIDE_WORDS = 3;
/** Speakers with fewer sentences are treated as if they had said this many. */
const LEAST_TALK = 10;

/** Reads the whole episode, adverts left out. */
export function readEpisodeProfile({ sentences, adverts, mentions }: Discourse): EpisodeProfile {
  const named = new Map<string, number>();
  for (const mention of [...mentions.values()].flat()) {
    const id = subjectId(mention.subject);
    named.set(id, (named.get(id) ?? 0) + 1);
  }
  const turnWords = new Map<number, number>();
  for (const { turn, words } of sentences) turnWords.set(turn, (turnWords.get(turn) ?? 0) + words);
  const register = registerOf(sentences, adverts);
  return {
    turnWords,
    mentions: named,
    askers: askersOf(sentences),
    register: register(0, sentences.length),
    registerAround: (stretch) =>
      register(
        Math.max(0, (stretch.sentences[0] ?? 0) - AROUND),
        Math.min(sentences.length, (stretch.sentences.at(-1) ?? 0) + AROUND),
      ),
  };
}

function askersOf(sentences: readonly Sentence[]): EpisodeProfile['askers'] {
  const asked = new Map<string | null, { questions: number; all: number }>();
  for (const { text, words, speaker } of sentences) {
    const tally = asked.get(speaker) ?? { questions: 0, all: 0 };
    asked.set(speaker, {
      questions: tally.questions + (isQuestion(text) ? 1 : 0),
      all: tally.all + (words > ASIDE_WORDS ? 1 : 0),
    });
  }
  return new Map(
    [...asked].map(([speaker, { questions, all }]) => [speaker, questions / Math.max(LEAST_TALK, all)]),
  );
}

/** Density, 0..1, of investor terms between two sentences. Uses running sums, so any stretch costs the same. */
function registerOf(
  sentences: readonly Sentence[],
  adverts: ReadonlySet<number>,
): (from: number, to: number) => number {
  const merits: number[] = [0];
  const words: number[] = [0];
  for (const sentence of sentences) {
    const counts = !adverts.has(sentence.index);
    merits.push((merits.at(-1) as number) + (counts ? countInvestorTerms(sentence.text).money : 0));
    words.push((words.at(-1) as number) + (counts ? sentence.words : 0));
  }
  return (from, to) => {
    const spoken = (words[to] as number) - (words[from] as number);
    const weighed = (merits[to] as number) - (merits[from] as number);
    return Math.min(1, (100 * weighed) / Math.max(100, spoken) / DENSE);
  };
}
