import { ownSpans } from '#server/ingest/extract/passages/reading.ts';
import type { Amid, Text } from '#server/reader/amid.ts';
import type { CardView } from './features.ts';
import type { CardMeaning } from './weights.ts';

/** The encoder's vector of each text, in order (`Encoder.embed`); null without an encoder. */
export type Embed = (texts: readonly Text[]) => Promise<readonly Float32Array[] | null>;

/** Replaces the subject: a judgement must not depend on which company it is. */
const SUBJECT = 'the company';

/** A card's sentence without the name of its subject, amid the sentences before and after it. */
export function amidOf({ candidate, line, before, after }: CardView): Amid {
  const spans = ownSpans(candidate.reading, line).toSorted((a, b) => b.start - a.start);
  const said = spans.reduce(
    (text, { start, end }) => text.slice(0, start) + SUBJECT + text.slice(end),
    line.sentence.text,
  );
  return { before: before?.text ?? '', said, after: after?.text ?? '' };
}

/** The encoder's reading of each card, in order; null without an encoder. */
export async function meaningsOf(cards: readonly CardView[], embed: Embed): Promise<CardMeaning[] | null> {
  const amids = cards.map(amidOf);
  const made = await embed(amids.flatMap((amid) => [amid.said, amid]));
  return made && cards.map((_, i) => ({ said: made[2 * i]!, opinion: made[2 * i + 1]![0]! }));
}
