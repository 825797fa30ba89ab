import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { quantised } from './minilm.ts';

describe('weights as bytes', () => {
  it('stand for what they were to within half a step of their column', () => {
    const values = fc.array(fc.float({ min: -4, max: 4, noNaN: true }), { minLength: 12, maxLength: 12 });
    fc.assert(
      fc.property(values, (weights) => {
        const { bytes, scales } = quantised(Float32Array.from(weights), 4, 3);
        weights.forEach((weight, i) => {
          const scale = scales[i % 3]!;
          expect(Math.abs(bytes[i]! * scale - weight)).toBeLessThanOrEqual(scale * 0.501 + 1e-6);
        });
      }),
    );
  });

  it('fit in seven bits, so that sums of two products fit in sixteen beside unsigned inputs', () => {
    const { bytes } = quantised(Float32Array.of(-3, 3, 0.1, 0), 4, 1);
    expect([...bytes]).toEqual([-63, 63, 2, 0]);
  });
});
