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
    ['Who said Waymo was more reliable than Tesla?', null],
    ['Who thinks Gemini is more accurate than ChatGPT?', null],
    ['Which guest said Waymo is more reliable?', null],
    ['Who was right about Nvidia?', null],
    ['What was said about the scores of people laid off by AI?', null],
    ['What was said about the accuracy of analysts?', null],
    ['What is the accuracy of the hosts?', 'track record'],
    ['Which host is the most reliable of all?', 'track record'],
  ])('takes "%s" for %s', (question, unkept) => {
    expect(unkeptIn(question)).toBe(unkept);
  });
});
