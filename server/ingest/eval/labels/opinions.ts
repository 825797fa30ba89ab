import { readFileSync } from 'node:fs';
import type { CardView } from '#server/ingest/extract/writing/card/features.ts';

/** Start of a sentence in seconds, its subject, and the log-odds that layers tuned on other episodes give the card. */
export type Opinion = readonly [start: number, subject: string, opinion: number];

const FILE = new URL('./opinions.json', import.meta.url);

/**
 * What layers that were tuned on other episodes think of each card that was labelled or could be published, by
 * `show/transcript`. `eval/fitting/tune.ts` writes it. None of the shows' words.
 */
export function opinionsUnseen(): Readonly<Record<string, readonly Opinion[]>> {
  return JSON.parse(readFileSync(FILE, 'utf8'));
}

/** An opinion on a card as it is kept: seconds to the tenth, log-odds to the hundredth. */
export function asOpinion({ subject, line }: Placed, opinion: number): Opinion {
  return [Math.round(line.sentence.start * 10) / 10, subject, Math.round(opinion * 100) / 100];
}

type Placed = Pick<CardView, 'subject'> & {
  readonly line: { readonly sentence: Pick<CardView['line']['sentence'], 'start'> };
};

/** Looks the opinion on a card of an episode up; null where there is none. */
export function opinionIn(opinions: readonly Opinion[] = []): (card: Placed) => number | null {
  const keyOf = ([start, subject]: Opinion) => `${subject} ${start}`;
  const known = new Map(opinions.map((one) => [keyOf(one), one[2]]));
  return (card) => known.get(keyOf(asOpinion(card, 0))) ?? null;
}
