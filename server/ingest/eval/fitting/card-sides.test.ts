import { expect, it } from 'vitest';
import { leastOf, sideReport } from './card-sides.ts';

const JUDGED = [
  { sure: 0.8, isRight: true, isSigned: true },
  { sure: 0.57, isRight: false, isSigned: false },
  { sure: 0.5, isRight: false, isSigned: true },
  { sure: 0, isRight: true, isSigned: true },
];

it('tells what the chosen sureness gives among the others, of signed cards and of all', () => {
  expect(sideReport(JUDGED, [0.6, 0.5], 0.56)).toEqual([
    '0.6: given 0.333, right 1.000, of all 1.000',
    '0.56: given 0.333, right 1.000, of all 0.500 (chosen)',
    '0.5: given 0.667, right 0.500, of all 0.333',
  ]);
});

it('tells a side from where it is right often enough of all that is told one, signed or not', () => {
  expect(leastOf(JUDGED)).toBe(0.58);
});
