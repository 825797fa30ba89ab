import { describe, expect, it } from 'vitest';
import { asClause, hedgedOnce } from '#server/ingest/extract/llm/wording.ts';

describe('asClause', () => {
  it.each([
    [
      'Founders Fund has grown too large for small rounds.',
      'Founders Fund has grown too large for small rounds',
    ],
    ['Founders sell too early.', 'founders sell too early'],
    ['that the market is too small', 'the market is too small'],
  ])('makes of "%s" what follows "argues that"', (text, clause) => {
    expect(asClause(text)).toBe(clause);
  });
});

describe('hedgedOnce', () => {
  it.each([
    ['argues', 'he thinks that rates fall', 'believes', 'rates fall'],
    ['says', 'she is guessing Intel will not ship', 'suspects', 'Intel will not ship'],
    ['warns', 'banks should hold more capital, he thinks', 'believes', 'banks should hold more capital'],
    ['suspects', 'he thinks rates fall', 'suspects', 'rates fall'],
    ['expects', 'rates fall, she suspects', 'suspects', 'rates fall'],
  ])('tells "%s that %s" with one verb', (verb, clause, once, bare) => {
    expect(hedgedOnce(verb, clause)).toEqual({ verb: once, clause: bare });
  });

  it.each([
    'they think that rates fall',
    'Musk thinks that rates fall',
    'he thinks',
    'rates, he thinks, fall',
  ])('leaves "%s" as it is', (clause) => {
    expect(hedgedOnce('argues', clause)).toEqual({ verb: 'argues', clause });
  });
});
