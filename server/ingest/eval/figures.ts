import type { EngineFigures } from '#server/features/pages/engines/figures.ts';
import type { Tally } from './speakers.ts';

/** What `score-ideas.mjs` says of predictions beside labels; shares 0..1. */
export type Score = {
  /** Ideas on listed companies alone, and all. */
  readonly ticker: Matched;
  readonly subject: Matched;
  readonly depthWithin1: number;
};

type Matched = {
  readonly precision: number;
  readonly recall: number;
  readonly predicted: number;
  readonly certainGold: number;
};

/** The engine that was measured, and the day, UTC (`2026-11-22`). */
export type Measured = Pick<EngineFigures, 'name' | 'version' | 'measured'>;

/** Of the served cards that an editor read: the share that is given a side, and of those the share that is right. */
export type Sides = { readonly given: number; readonly right: number };

/**
 * The figures of an engine as the methodology page shows them: its served ideas beside the labels, the sides of its cards
 * beside an editor's, its names beside who speaks.
 */
export function figuresOf(
  engine: Measured,
  score: Score,
  sides: Sides,
  { all, named, right, wrong }: Tally,
): EngineFigures {
  return {
    ...engine,
    precision: score.subject.precision,
    recall: score.subject.recall,
    stanceGiven: rounded(sides.given),
    stanceRight: rounded(sides.right),
    named: shareOf(named, all),
    namedRight: shareOf(right, named),
    namedWrong: shareOf(wrong, named),
    depthWithinOne: score.depthWithin1,
  };
}

/** Tickers in one line, right against given: "5 of 6 right (0.833), of 30 that readers are certain of 5 given (0.167)". */
export function tickerReport({ ticker: { precision, recall, predicted, certainGold } }: Score): string {
  const right = Math.round(precision * predicted);
  const given = Math.round(recall * certainGold);
  return `${right} of ${predicted} right (${precision.toFixed(3)}), of ${certainGold} that readers are certain of ${given} given (${recall.toFixed(3)})`;
}

function shareOf(part: number, whole: number): number {
  return whole === 0 ? 0 : rounded(part / whole);
}

function rounded(share: number): number {
  return Math.round(1000 * share) / 1000;
}
