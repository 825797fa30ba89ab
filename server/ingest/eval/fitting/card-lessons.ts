import { opinionIn, opinionsUnseen } from '#server/ingest/eval/labels/opinions.ts';
import { type FeatureValues, namesOf, readFeatures } from '#server/ingest/extract/scoring/linear-model.ts';
import { CARD_FEATURES, type CardView } from '#server/ingest/extract/writing/card/features.ts';
import { aimedOf, amidOf, type Embed } from '#server/ingest/extract/writing/card/meaning.ts';
import { sideFeatures, sideNumbers } from '#server/ingest/extract/writing/card/side.ts';
import type { CardRows, LabelledCard, ReadCard, SideLabel } from './card-rows.ts';
import { fitPoints } from './logistic.ts';

/** A labelled card as numbers: its features, and for its side what the side models read of its meaning. */
export type Read<Label> = LabelledCard<Label> & { readonly x: Float64Array };
/** A card that an editor signed or not, with the opinion of layers tuned on other episodes. `heard`: its numbers for its side; null if nobody read it. */
export type Judged = Read<boolean> &
  ReadCard & { readonly opinion: number; readonly heard: Float64Array | null };

/** A card's numbers: the named features in order, then the others. */
function numbersOf<Name extends string>(values: FeatureValues<Name>, beside: Iterable<number>) {
  return Float64Array.from([...namesOf(values).map((name) => values[name]), ...beside]);
}

/** Training data of the judge's models: labelled cards with the encoder's numbers. */
export type CardLessons = {
  readonly signed: readonly Judged[];
  readonly sides: readonly Read<SideLabel>[];
};

/**
 * Reads every labelled card: its words, the opinion of layers tuned on other episodes, the vector of its sentence. Leaves out an
 * unlabelled card without an opinion: its subject was linked later. Throws if a labelled card has none, or there is no encoder.
 */
export async function cardLessons({ signed, sides }: CardRows, embed: Embed): Promise<CardLessons> {
  const heard = await heardOf([...sides, ...signed.filter(({ side }) => side !== null)], embed);
  const unseen = opinionsUnseen();
  const lookUp = new Map(Object.entries(unseen).map(([group, own]) => [group, opinionIn(own)]));
  const judged = signed.flatMap((row) => {
    const { card, group, verdict } = row;
    const opinion = lookUp.get(group)?.(card) ?? null;
    if (opinion !== null) return [{ ...row, opinion }];
    if (verdict === null) return [];
    throw new Error(`No opinion on ${card.subject} in ${group}: run tune.ts first.`);
  });
  const features = (card: CardView) => readFeatures(CARD_FEATURES, card);
  return {
    signed: judged.map((row) => ({
      ...row,
      x: numbersOf(features(row.card), []),
      heard: heard.get(row.card) ?? null,
    })),
    sides: sides.map((row) => ({ ...row, x: heard.get(row.card)! })),
  };
}

/** Each card as numbers for its side. */
async function heardOf(rows: readonly Pick<Judged, 'card'>[], embed: Embed) {
  const cards = [...new Set(rows.map(({ card }) => card))];
  const made = await embed(cards.flatMap((card) => [amidOf(card).said, aimedOf(card)]));
  if (made === null) throw new Error('There is no encoder: the models are fitted together.');
  return new Map(
    cards.map((card, i) => {
      const [said, sentiment] = made.slice(2 * i, 2 * i + 2);
      return [card, numbersOf(sideFeatures(card), sideNumbers({ said: said!, sentiment: sentiment! }))];
    }),
  );
}

/** Fits a model of whether `is` holds of the label. */
export function fitted<Label>(
  rows: readonly Read<Label>[],
  is: (label: Label) => boolean,
  penalty: number,
): Float64Array {
  return fitPoints(
    rows.map(({ x, label, weight }) => ({ x, y: is(label), weight })),
    penalty,
  );
}
