import { describe, expect, it } from 'vitest';
import type { VerbatimQuote } from '#server/domain.ts';
import { badlyCut, isPunctuated } from '#server/ingest/extract/llm/proof/cut.ts';

/** A sentence with the quote of it between bars. */
function cutOf(sentence: string) {
  const [before = '', text = '', after = ''] = sentence.split('|').map((part) => part.trim());
  return badlyCut({ quote: { text } as VerbatimQuote, before, after });
}

describe('a quote of a longer sentence', () => {
  it.each([
    '|Margins hold up because Intel cannot ship.|',
    'If you look at it,| Nvidia has the best margins in the industry,| which is why people buy it.',
    'It grew sixty percent last year| and I think it will grow again this year| because customers are locked in.',
    'They said so,| but the chips are sold out|; nobody can get any.',
  ])('is well cut between clauses: %s', (sentence) => {
    expect(cutOf(sentence)).toEqual([]);
  });

  it.each([
    ['It has been clear that Nvidia| has the best margins in the industry.|', ['begins']],
    ['It has many customers,| which is why people buy the stock.|', ['begins']],
    ['|Nvidia will keep the whole of its| margin as long as nobody ships.', ['ends']],
    ['Nvidia, they say,| of all companies is going to| lose it.', ['begins', 'ends']],
  ])('is badly cut within a clause: %s', (sentence, where) => {
    expect(cutOf(sentence)).toEqual(where);
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
