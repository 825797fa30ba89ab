import { createElement } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { drawn } from '#server/testing/drawn.ts';
import { SaveSearch } from './save-search.tsx';

let isReader = true;
let saved: { name: string } | null = null;

vi.mock('next/cache', () => ({}));
vi.mock('next/headers', () => ({ cookies: async () => ({ get: () => undefined }) }));
vi.mock('../../_server/reader.ts', () => ({
  viewer: async () => (isReader ? {} : null),
  api: async () => ({ searches: { kept: async () => ({ search: saved }) } }),
}));

const shown = (dated: boolean) =>
  drawn(createElement(SaveSearch, { asked: { q: 'tesla' }, dated, path: '/search?q=tesla' }));

beforeEach(() => {
  isReader = true;
  saved = null;
});

it.each([true, false])(
  'says before a search is saved that its air dates are not (reader: %s)',
  async (reader) => {
    isReader = reader;
    expect(await shown(true)).toContain('It is saved without the air dates');
    expect(await shown(false)).not.toContain('air dates');
  },
);

it('calls the search that was saved one without the air dates', async () => {
  saved = { name: 'tesla' };
  expect(await shown(true)).toContain('Saved as “tesla”, without the air dates, among');
  expect(await shown(false)).toContain('Saved as “tesla” among');
});
