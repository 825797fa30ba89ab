import { readFileSync } from 'node:fs';
import type { CardView } from '#server/ingest/extract/writing/card/features.ts';
import type { CardMeaning } from '#server/ingest/extract/writing/card/weights.ts';

/**
 * What layers tuned on other episodes hear in a card: the start of its sentence in seconds, the subject, then one log-odds for an
 * opinion (`opinionOf`) or three log-chances for a sentiment (`sentimentOf`).
 */
export type Unseen = readonly [start: number, subject: string, ...numbers: number[]];

/** The two kinds of tuned layers: `eval/fitting/tune.ts` writes the opinions, `tune-sentiment.ts` the sentiments. */
export type UnseenKind = 'opinions' | 'sentiments';

/** Where they are kept. */
export function unseenFile(kind: UnseenKind): URL {
  return new URL(`./${kind}.json`, import.meta.url);
}

/** On each card that was labelled or could be published, by `show/transcript`. None of the shows' words. */
export function unseenOf(kind: UnseenKind): Readonly<Record<string, readonly Unseen[]>> {
  return JSON.parse(readFileSync(unseenFile(kind), 'utf8'));
}

/** As it is stored: seconds to the tenth, numbers to the hundredth. */
export function asUnseen({ subject, line }: Placed, numbers: readonly number[]): Unseen {
  const start = Math.round(line.sentence.start * 10) / 10;
  return [start, subject, ...numbers.map((number) => Math.round(number * 100) / 100)];
}

type Placed = Pick<CardView, 'subject'> & {
  readonly line: { readonly sentence: Pick<CardView['line']['sentence'], 'start'> };
};

/** Looks up the numbers of a card of an episode; null if there are none. */
export function unseenIn(known: readonly Unseen[] = []): (card: Placed) => readonly number[] | null {
  const keyOf = ([start, subject]: Unseen) => `${subject} ${start}`;
  const numbers = new Map(known.map((one) => [keyOf(one), one.slice(2) as number[]]));
  return (card) => numbers.get(keyOf(asUnseen(card, []))) ?? null;
}

/** By episode and card, what both kinds of layers say; a kind that was not asked about the card is left out. */
export function meaningUnseen(): (group: string) => (card: Placed) => Partial<CardMeaning> {
  const [opinions, sentiments] = [unseenOf('opinions'), unseenOf('sentiments')];
  return (group) => {
    const [opinionOn, sentimentOn] = [unseenIn(opinions[group]), unseenIn(sentiments[group])];
    return (card) => {
      const [opinion] = opinionOn(card) ?? [];
      const sentiment = sentimentOn(card);
      return { ...(opinion !== undefined && { opinion }), ...(sentiment && { sentiment }) };
    };
  };
}

/** What `fitting/` heard, by episode. */
export function byEpisode(
  heard: readonly { readonly group: string; readonly unseen: Unseen }[],
): Map<string, Unseen[]> {
  const groups = [...Map.groupBy(heard, ({ group }) => group)].sort(([a], [b]) => (a < b ? -1 : 1));
  return new Map(groups.map(([group, own]) => [group, own.map(({ unseen }) => unseen)]));
}

/** What `fitting/` heard as a file, an episode a line. */
export function unseenText(groups: ReadonlyMap<string, readonly Unseen[]>): string {
  const lines = [...groups]
    .filter(([, own]) => own.length > 0)
    .map(([group, own]) => `${JSON.stringify(group)}:${JSON.stringify(own)}`);
  return `{\n${lines.join(',\n')}\n}\n`;
}
