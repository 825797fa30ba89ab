import { describe, expect, it } from 'vitest';
import { stanceChangeInWords } from '#server/features/theses/timeline/speakers.ts';

function change(before: string | null, after: string | null) {
  const said = { date: '2026-07-22T10:00:00.000Z', quote: 'Said.', ideaId: 'id', url: 'http://earmark.test' };
  return {
    show: 'Margin Notes',
    from: 'bullish',
    to: 'bearish',
    fromStatement: { ...said, speaker: before },
    toStatement: { ...said, speaker: after },
  } as const;
}

describe('a change of stance in words', () => {
  it.each([
    ['Tessa Okonjo', 'Tessa Okonjo', 'Margin Notes: Tessa Okonjo went from bullish to bearish'],
    [
      'Tessa Okonjo',
      'Walt Brandvold',
      'Margin Notes: bullish by Tessa Okonjo, then bearish by Walt Brandvold, another speaker',
    ],
    [
      'Tessa Okonjo',
      null,
      'Margin Notes: bullish by Tessa Okonjo, then bearish by a speaker who is not named, who may be another speaker',
    ],
    [null, null, 'Margin Notes: from bullish to bearish, by speakers who are not named'],
  ])('says whose it is: %s, then %s', (before, after, told) => {
    expect(stanceChangeInWords(change(before, after))).toBe(told);
  });
});
