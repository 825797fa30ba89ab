import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { meanOf, normalised, packed, similarity } from './vectors.ts';

const vectors = fc
  .array(fc.float({ min: -1, max: 1, noNaN: true }), { minLength: 32, maxLength: 32 })
  .filter((values) => Math.hypot(...values) > 0.5)
  .map((values) => normalised(Float32Array.from(values)));

describe('the mean of vectors', () => {
  it('is taken place by place', () => {
    expect([...meanOf(Float32Array.of(1, 10, 3, 20, 5, 60), 3)]).toEqual([3, 30]);
  });
});

describe('vectors as bytes', () => {
  it('keep how alike two texts are to within a hundredth', () => {
    fc.assert(
      fc.property(vectors, vectors, (one, other) => {
        const exact = one.reduce((sum, value, i) => sum + value * other[i]!, 0);
        expect(Math.abs(similarity(one, packed(other)) - exact)).toBeLessThan(0.01);
      }),
    );
  });

  it('are most like themselves', () => {
    fc.assert(
      fc.property(vectors, (one) => {
        expect(similarity(one, packed(one))).toBeGreaterThan(0.999);
      }),
    );
  });

  it('of zeros are like nothing', () => {
    expect(similarity(Float32Array.of(1, 0), packed(Float32Array.of(0, 0)))).toBe(0);
  });
});
