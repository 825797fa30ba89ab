import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FEATURES } from './features.ts';
import { confidenceOf, confidenceTold, ideaProbability } from './judge.ts';

const share = fc.double({ min: 0, max: 1, noNaN: true });

describe('confidenceTold', () => {
  it('trusts a claim that can be told more than one that is only outlined, and keeps the order of ideas', () => {
    fc.assert(
      fc.property(share, share, fc.boolean(), (a, b, told) => {
        expect(confidenceTold(a, true)).toBeGreaterThan(confidenceTold(a, false));
        expect(confidenceTold(Math.max(a, b), told)).toBeGreaterThanOrEqual(
          confidenceTold(Math.min(a, b), told),
        );
      }),
    );
    expect(confidenceTold(0.5, false)).toBeLessThan(0.5);
    expect(confidenceTold(0.47, true)).toBeGreaterThan(0.5);
  });
});

describe('the judgement of a passage', () => {
  it('is a probability, whatever is seen in it', () => {
    fc.assert(
      fc.property(fc.array(share, { minLength: FEATURES.length, maxLength: FEATURES.length }), (features) => {
        for (const p of [ideaProbability(features), confidenceOf(features)]) {
          expect(p).toBeGreaterThanOrEqual(0);
          expect(p).toBeLessThanOrEqual(1);
        }
      }),
    );
  });
});
