import { describe, expect, it } from 'vitest';
import { licensedHeadline, licensedLine } from './licence.ts';

const quote = 'Well, the plants in Texas will need more membranes than anyone can make. So I own it.';
const argued = {
  ...{ speakerName: 'Ann Lee', show: 'Deep Dive', quote, mediaEnabled: true },
  ...{ subjectKind: 'ticker', subjectName: 'Xylem' },
};
const PLAIN = 'Ann Lee made an argument about Xylem on Deep Dive.';

describe('licensedLine', () => {
  const line = 'Ann Lee argues that the plants in Texas will need more membranes than anyone can make.';
  const served = (quoteChars: number, given: Partial<Parameters<typeof licensedLine>[1]> = {}) =>
    licensedLine(line, { ...argued, quoteChars, ...given });

  it('is as written while the words it takes from the speaker are within the licence', () => {
    expect(served(280)).toBe(line);
    expect(served(65)).toBe(line);
    expect(served(10, { quote: 'Something else was said at that second altogether.' })).toBe(line);
  });

  it('says who argued on what, and cuts no claim short, where it takes more', () => {
    expect(served(64)).toBe(PLAIN);
    expect(served(0, { speakerName: null })).toBe('A speaker on Deep Dive made an argument about Xylem.');
  });

  it.each([
    ['Stock market', 'the stock market'],
    ['Venture debt', 'venture debt'],
    ['Trump accounts', 'Trump accounts'],
  ])('names the theme %s as a sentence does', (subjectName, inSentence) => {
    const theme = { subjectKind: 'theme', subjectName };
    expect(served(0, theme)).toBe(`Ann Lee made an argument about ${inSentence} on Deep Dive.`);
  });

  it('counts what stands between two runs of the speaker’s words, whatever their case and apostrophes', () => {
    const turned =
      'Ann Lee says that THE PLANTS IN TEXAS shall not need more membranes than anyone can make.';
    expect(licensedLine(turned, { ...argued, quoteChars: 70 })).toBe(turned);
    expect(licensedLine(turned, { ...argued, quoteChars: 69 })).toBe(PLAIN);
  });

  it('takes every word for the speaker’s where there is no quote to tell by', () => {
    expect(served(line.length, { quote: null })).toBe(line);
    expect(served(line.length - 1, { quote: null })).toBe(PLAIN);
  });

  it('gives a quotation whole or not at all, and none where nothing may be quoted', () => {
    const words = 'They will need more membranes than anyone can make.';
    const quoted = `Ann Lee on Xylem: "${words}"`;
    const with280 = { ...argued, quote: 'Something else.', quoteChars: 280 };
    expect(licensedLine(quoted, with280)).toBe(quoted);
    expect(licensedLine(quoted, { ...with280, quoteChars: words.length - 1 })).toBe(PLAIN);
    expect(licensedLine(quoted, { ...with280, mediaEnabled: false })).toBe(PLAIN);
  });
});

describe('licensedHeadline', () => {
  it('quotes only where the show permits it', () => {
    const headline = '"More membranes than anyone can make"';
    const given = { ...argued, quoteChars: 280 };
    expect(licensedHeadline(headline, given)).toBe(headline);
    expect(licensedHeadline(headline, { ...given, mediaEnabled: false })).toBe('An argument about Xylem');
    expect(licensedHeadline(headline, { ...given, quoteChars: 10 })).toBe('An argument about Xylem');
  });
});
