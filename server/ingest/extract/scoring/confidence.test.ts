import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { confidenceCarried, confidenceOf, ideaProbability } from './confidence.ts';
import { namesOf } from './linear-model.ts';
import { PASSAGE_FEATURES, type PassageFeature } from './passage-features.ts';

const share = fc.double({ min: 0, max: 1, noNaN: true });
const seen = fc.record(
  Object.fromEntries(namesOf(PASSAGE_FEATURES).map((name) => [name, share])) as Record<
    PassageFeature,
    typeof share
  >,
);

describe('confidenceCarried', () => {
  it('trusts a claim that can be quoted more than one that cannot, and keeps the order of worth and strength', () => {
    fc.assert(
      fc.property(share, share, share, fc.boolean(), (a, b, other, told) => {
        expect(confidenceCarried(a, b, true)).toBeGreaterThan(confidenceCarried(a, b, false));
        const [low, high] = [Math.min(a, b), Math.max(a, b)];
        expect(confidenceCarried(high, other, told)).toBeGreaterThanOrEqual(
          confidenceCarried(low, other, told),
        );
        expect(confidenceCarried(other, high, told)).toBeGreaterThanOrEqual(
          confidenceCarried(other, low, told),
        );
      }),
    );
    expect(confidenceCarried(0.5, 0.5, false)).toBeLessThan(0.5);
    expect(confidenceCarried(0.5, 0.5, true)).toBeGreaterThan(0.5);
  });
});

describe('the judgement of a passage', () => {
  it('is a probability, whatever is seen in it', () => {
    fc.assert(
      fc.property(seen, (features) => {
        for (const p of [ideaProbability(features), confidenceOf(features)]) {
          expect(p).toBeGreaterThanOrEqual(0);
          expect(p).toBeLessThanOrEqual(1);
        }
      }),
    );
  });
});
