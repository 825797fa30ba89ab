import { meaningUnseen } from '#server/ingest/eval/labels/unseen.ts';
import { type FeatureValues, namesOf, readFeatures } from '#server/ingest/extract/scoring/linear-model.ts';
import { CARD_FEATURES } from '#server/ingest/extract/writing/card/features.ts';
import { sideFeatures } from '#server/ingest/extract/writing/card/side.ts';
import type { CardRows, LabelledCard, ReadCard, SideLabel } from './card-rows.ts';
import { fitPoints } from './logistic.ts';

/** A labelled card as numbers: its features, and for its side what the side models read of its meaning. */
export type Read<Label> = LabelledCard<Label> & { readonly x: Float64Array };
/** A card that an editor signed or not, with the opinion of layers tuned on other episodes. `heard`: its numbers for its side; null if nobody read it. */
export type Judged = Read<boolean> &
  ReadCard & { readonly opinion: number; readonly heard: Float64Array | null };

/** A card's features in order. */
function numbersOf<Name extends string>(values: FeatureValues<Name>) {
  return Float64Array.from(namesOf(values).map((name) => values[name]));
}

/** Training data of the judge's models: labelled cards as numbers. */
export type CardLessons = {
  readonly signed: readonly Judged[];
  readonly sides: readonly Read<SideLabel>[];
};

/**
 * Reads every labelled card: its words, the opinion and the sentiment of layers tuned on other episodes. Leaves out an unlabelled card
 * without an opinion: its subject was linked later. Throws if a labelled card has none.
 */
export function cardLessons({ signed, sides }: CardRows): CardLessons {
  const unseen = meaningUnseen();
  const groups = new Set([...signed, ...sides].map(({ group }) => group));
  const meanings = new Map([...groups].map((group) => [group, unseen(group)]));
  const meaningOf = ({ card, group }: Carded) => meanings.get(group)!(card);
  const heardOf = (one: Carded) => {
    const { sentiment } = meaningOf(one);
    if (sentiment === undefined) throw unheard(one, 'tune-sentiment.ts');
    return numbersOf(sideFeatures(one.card, sentiment));
  };
  const judged = signed.flatMap((row) => {
    const { opinion } = meaningOf(row);
    if (opinion !== undefined) return [{ ...row, opinion }];
    if (row.verdict === null) return [];
    throw unheard(row, 'tune.ts');
  });
  return {
    signed: judged.map((row) => ({
      ...row,
      x: numbersOf(readFeatures(CARD_FEATURES, row.card)),
      heard: row.side === null ? null : heardOf(row),
    })),
    sides: sides.map((row) => ({ ...row, x: heardOf(row) })),
  };
}

type Carded = Pick<Judged, 'card' | 'group'>;

function unheard({ card, group }: Carded, script: string): Error {
  return new Error(`Nothing was heard of ${card.subject} in ${group}: run ${script} first.`);
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
