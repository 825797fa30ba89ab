import { expect, it } from 'vitest';
import { figuresOnRecord } from '#server/features/pages/engines/figures.ts';
import { RULES_ENGINE_VERSION } from '#server/ingest/extract/extractor.ts';
import { figuresOf, tickerReport } from './figures.ts';

it('takes the shares of an engine from its score and from the names it gives', () => {
  const engine = { name: 'Reader', version: 'reader-1', measured: '2026-11-22' };
  const score = {
    ticker: { precision: 0.833, recall: 0.167, predicted: 6, certainGold: 30 },
    subject: { precision: 0.7, recall: 0.2, predicted: 10, certainGold: 20 },
    depthWithin1: 0.9,
  };
  const names = { all: 10, named: 4, right: 3, wrong: 0, mixed: 1, generic: 0, unknown: 0 };
  expect(figuresOf(engine, score, { given: 0.4, right: 0.8 }, names)).toEqual({
    ...engine,
    precision: 0.7,
    recall: 0.2,
    stanceGiven: 0.4,
    stanceRight: 0.8,
    named: 0.4,
    namedRight: 0.75,
    namedWrong: 0,
    depthWithinOne: 0.9,
  });
});

it('tells of no name where none is given', () => {
  const none = { all: 0, named: 0, right: 0, wrong: 0, mixed: 0, generic: 0, unknown: 0 };
  const nothing = { precision: 0, recall: 0, predicted: 0, certainGold: 0 };
  const score = { ticker: nothing, subject: nothing, depthWithin1: 0 };
  expect(
    figuresOf(
      { name: 'Reader', version: 'reader-1', measured: '2026-11-22' },
      score,
      { given: 0, right: 0 },
      none,
    ),
  ).toMatchObject({
    named: 0,
    namedRight: 0,
  });
});

it('tells how many tickers are given, and how many of them rightly', () => {
  const ticker = { precision: 0.833, recall: 0.167, predicted: 6, certainGold: 30 };
  expect(tickerReport({ ticker, subject: ticker, depthWithin1: 1 })).toBe(
    '5 of 6 right (0.833), of 30 that readers are certain of 5 given (0.167)',
  );
});

it('are on record of the built-in reader as it is', () => {
  const [own] = figuresOnRecord().engines;
  expect(own?.version).toBe(RULES_ENGINE_VERSION);
  expect(own?.measured).toMatch(/^\d{4}-\d\d-\d\d$/);
});
