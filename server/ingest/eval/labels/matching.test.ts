import { describe, expect, it } from 'vitest';
import { foldName, oneToOne, sharedSeconds } from './matching.ts';

const talk = (subject: string, start: number, end: number, tickers: string[] = []) => ({
  subject,
  start,
  end,
  tickers,
});

describe('foldName', () => {
  it('drops case, signs and words that name nothing', () => {
    expect(foldName('The Coca-Cola Company (stock)')).toBe('coca cola');
  });
});

describe('sharedSeconds', () => {
  it('counts the seconds two stretches of one subject share', () => {
    expect(sharedSeconds(talk('Harrow Foods', 0, 30), talk('the harrow foods, inc', 10, 60))).toBe(20);
  });

  it('takes a name within a longer one, or a symbol in common, for the same subject', () => {
    expect(sharedSeconds(talk('Harrow', 0, 30), talk('Harrow Foods (margins)', 0, 30))).toBe(30);
    expect(sharedSeconds(talk('Search', 0, 30, ['GOOG']), talk('Alphabet', 0, 30, ['GOOG', 'GOOGL']))).toBe(
      30,
    );
    expect(sharedSeconds(talk('Harrow', 0, 30), talk('Harrowgate', 0, 30))).toBeNull();
  });

  it('takes names of nothing but signs and fillers for no subject', () => {
    expect(sharedSeconds(talk('The company', 0, 30), talk('the stock', 0, 30))).toBeNull();
  });

  it('reaches over a gap of 45 seconds and no further', () => {
    expect(sharedSeconds(talk('Rye', 0, 30), talk('Rye', 75, 90))).toBe(-45);
    expect(sharedSeconds(talk('Rye', 0, 30), talk('Rye', 75.1, 90))).toBeNull();
  });
});

describe('oneToOne', () => {
  it('gives each label one find, those that share most first', () => {
    const pairs = [
      { label: 'a', found: 1, shared: 5 },
      { label: 'a', found: 2, shared: 9 },
      { label: 'b', found: 2, shared: 8 },
      { label: 'b', found: 1, shared: 1 },
    ];
    expect(oneToOne(pairs).map(({ label, found }) => [label, found])).toEqual([
      ['a', 2],
      ['b', 1],
    ]);
  });
});
