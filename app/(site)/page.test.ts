import { createElement } from 'react';
import { expect, it, vi } from 'vitest';
import { drawn } from '#server/testing/drawn.ts';
import Home from './page.tsx';

let shows = 0;
vi.mock('../_server/reader.ts', () => ({
  viewer: async () => null,
  sampleShows: async () => new Set(),
  api: async () => ({
    pages: {
      front: async () => ({
        ...{ airedAt: null, countedFrom: null, counts: { shows, episodes: 0, ideas: 0 } },
        ...{ theses: [], tickers: [], ideas: [], disagreement: null },
      }),
    },
  }),
}));
vi.mock('../_ui/frame/json-ld.tsx', () => ({ JsonLd: () => null }));
vi.mock('../_ui/search/search-box.tsx', () => ({ SearchBox: () => null }));

it.each([
  [0, 'reads the transcripts of finance podcasts and'],
  [1, 'reads the transcripts of 1 show and'],
  [12, 'reads the transcripts of 12 shows and'],
])('tells how many shows are read, where any is: %i', async (read, words) => {
  shows = read;
  expect(await drawn(createElement(Home))).toContain(words);
});
