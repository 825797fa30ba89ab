import { expect, it } from 'vitest';
import { sideReport } from './card-sides.ts';

const JUDGED = [
  { sure: 0.8, isRight: true },
  { sure: 0.57, isRight: false },
  { sure: 0.5, isRight: false },
  { sure: 0, isRight: true },
];

it('tells what the chosen sureness gives among the others', () => {
  expect(sideReport(JUDGED, [0.6, 0.5], 0.56)).toEqual([
    '0.6: given 0.250, right 1.000',
    '0.56: given 0.500, right 0.500 (chosen)',
    '0.5: given 0.750, right 0.333',
  ]);
});
