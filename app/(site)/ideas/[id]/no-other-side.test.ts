import { expect, it } from 'vitest';
import { MOST_UNTOLD } from '#server/features/pages/schema.ts';
import { noOtherSide } from './no-other-side.ts';

it.each([
  ['BULLISH', 0, 'No idea on the same subject is told to argue the opposite.'],
  ['BEARISH', 2, 'No idea on the same subject is told to argue the opposite; 2 ideas are not told a side.'],
  [
    'BULLISH',
    MOST_UNTOLD,
    `No idea on the same subject is told to argue the opposite; at least ${MOST_UNTOLD} ideas are not told a side.`,
  ],
  ['BALANCED', 0, 'This idea is balanced or mixed, so it has no opposite.'],
  ['MIXED', 0, 'This idea is balanced or mixed, so it has no opposite.'],
] as const)('says why no other side stands: %s, %i not told', (stance, untold, text) => {
  expect(noOtherSide(stance, untold)).toBe(text);
});
