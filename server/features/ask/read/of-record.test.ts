import { describe, expect, it } from 'vitest';
import { unkeptIn } from './of-record.ts';

describe('unkeptIn', () => {
  it.each([
    ['Which podcast host has the best track record?', 'track record'],
    ['Who is most often right?', 'track record'],
    ['Which guests were most accurate?', 'track record'],
    ['Whose predictions came true?', 'track record'],
    ['What is the track record of the hosts?', 'track record'],
    ['Rank the hosts', 'track record'],
    ['Who is the most bullish?', 'rank'],
    ['Which show is most bearish of all?', 'rank'],
    ['What did women guests say?', 'trait'],
    ['What do the men say about AI?', 'trait'],
    ['Who is the most bullish on Nvidia?', null],
    ['Which show talks most about Nvidia?', null],
    ["What did they say about the fund's track record?", null],
    ['Who said that Founders Fund has the best returns?', null],
    ['What did guests say about women in tech?', null],
    ['Who has the best chips?', null],
    ['Which companies were most accurate?', null],
  ])('takes "%s" for %s', (question, unkept) => {
    expect(unkeptIn(question)).toBe(unkept);
  });
});
