import { readFileSync } from 'node:fs';
import type { CardView } from '#server/ingest/extract/writing/card/features.ts';

/** Start of a sentence in seconds, subject, and the log-odds by layers tuned on other episodes. */
export type Opinion = readonly [start: number, subject: string, opinion: number];

const FILE = new URL('./opinions.json', import.meta.url);

/**
 * Opinions of layers tuned on other episodes on each card that was labelled or could be published, by `show/transcript`.
 * Written by `eval/fitting/tune.ts`. None of the shows' words.
 */
export function opinionsUnseen(): Readonly<Record<string, readonly Opinion[]>> {
  return JSON.parse(readFileSync(FILE, 'utf8'));
}

/** An opinion as it is stored: seconds to the tenth, log-odds to the hundredth. */
export function asOpinion({ subject, line }: Placed, opinion: number): Opinion {
  return [Math.round(line.sentence.start * 10) / 10, subject, Math.round(opinion * 100) / 100];
}

type Placed = Pick<CardView, 'subject'> & {
  readonly line: { readonly sentence: Pick<CardView['line']['sentence'], 'start'> };
};

/** Looks up the opinion on a card of an episode; null if there is none. */
export function opinionIn(opinions: readonly Opinion[] = []): (card: Placed) => number | null {
  const keyOf = ([start, subject]: Opinion) => `${subject} ${start}`;
  const known = new Map(opinions.map((one) => [keyOf(one), one[2]]));
  return (card) => known.get(keyOf(asOpinion(card, 0))) ?? null;
}
