import { expect, it } from 'vitest';
import { otherClassesOf } from '#server/features/tickers/classes.ts';

it.each([
  ['GOOG', ['GOOGL']],
  ['GOOGL', ['GOOG']],
  ['BRK.A', ['BRK.B']],
  ['NVDA', []],
  ['ZZZZZZ', []],
])('knows the other share classes of %s', (symbol, classes) => {
  expect(otherClassesOf(symbol)).toEqual(classes);
});
