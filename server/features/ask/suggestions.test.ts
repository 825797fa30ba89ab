import { expect, it } from 'vitest';
import { suggestionsFor } from './suggestions.ts';

const subject = { name: 'SpaceX', symbol: null, ideas: 3, shows: 1, bullish: 1, bearish: 0 };

it('asks once of a company that was listed meanwhile', () => {
  expect(suggestionsFor([{ ...subject, symbol: 'SPCX' }, subject])).toEqual([
    'What did podcasts say about SpaceX (SPCX)?',
    'What is the bull case on SpaceX (SPCX), and who made it?',
  ]);
});
