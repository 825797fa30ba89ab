import { expect, it } from 'vitest';
import { median, quantile } from './statistics.ts';

it('a median is the middle value, or lies between the two in the middle', () => {
  expect(median([9, 1, 5])).toBe(5);
  expect(median([9, 1, 5, 6])).toBe(5.5);
});

it('a quantile is the value that its share does not exceed', () => {
  const hundred = Array.from({ length: 100 }, (_, at) => 100 - at);
  expect([0, 0.5, 0.95, 0.99, 1].map((share) => quantile(hundred, share))).toEqual([1, 50, 95, 99, 100]);
});
