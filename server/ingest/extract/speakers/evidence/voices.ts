import type { Sentence } from '#server/ingest/extract/sentences/sentences.ts';
import { type PersonName, personName } from '#server/language/people/names.ts';
import { isQuestion } from '#server/language/speech/modality.ts';

/** An uninterrupted run of one label. */
export type Turn = {
  readonly speaker: string | null;
  readonly sentences: readonly Sentence[];
  readonly words: number;
};

/** What one label says over the episode. */
export type Voice = {
  readonly label: string;
  /** Null where the label names nobody. */
  readonly name: PersonName | null;
  /** Share of all words, 0..1. */
  readonly share: number;
  /** Share of its sentences that are questions, 0..1. */
  readonly asks: number;
};

/** The runs of an episode, in order. */
export function turnsOf(sentences: readonly Sentence[]): Turn[] {
  return [...Map.groupBy(sentences, (sentence) => sentence.turn).values()].map((own) => ({
    speaker: own[0]?.speaker ?? null,
    sentences: own,
    words: wordsSaid(own),
  }));
}

/** Who speaks, most first. */
export function voicesOf(sentences: readonly Sentence[]): Voice[] {
  const total = Math.max(1, wordsSaid(sentences));
  const labelled = sentences.filter((sentence) => sentence.speaker !== null);
  return [...Map.groupBy(labelled, (sentence) => sentence.speaker as string)]
    .map(([label, own]) => ({
      label,
      name: personName(label),
      share: wordsSaid(own) / total,
      asks: own.filter(({ text }) => isQuestion(text)).length / own.length,
    }))
    .sort((a, b) => b.share - a.share);
}

function wordsSaid(sentences: readonly Sentence[]): number {
  return sentences.reduce((sum, { words }) => sum + words, 0);
}
