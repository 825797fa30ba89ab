import { expect, it } from 'vitest';
import { suggestionsFor } from './suggest.ts';

const subject = {
  name: 'SpaceX',
  symbol: null,
  isTheme: false,
  ideas: 3,
  shows: 2,
  show: null,
  bullish: 1,
  bearish: 0,
};

it('asks once of a company that was listed meanwhile', () => {
  expect(suggestionsFor([{ ...subject, symbol: 'SPCX' }, subject])).toEqual([
    'What did podcasts say about SpaceX (SPCX)?',
    'What is the bull case on SpaceX (SPCX), and who made it?',
    'Which shows discussed SpaceX (SPCX), and where did they differ?',
  ]);
});

it('asks the one show that speaks of a subject', () => {
  expect(suggestionsFor([{ ...subject, shows: 1, show: 'Acquired' }])).toContain(
    'What did Acquired say about SpaceX?',
  );
});
