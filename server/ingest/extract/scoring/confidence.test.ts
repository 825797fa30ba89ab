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
  it('keeps the order of worth and of the chance of being signed', () => {
    fc.assert(
      fc.property(share, share, share, (a, b, other) => {
        const [low, high] = [Math.min(a, b), Math.max(a, b)];
        expect(confidenceCarried(high, other)).toBeGreaterThanOrEqual(confidenceCarried(low, other));
        expect(confidenceCarried(other, high)).toBeGreaterThanOrEqual(confidenceCarried(other, low));
      }),
    );
  });

  it('serves a card that one editor in three would sign, and none that hardly any would, however worthy its passage', () => {
    expect(confidenceCarried(0.4, 0.33)).toBeGreaterThan(0.5);
    expect(confidenceCarried(0.96, 0.05)).toBeLessThan(0.5);
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
