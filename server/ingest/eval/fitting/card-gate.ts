import { sigmoid } from '#server/ingest/extract/scoring/linear-model.ts';
import type { CardView } from '#server/ingest/extract/writing/card/features.ts';
import { asEditor } from '#server/ingest/extract/writing/card/judge.ts';
import { type CardLessons, fitted, type Judged } from './card-lessons.ts';
import { dot, fitPoints } from './logistic.ts';
import { heldOut, type RowWithProbability } from './validation.ts';

const PENALTY = 3;
/** Weight of the tuned layers' opinion beside the log-odds by words. Average precision on unseen episodes is 0.348 at 0.5, 0.356 at 0.7 and 0.362 at 1. */
const OPINION = 1;

const isTrue = (label: boolean) => label;

/** A model of the gate: by words alone, or with the tuned layers' opinion. */
export type By = 'words' | 'withMeaning';

/** Maps the sum of both to log-odds. Only this is fitted jointly, because the opinions come from layers of several folds. */
export type Scale = { readonly shift: number; readonly steep: number };

/** The scale of the sum, fitted on unseen episodes. */
export function scaleOf({ signed }: CardLessons): Scale {
  const points = heldOut(signed, (seen) => {
    const weights = fitted(seen, isTrue, PENALTY);
    return ({ x, opinion, label, weight }) => ({
      x: Float64Array.of(1, dot(x, weights) + OPINION * opinion),
      y: label,
      weight,
    });
  });
  const [shift = 0, steep = 1] = fitPoints(points, 0);
  return { shift, steep };
}

/** A gate fitted on cards: the weights of the features, then that of the opinion. */
export function gateOf(seen: readonly Judged[], by: By, { shift, steep }: Scale): Float64Array {
  const words = fitted(seen, isTrue, PENALTY);
  if (by === 'words') return words;
  return Float64Array.from([...words.map((w, i) => steep * w + (i === 0 ? shift : 0)), steep * OPINION]);
}

function chanceOf({ card, x, opinion }: Judged, gate: Float64Array): number {
  const beside = gate.length > x.length ? gate[x.length]! * opinion : 0;
  return asEditor(card, sigmoid(dot(x, gate) + beside));
}

/** Each card with the probability, 0..1, that an editor signs it, by a gate of other episodes. */
export function gateHeldOut(lessons: CardLessons, by: By): RowWithProbability[] {
  return signedHeldOut(lessons, by).map(({ row: { label, weight }, chance }) => ({
    y: label,
    weight,
    p: chance,
  }));
}

function signedHeldOut(lessons: CardLessons, by: By) {
  const scale = scaleOf(lessons);
  return heldOut(lessons.signed, (seen) => {
    const gate = gateOf(seen, by, scale);
    return (row) => ({ row, chance: chanceOf(row, gate) });
  });
}

/** The probability, 0..1, that an editor signs each card, by a gate and layers of other episodes. */
export function chancesHeldOut(lessons: CardLessons): Map<CardView, number> {
  return new Map(signedHeldOut(lessons, 'withMeaning').map(({ row, chance }) => [row.card, chance]));
}

/** At each threshold: how many cards of unseen episodes pass, and the share of them that is signed. */
export function gateCurve(
  judged: readonly RowWithProbability[],
): { readonly at: number; readonly passed: number; readonly signed: number }[] {
  return [0.3, 0.4, 0.5, 0.6, 0.7].map((at) => {
    const passing = judged.filter(({ p }) => p >= at);
    const all = passing.reduce((sum, { weight }) => sum + weight, 0);
    const right = passing.reduce((sum, { y, weight }) => sum + (y ? weight : 0), 0);
    return { at, passed: Math.round(all), signed: Math.round((100 * right) / Math.max(1, all)) / 100 };
  });
}
