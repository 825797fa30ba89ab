import { expect, it } from 'vitest';
import { filters, listedIn, titleOf, wider } from './query.ts';

it('reads of an address what is filled in, and the first of what is sent several times', () => {
  expect(filters({ q: ['power', 'chips'], ticker: ' ', minDepth: '1', utm_source: 'x' })).toEqual({
    q: 'power',
  });
});

it('calls a search by the names of its filters, and says which number or day is which', () => {
  const choices = [{ slug: 'the-long-wire', name: 'The Long Wire' }];
  const query = { q: 'power', show: 'the-long-wire', minDepth: '3', from: '2026-09-01', to: '2026-09-30' };
  expect(titleOf(query, choices)).toBe(
    'Search: power, The Long Wire, depth 3 or more, from 2026-09-01, until 2026-09-30',
  );
  expect(titleOf({ minDepth: '5' }, choices)).toBe('Search: depth 5');
  expect(titleOf({ order: 'newest' }, choices)).toBe('All ideas');
});

it('lists the newest first in a feed, whatever the order of the page, and a file as the page does', () => {
  expect(listedIn('feed.xml', { q: 'power' })).toEqual({ q: 'power', order: 'newest' });
  expect(listedIn('feed.json', {})).toEqual({ order: 'newest' });
  expect(listedIn('ideas.csv', { q: 'power' })).toEqual({ q: 'power' });
});

it('advises only what the search can do without', () => {
  expect(wider({ q: 'zebras' })).toEqual([]);
  expect(wider({ q: 'zebras and power', from: '2026-09-01' })).toEqual(['fewer words', 'other dates']);
  expect(wider({ ticker: 'F' })).toEqual(['fewer filters']);
});
