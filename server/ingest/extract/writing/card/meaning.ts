import { ownSpans } from '#server/ingest/extract/scoring/stance-features.ts';
import type { Amid, Text } from '#server/reader/amid.ts';
import type { CardView } from './features.ts';
import type { CardMeaning } from './weights.ts';

/** What the encoder makes of each text, in their order (`Encoder.embed`); null where there is no encoder. */
export type Embed = (texts: readonly Text[]) => Promise<readonly Float32Array[] | null>;

/** Stands for the subject: what is said of a company must not hang on which one it is. */
const SUBJECT = 'the company';

/** A card's sentence without the name of its subject, amid the sentences before and after it. */
export function amidOf({ candidate, line, before, after }: CardView): Amid {
  const spans = ownSpans(candidate.reading, line).sort((a, b) => b.start - a.start);
  const said = spans.reduce(
    (text, { start, end }) => text.slice(0, start) + SUBJECT + text.slice(end),
    line.sentence.text,
  );
  return { before: before?.text ?? '', said, after: after?.text ?? '' };
}

/** What the encoder makes of each card, in their order; null where there is none. */
export async function meaningsOf(cards: readonly CardView[], embed: Embed): Promise<CardMeaning[] | null> {
  const amids = cards.map(amidOf);
  const made = await embed(amids.flatMap((amid) => [amid.said, amid]));
  return made && cards.map((_, i) => ({ said: made[2 * i]!, opinion: made[2 * i + 1]![0]! }));
}
