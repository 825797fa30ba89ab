import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answerScore, isForMatter } from './rules.ts';

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

describe('what a search is for', () => {
  it.each(['chips made in-house', 'inflation outlook', 'who pays for the power'])('%s: a matter', (query) => {
    expect(isForMatter(query)).toBe(true);
  });

  it.each([
    ['one word', 'Nvidia'],
    ['one word that says something', 'the uranium'],
    ['words as they stand', '"custom silicon"'],
    ['one word without another', 'chips -potato'],
    ['either word', 'chips OR silicon'],
  ])('%s: those words', (_, query) => {
    expect(isForMatter(query)).toBe(false);
  });
});
