import { opinionIn, opinionsUnseen } from '#server/ingest/eval/labels/opinions.ts';
import { type FeatureValues, namesOf, readFeatures } from '#server/ingest/extract/scoring/linear-model.ts';
import { CARD_FEATURES, type CardView } from '#server/ingest/extract/writing/card/features.ts';
import { amidOf, type Embed } from '#server/ingest/extract/writing/card/meaning.ts';
import { sideFeatures } from '#server/ingest/extract/writing/card/side.ts';
import type { CardRows, LabelledCard, ReadCard, SideLabel } from './card-rows.ts';
import { fitPoints } from './logistic.ts';

/** A labelled card as numbers: its features, and for its side what its sentence means. */
export type Read<Label> = LabelledCard<Label> & { readonly x: Float64Array };
/**
 * One that an editor signed or not, with the opinion on it of layers that were tuned on other episodes, and as numbers for its
 * side; null where nobody read it.
 */
export type Judged = Read<boolean> &
  ReadCard & { readonly opinion: number; readonly heard: Float64Array | null };

/** A card's numbers: the named features in their order, then what takes part beside them. */
function numbersOf<Name extends string>(values: FeatureValues<Name>, beside: Iterable<number>) {
  return Float64Array.from([...namesOf(values).map((name) => values[name]), ...beside]);
}

/** What the judge's models learn from: labelled cards, and what the encoder makes of them. */
export type CardLessons = {
  readonly signed: readonly Judged[];
  readonly sides: readonly Read<SideLabel>[];
};

/**
 * Reads every labelled card: by its words, by the opinion of layers that were tuned on other episodes, and by what its
 * sentence means. A card that stands for others is left out where those layers have not seen it, since its subject was linked later.
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
  const said = await embed(cards.map((card) => amidOf(card).said));
  if (said === null) throw new Error('There is no encoder: the models are fitted together.');
  return new Map(cards.map((card, i) => [card, numbersOf(sideFeatures(card), said[i]!)]));
}

/** The weights of a model that is right where `is` holds of the label. */
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
