import { expect, it } from 'vitest';
import { figuresOnRecord } from '#server/features/pages/engines/figures.ts';
import { RULES_ENGINE_VERSION } from '#server/ingest/extract/extractor.ts';
import { figuresOf, recorded, tickerReport } from './figures.ts';

const ENGINE = { name: 'Reader', version: 'reader-1', measured: '2026-11-22', labels: 'Ten episodes.' };
const SCORE = {
  ticker: { precision: 0.833, recall: 0.167, predicted: 6, certainGold: 30 },
  subject: { precision: 0.667, recall: 0.128, predicted: 21, certainGold: 94 },
  matched: 14,
  depthWithin1: 0.786,
};
const SIDES = { all: 10, given: 4, right: 3 };
const NAMES = { all: 10, named: 4, right: 3, wrong: 0, mixed: 1, generic: 0, unknown: 0 };
const MEASURED = figuresOf(ENGINE, SCORE, SIDES, NAMES);

it('takes the figures of an engine from its score, its sides and the names it gives, with how many they stand on', () => {
  expect(MEASURED).toEqual({
    ...ENGINE,
    tickerPrecision: { count: 5, of: 6 },
    tickerRecall: { count: 5, of: 30 },
    precision: { count: 14, of: 21 },
    recall: { count: 12, of: 94 },
    stanceGiven: { count: 4, of: 10 },
    stanceRight: { count: 3, of: 4 },
    named: { count: 4, of: 10 },
    namedRight: { count: 3, of: 4 },
    namedWrong: { count: 0, of: 4 },
    namedMixed: { count: 1, of: 4 },
    depthWithinOne: { count: 11, of: 14 },
  });
});

it('writes an engine that was measured anew in its place, and keeps the others', () => {
  const before = { ...MEASURED, version: 'reader-0' };
  const model = { ...MEASURED, name: 'A language model' };
  expect(recorded({ engines: [before, model] }, MEASURED).engines).toEqual([MEASURED, model]);
  expect(recorded({ engines: [MEASURED] }, model).engines).toEqual([MEASURED, model]);
});

it('tells how many tickers are given, and how many of them rightly', () => {
  expect(tickerReport(SCORE)).toBe('5 of 6 right (0.833), of 30 that readers are certain of 5 given (0.167)');
});

it('are on record of the built-in reader as it is', () => {
  const [own] = figuresOnRecord().engines;
  expect(own?.version).toBe(RULES_ENGINE_VERSION);
  expect(own?.measured).toMatch(/^\d{4}-\d\d-\d\d$/);
});
