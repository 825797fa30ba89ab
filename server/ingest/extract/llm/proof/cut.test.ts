import { describe, expect, it } from 'vitest';
import type { VerbatimQuote } from '#server/domain.ts';
import { badlyCut, brokenOff, isPunctuated, partedFromSense } from '#server/ingest/extract/llm/proof/cut.ts';

/** A sentence with the quote of it between bars. */
function partOf(sentence: string) {
  const [before = '', text = '', after = ''] = sentence.split('|').map((part) => part.trim());
  return { quote: { text } as VerbatimQuote, before, after };
}
const cutOf = (sentence: string) => badlyCut(partOf(sentence));

describe('a quote of a longer sentence', () => {
  it.each([
    '|Margins hold up because Intel cannot ship.|',
    'If you look at it,| Nvidia has the best margins in the industry,| which is why people buy it.',
    'It grew sixty percent last year| and I think it will grow again this year| because customers are locked in.',
    'They said so,| but the chips are sold out|; nobody can get any.',
    '|Nvidia is growing as fast as it can|, and that will not change.',
    '|It is the cheapest bank as far as I can tell|. Its rivals are not.',
  ])('is well cut between clauses: %s', (sentence) => {
    expect(cutOf(sentence)).toEqual([]);
  });

  it.each([
    ['It has been clear that Nvidia| has the best margins in the industry.|', ['begins']],
    ['It has many customers,| which is why people buy the stock.|', ['begins']],
    ['|Nvidia will keep the whole of its| margin as long as nobody ships.', ['ends']],
    ['|They build huge value, unlike the coding apps where| you might be at half.', ['ends']],
    ['Nvidia, they say,| of all companies is going to| lose it.', ['begins', 'ends']],
  ])('is badly cut within a clause: %s', (sentence, where) => {
    expect(cutOf(sentence)).toEqual(where);
  });
});

describe('a quote of talk without stops', () => {
  it.each([
    ['it will be a billion dollar| air opportunity in marketing that I have not seen| so far', ['begins']],
    ['|there is a market for sales agents and for that I will give| you a hundred grand', ['ends']],
    ['so I think| that market is a billion dollar opportunity| I have not seen it', []],
    ['|nobody can copy what they make| and margins hold', []],
    ['it is cheap and| margins will hold up for years| there', []],
    ['they sell to the| largest firms there are|', ['begins']],
  ])('is cut within a clause where a word promises more: %s', (sentence, where) => {
    expect(brokenOff(partOf(sentence))).toEqual(where);
  });
});

describe('a quote and what its sense hangs on', () => {
  it.each([
    'they are too expensive simply| because everybody wants to invest| so in a way it is the same',
    'Most of them are too expensive,| because everybody wants to invest.|',
  ])('are parted where it is the reason of what is left out: %s', (sentence) => {
    expect(partedFromSense(partOf(sentence))).toEqual(['begins']);
  });

  it.each([
    '|they could ask you to liquidate| but they do not have to',
    '|Margins will hold for years|, but only if Intel cannot ship.',
    '|It is going to be the largest company there is| if they ship.',
  ])('are parted where it is taken back or bound: %s', (sentence) => {
    expect(partedFromSense(partOf(sentence))).toEqual(['ends']);
  });

  it.each([
    '|Margins will hold for years.| But they said so before.',
    'It is dear.| Because everybody wants to own it, nobody can buy it well.|',
    '|Margins will hold for years| because Intel cannot ship.',
    '|Margins will hold for years| and they will buy back their stock',
  ])('are together where the sentence ends, or a reason or an addition is left off: %s', (sentence) => {
    expect(partedFromSense(partOf(sentence))).toEqual([]);
  });
});

describe('the talk around a quote', () => {
  const quote = { text: 'margins hold up' } as VerbatimQuote;
  const clause = 'and then they told us that it grows ';

  it.each([
    ['marks sentences where it has stops', `It grows. ${'They said so. '.repeat(5)}`, true],
    ['does not where it has none', clause.repeat(9), false],
    ['does not where only what is far off has', `${'They said so. '.repeat(40)}${clause.repeat(20)}`, false],
  ])('%s', (_name, before, is) => {
    expect(isPunctuated({ quote, before, after: '' })).toBe(is);
  });
});
