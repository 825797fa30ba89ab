import { describe, expect, it } from 'vitest';
import { crossValidated, ranking } from './validation.ts';

const judged = (rows: string) =>
  [...rows].map((mark, i) => ({ y: mark === '+', weight: 1, p: 1 - i / rows.length }));

describe('ranking', () => {
  it('is perfect where everything true comes first, and half by chance', () => {
    expect(ranking(judged('++++----'))).toMatchObject({ auc: 1, averagePrecision: 1, true: 4 });
    expect(ranking(judged('----++++'))).toMatchObject({ auc: 0 });
    expect(ranking(judged('+--++--+')).auc).toBe(0.5);
  });

  it('counts how many of the surest are true', () => {
    const rows = judged(`${'+'.repeat(2)}${'-'.repeat(98)}`);
    expect(ranking(rows).surest).toEqual([1, 1, 0.5]);
  });
});

describe('crossValidated', () => {
  it('judges each row by weights that never saw its group', () => {
    const rows = Array.from({ length: 60 }, (_, i) => ({
      x: [1, i % 2, i % 10 === 0 ? 1 : 0],
      y: i % 2 === 1,
      group: `g${i % 10}`,
    }));
    const out = crossValidated(rows, 1);
    expect(out).toHaveLength(60);
    expect(out.every(({ y, p }) => p > 0.5 === y)).toBe(true);
  });
});
