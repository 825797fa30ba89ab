import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answerScore, ofMatter } from './rules.ts';

const share = fc.double({ min: 0, max: 1, noNaN: true });

describe('the score of an answer', () => {
  it('is that of its words where meaning is not known', () => {
    expect(answerScore(0.7, null)).toBe(0.7);
  });

  it('grows with its words and with its meaning, and stays between 0 and 1', () => {
    fc.assert(
      fc.property(share, share, share, (words, alike, more) => {
        const score = answerScore(words, alike);
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThanOrEqual(1);
        expect(answerScore(words, Math.max(alike, more))).toBeGreaterThanOrEqual(score);
        expect(answerScore(Math.max(words, more), alike)).toBeGreaterThanOrEqual(score);
      }),
    );
  });
});

describe('what is of the matter of a search', () => {
  it.each([
    ['what is plainly so, where there is some of it', [0.6, 0.41, 0.39], [0.6, 0.41]],
    ['the nearest too, where there is hardly any', [0.41, 0.39, 0.36, 0.34], [0.41, 0.39, 0.36]],
    ['nothing far behind the most alike', [0.5, 0.37], [0.5]],
    ['nothing at all of what is not near', [0.34, 0.33], []],
  ])('%s', (_what, near, taken) => {
    expect(ofMatter(near.map((similarity) => ({ similarity }))).map(({ similarity }) => similarity)).toEqual(
      taken,
    );
  });
});
