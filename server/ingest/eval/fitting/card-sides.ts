import { type JudgedIdea, servedOf } from '#server/ingest/eval/signed.ts';
import { confidenceCarried, confidenceOf } from '#server/ingest/extract/scoring/confidence.ts';
import { sigmoid } from '#server/ingest/extract/scoring/linear-model.ts';
import type { CardView } from '#server/ingest/extract/writing/card/features.ts';
import { NEAR } from '#server/ingest/extract/writing/card/judge.ts';
import { isUnheard } from '#server/ingest/extract/writing/card/unheard.ts';
import { chancesHeldOut } from './card-gate.ts';
import { type CardLessons, fitted, type Read } from './card-lessons.ts';
import { keyAt, keyOf, type SideLabel } from './card-rows.ts';
import { dot } from './logistic.ts';
import { heldOut } from './validation.ts';

const PENALTY = 1.5;
/** A side is told from the least sureness at which these shares of the sides that are told are right, on unseen episodes: of cards that an editor signs, and of all. */
const RIGHT = { ofSigned: 0.9, ofAll: 0.82 };

/** A served card: how sure, 0..1, models of other episodes are of its side, whether it is the reader's, and whether an editor signs the card. */
export type JudgedSide = { readonly sure: number; readonly isRight: boolean; readonly isSigned: boolean };

/**
 * The sides of the served cards, signed or not, judged by models of other episodes, the surest first. A side that is
 * not to be told has sureness 0.
 */
export function sidesHeldOut(lessons: CardLessons, ideas: readonly JudgedIdea[]): JudgedSide[] {
  const served = new Set(
    servedOf(ideas).map(({ card: { group, subject, start } }) => keyAt(group, subject, start)),
  );
  const chances = chancesHeldOut(lessons);
  const models = sideModelsHeldOut(lessons, chances);
  const judged = lessons.signed.flatMap((row): JudgedSide[] => {
    if (!served.has(keyOf(row)) || row.heard === null) return [];
    const { bullish, bearish } = models.get(row.group)!;
    const [up, down] = [sigmoid(dot(row.heard, bullish)), sigmoid(dot(row.heard, bearish))];
    const stance = up >= down ? 'BULLISH' : 'BEARISH';
    return [
      {
        sure: isUnheard(row.card, stance) ? 0 : Math.max(up, down),
        isRight: row.side === stance,
        isSigned: row.label,
      },
    ];
  });
  return judged.sort((a, b) => b.sure - a.sure);
}

/** Weights of two models: bullish or not, bearish or not. */
export type SideModels = { readonly bullish: Float64Array; readonly bearish: Float64Array };

/** By episode, side models fitted on other episodes only. `chances`: the probability that an editor signs each card. */
export function sideModelsHeldOut(
  lessons: CardLessons,
  chances: ReadonlyMap<CardView, number> = chancesHeldOut(lessons),
): Map<string, SideModels> {
  const learnt = sideLessons(lessons, chances).map((lesson) => ({ group: lesson.group, lesson }));
  const asked = lessons.signed.map(({ group }) => ({ group, lesson: null }));
  return new Map(
    heldOut([...learnt, ...asked], (seen) => {
      const models = sideModels(seen.flatMap(({ lesson }) => lesson ?? []));
      return ({ group }) => [group, models] as const;
    }),
  );
}

/** Cards whose side a reader heard, and cards near to being published without a side. */
export function sideLessons(
  lessons: CardLessons,
  chances: ReadonlyMap<CardView, number> = chancesHeldOut(lessons),
): Read<SideLabel>[] {
  const sided = new Set(lessons.sides.map(({ card }) => card));
  const unsided = lessons.signed.flatMap(({ card, group, weight, side, heard }): Read<SideLabel>[] => {
    const worth = confidenceOf(card.candidate.features);
    const isNear = confidenceCarried(worth, chances.get(card)!) >= NEAR;
    if (side !== 'none' || heard === null || sided.has(card) || !isNear) return [];
    return [{ card, group, weight, label: 'other', x: heard }];
  });
  return [...lessons.sides, ...unsided];
}

/** Fits both models of a side on cards. */
export function sideModels(seen: readonly Read<SideLabel>[]): SideModels {
  return {
    bullish: fitted(seen, (label) => label === 'BULLISH', PENALTY),
    bearish: fitted(seen, (label) => label === 'BEARISH', PENALTY),
  };
}

/**
 * At each threshold: the share of signed cards that get a side, the share of those that is right, and the share that is
 * right of all cards that get one, signed or not.
 */
export function sideCurve(judged: readonly JudgedSide[], leasts: readonly number[]) {
  const signed = judged.filter(({ isSigned }) => isSigned);
  return leasts.map((least) => {
    const given = judged.filter(({ sure }) => sure >= least);
    const givenSigned = given.filter(({ isSigned }) => isSigned);
    return {
      least,
      given: givenSigned.length / Math.max(1, signed.length),
      right: shareRight(givenSigned),
      rightOfAll: shareRight(given),
    };
  });
}

function shareRight(given: readonly JudgedSide[]): number {
  return given.filter(({ isRight }) => isRight).length / Math.max(1, given.length);
}

/** The curve as lines, the surest first, with the chosen threshold. */
export function sideReport(
  judged: readonly JudgedSide[],
  leasts: readonly number[],
  chosen: number,
): string[] {
  const steps = [...new Set([...leasts, chosen])].sort((a, b) => b - a);
  return sideCurve(judged, steps).map(({ least, given, right, rightOfAll }) => {
    const mark = least === chosen ? ' (chosen)' : '';
    return `${least}: given ${given.toFixed(3)}, right ${right.toFixed(3)}, of all ${rightOfAll.toFixed(3)}${mark}`;
  });
}

/** The lowest threshold at which sides are right often enough; 1 if there is none. */
export function leastOf(judged: readonly JudgedSide[]): number {
  const steps = Array.from({ length: 50 }, (_, i) => (50 + i) / 100);
  const curve = sideCurve(judged, steps);
  return (
    curve.find(({ right, rightOfAll }) => right >= RIGHT.ofSigned && rightOfAll >= RIGHT.ofAll)?.least ?? 1
  );
}
