import type { EngineFigures } from '#server/features/pages/engines/figures.ts';
import type { Tally } from './speakers.ts';

/** What `score-ideas.mjs` says of predictions beside labels; shares 0..1. */
export type Score = {
  readonly subject: { readonly precision: number; readonly recall: number };
  readonly depthWithin1: number;
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

function shareOf(part: number, whole: number): number {
  return whole === 0 ? 0 : rounded(part / whole);
}

function rounded(share: number): number {
  return Math.round(1000 * share) / 1000;
}
