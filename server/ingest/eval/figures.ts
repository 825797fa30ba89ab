import type { EngineFigures, Figures, Share } from '#server/features/pages/engines/figures.ts';
import type { Tally } from './speakers.ts';

/** Output of `score-ideas.mjs` for predictions beside labels; shares 0..1. */
export type Score = {
  /** Ideas on listed companies alone, and all. */
  readonly ticker: Matched;
  readonly subject: Matched;
  /** Predicted ideas that a reader listed too, and the share of them whose depth is the reader's or the next. */
  readonly matched: number;
  readonly depthWithin1: number;
};

type Matched = {
  readonly precision: number;
  readonly recall: number;
  readonly predicted: number;
  readonly certainGold: number;
};

/** The measured engine, the UTC day (`2026-11-22`), and the labels. */
export type Measured = Pick<EngineFigures, 'name' | 'version' | 'measured' | 'labels'>;

/** Served cards that an editor read: all, those with a side, and those with the right one. */
export type Sides = { readonly all: number; readonly given: number; readonly right: number };

/** Figures of an engine for the methodology page: served ideas against labels, sides against an editor's, names against who speaks. */
export function figuresOf(
  engine: Measured,
  { ticker, subject, matched, depthWithin1 }: Score,
  sides: Sides,
  { all, named, right, wrong, mixed }: Tally,
): EngineFigures {
  return {
    ...engine,
    tickerPrecision: shareOf(ticker.precision, ticker.predicted),
    tickerRecall: shareOf(ticker.recall, ticker.certainGold),
    precision: shareOf(subject.precision, subject.predicted),
    recall: shareOf(subject.recall, subject.certainGold),
    stanceGiven: { count: sides.given, of: sides.all },
    stanceRight: { count: sides.right, of: sides.given },
    named: { count: named, of: all },
    namedRight: { count: right, of: named },
    namedWrong: { count: wrong, of: named },
    namedMixed: { count: mixed, of: named },
    depthWithinOne: shareOf(depthWithin1, matched),
  };
}

/** The record with these figures in place of the engine's last; other engines stay. */
export function recorded({ engines }: Figures, engine: EngineFigures): Figures {
  const isKnown = engines.some(({ name }) => name === engine.name);
  return {
    engines: isKnown ? engines.map((one) => (one.name === engine.name ? engine : one)) : [...engines, engine],
  };
}

/** Precision and recall of tickers in one line: "5 of 6 right (0.833), of 30 that readers are certain of 5 given (0.167)". */
export function tickerReport({ ticker: { precision, recall, predicted, certainGold } }: Score): string {
  const { count: right } = shareOf(precision, predicted);
  const { count: given } = shareOf(recall, certainGold);
  return `${right} of ${predicted} right (${precision.toFixed(3)}), of ${certainGold} that readers are certain of ${given} given (${recall.toFixed(3)})`;
}

/** A share, 0..1, as a count; the scorer rounds shares to three decimals. */
function shareOf(share: number, of: number): Share {
  return { count: Math.round(share * of), of };
}
