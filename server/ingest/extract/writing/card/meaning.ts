import { ownSpans } from '#server/ingest/extract/passages/reading.ts';
import type { Aimed } from '#server/reader/aimed.ts';
import type { Amid, Text } from '#server/reader/amid.ts';
import type { CardView } from './features.ts';
import type { CardMeaning } from './weights.ts';

/** The encoder's vector of each text, in order (`Encoder.embed`); null without an encoder. */
export type Embed = (texts: readonly Text[]) => Promise<readonly Float32Array[] | null>;

/** A card's sentence cut at each mention of its subject, whoever that is: no judgement must depend on it. */
export function aimedOf({ candidate, line }: CardView): Aimed {
  const spans = ownSpans(candidate.reading, line).toSorted((a, b) => a.start - b.start);
  const ends = [0, ...spans.map(({ end }) => end)];
  const starts = [...spans.map(({ start }) => start), line.sentence.text.length];
  return { around: ends.map((end, i) => line.sentence.text.slice(end, starts[i])) };
}

/** The same amid the sentences before and after it. */
export function amidOf(card: CardView): Amid {
  return { before: card.before?.text ?? '', ...aimedOf(card), after: card.after?.text ?? '' };
}

/** The encoder's reading of each card, in order; null without an encoder. */
export async function meaningsOf(cards: readonly CardView[], embed: Embed): Promise<CardMeaning[] | null> {
  const made = await embed(cards.flatMap((card) => [amidOf(card), aimedOf(card)]));
  return (
    made &&
    cards.map((_, i) => {
      const [opinion, sentiment] = made.slice(2 * i, 2 * i + 2);
      return { opinion: opinion![0]!, sentiment: [...sentiment!] };
    })
  );
}
