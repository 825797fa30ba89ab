import { describe, expect, it } from 'vitest';
import { isForMatter, readQuery } from './rules.ts';

describe('what a search is for', () => {
  it.each(['chips made in-house', 'inflation outlook', 'who pays for the power', 'will rates rise or fall'])(
    '%s: a matter',
    (query) => {
      expect(isForMatter(query)).toBe(true);
    },
  );

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

describe('a search text', () => {
  it.each([
    ['NVDA', ['NVDA']],
    ['NVDA OR AMD', ['NVDA', 'AMD']],
    ['NVDA or AMD Or  TSM', ['NVDA', 'AMD', 'TSM']],
    ['"buy AMD OR NVDA OR sell"', ['"buy AMD OR NVDA OR sell"']],
    ['"gold or silver" OR copper', ['"gold or silver"', 'copper']],
    ['power for data', ['power for data']],
  ])('%s leaves the choice of %j', (query, alternatives) => {
    expect(readQuery(query).alternatives).toEqual(alternatives);
  });

  it.each([
    ['"custom silicon" chips', ['custom silicon']],
    ['"unlike most" NOT "as ever" -"at all"', ['unlike most']],
    ['"unlike most" or chips', []],
    ['"now or never"', ['now or never']],
    ['an "open quote', []],
  ])('%s must hold the phrases %j', (query, phrases) => {
    expect(readQuery(query).phrases).toEqual(phrases);
  });
});
