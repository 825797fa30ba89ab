import { ownSpans } from '#server/ingest/extract/scoring/stance-features.ts';
import type { CardView } from './features.ts';
import type { CardMeaning } from './weights.ts';

/** Vectors of texts, each of length 1; null where there is no encoder. */
export type Embed = (texts: readonly string[]) => Promise<readonly Float32Array[] | null>;

/** Stands for the subject: what is said of a company must not hang on which one it is. */
const SUBJECT = 'the company';

/** The two texts of a card that the encoder reads. */
function textsOf({ candidate, line, before, after }: CardView): [said: string, around: string] {
  const spans = ownSpans(candidate.reading, line).sort((a, b) => b.start - a.start);
  const said = spans.reduce(
    (text, { start, end }) => text.slice(0, start) + SUBJECT + text.slice(end),
    line.sentence.text,
  );
  return [said, [before?.text, line.sentence.text, after?.text].filter(Boolean).join(' ')];
}

/** What the encoder makes of each card, in their order; null where there is none. */
export async function meaningsOf(cards: readonly CardView[], embed: Embed): Promise<CardMeaning[] | null> {
  const vectors = await embed(cards.flatMap(textsOf));
  return vectors && cards.map((_, i) => ({ said: vectors[2 * i]!, around: vectors[2 * i + 1]! }));
}
