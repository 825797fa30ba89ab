import { describe, expect, it } from 'vitest';
import { crossValidated, heldOut, ranking } from './validation.ts';

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

describe('heldOut', () => {
  const rows = Array.from({ length: 60 }, (_, i) => ({ group: `g${i % 7}`, i }));

  it('judges every row once, by what never saw its group', () => {
    const judged = heldOut(rows, (seen) => (row) => ({
      row,
      leaked: seen.some(({ group }) => group === row.group),
    }));
    expect(judged.map(({ row }) => row.i).sort((a, b) => a - b)).toEqual(rows.map(({ i }) => i));
    expect(judged.filter(({ leaked }) => leaked)).toEqual([]);
  });

  it('learns from all the other folds', () => {
    const sizes = heldOut(rows, (seen) => () => seen.length);
    expect(Math.min(...sizes)).toBeGreaterThan(rows.length / 2);
  });
});

describe('crossValidated', () => {
  it('tells rows of groups it has not seen by what holds in the others', () => {
    const rows = Array.from({ length: 60 }, (_, i) => ({
      x: { bias: 1, odd: i % 2, tenth: i % 10 === 1 ? 1 : 0 },
      y: i % 2 === 1,
      group: `g${i % 10}`,
    }));
    const out = crossValidated(rows, 1);
    expect(out).toHaveLength(60);
    expect(out.every(({ y, p }) => p > 0.5 === y)).toBe(true);
  });
});
