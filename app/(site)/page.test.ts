import { createElement } from 'react';
import { expect, it, vi } from 'vitest';
import { drawn } from '#server/testing/drawn.ts';
import Home from './page.tsx';

let [shows, ideas] = [0, 0];
let samples = new Set<string>();
vi.mock('../_server/reader.ts', () => ({
  viewer: async () => null,
  sampleShows: async () => samples,
  api: async () => ({
    pages: {
      front: async () => ({
        ...{ airedAt: null, countedFrom: null, counts: { shows, episodes: 0, ideas } },
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

it('tells how its figures count a repeat and the samples that it does not show', async () => {
  const repeats = /published counts once here, for the episode that had it first/;
  expect(await drawn(createElement(Home))).toMatch(repeats);
  expect(await drawn(createElement(Home))).not.toContain('fictional');
  samples = new Set(['a']);
  expect(await drawn(createElement(Home))).not.toContain('fictional');
  ideas = 5;
  expect(await drawn(createElement(Home))).toContain(
    'The fictional samples are counted, and not shown on this page.',
  );
});
