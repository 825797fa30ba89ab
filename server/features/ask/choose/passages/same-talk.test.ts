import { describe, expect, it } from 'vitest';
import { isSameTalk } from './same-talk.ts';

const said = 'Like, there had actually been an investment boom for AI in the 80s and it failed.';

describe('isSameTalk', () => {
  it('hears the same words through two transcripts', () => {
    expect(
      isSameTalk(said, 'Like there had actually been an investment boom for A.I. in the 80s, and it failed'),
    ).toBe(true);
  });

  it('takes a like claim in other words for another talk', () => {
    expect(isSameTalk(said, 'There was a boom of investment in the eighties that came to nothing.')).toBe(
      false,
    );
  });

  it('compares texts of a word or two as they stand', () => {
    expect(isSameTalk('Nvidia', 'Nvidia')).toBe(true);
    expect(isSameTalk('Nvidia', 'Intel')).toBe(false);
  });
});
