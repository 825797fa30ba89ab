import { describe, expect, it } from 'vitest';
import { fitLogistic } from './logistic.ts';
import { fitSparse } from './sparse.ts';

const DRAWN = [0.9, -0.4, 0.3, -0.8, 0.1, 0.7, -0.2, -0.6];

describe('fitSparse', () => {
  it('finds the weights that Newton’s method finds', () => {
    const rows = DRAWN.map((a, i) => ({ bias: 1, a, b: DRAWN[(i * 3) % 8]!, y: i % 3 !== 0 }));
    const sparse = fitSparse(
      rows.map(({ y, ...x }) => ({ x: Object.entries(x), y })),
      'bias',
      0.5,
    );
    const dense = fitLogistic(
      rows.map(({ y, ...x }) => ({ x, y, group: '' })),
      0.5,
    );
    for (const name of ['bias', 'a', 'b'] as const) expect(sparse.get(name)).toBeCloseTo(dense[name], 3);
  });
});
