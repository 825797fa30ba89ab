import { describe, expect, it } from 'vitest';
import { inAmerican, otherSpellings, spellings, withoutHyphens } from './spelling.ts';

describe('inAmerican', () => {
  it.each([
    ['Data centre spending', 'Data center spending'],
    ['Labour costs and favourites', 'labor costs and favorites'],
    ['organisations monetise travelling', 'organizations monetize traveling'],
    ['Which analysis was wise? A promise.', 'Which analysis was wise? A promise.'],
  ])('%s', (text, written) => {
    expect(inAmerican(text)).toBe(written);
  });

  it('writes no word of one side as a word of the other', () => {
    for (const [american, british] of spellings) {
      expect(spellings.has(british)).toBe(false);
      expect(inAmerican(american)).toBe(american);
    }
  });
});

describe('otherSpellings', () => {
  it('knows the other spelling from either side', () => {
    expect(otherSpellings('Defence center')).toEqual([
      ['defence', 'defense'],
      ['center', 'centre'],
    ]);
  });
});

describe('withoutHyphens', () => {
  it.each([
    ['jpmorgan-chase', '"jpmorgan chase"'],
    ['-state-of-the-art', '-"state of the art"'],
    ['"jpmorgan-chase deal"', '"jpmorgan chase deal"'],
    ['GLP-1 -TSMC', 'GLP-1 -TSMC'],
  ])('%s', (query, written) => {
    expect(withoutHyphens(query)).toBe(written);
  });
});
