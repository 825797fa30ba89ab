import { createElement } from 'react';
import { expect, it, vi } from 'vitest';
import { drawn } from '#server/testing/drawn.ts';
import ShowPage, { generateMetadata } from './page.tsx';

let episodeCount = 0;
let ideaCount = 0;
let held = { sample: true, readCount: 0 };
vi.mock('next/cache', () => ({}));
vi.mock('next/headers', () => ({}));
vi.mock('../../../_server/widget-links.ts', () => ({ widgetLinks: async () => ({}) }));
vi.mock('../../../_ui/record/marks.tsx', () => ({ FollowShow: () => null }));
vi.mock('../../../_server/reader.ts', () => ({
  orMissing: (answer: Promise<unknown>) => answer,
  api: async () => ({
    pages: {
      show: async () => ({
        show: { id: 's', slug: 'all-in', name: 'All-In', ideaCount, episodeCount, ...held },
        ...{ episodes: [], next: null, tickers: [], speakers: [] },
      }),
    },
  }),
}));

const page = (before?: string) =>
  drawn(
    createElement(ShowPage, {
      params: Promise.resolve({ slug: `all-in ${before}` }),
      searchParams: Promise.resolve(before ? { before } : {}),
    }),
  );

it('speaks of a date where one was asked for alone', async () => {
  episodeCount = 0;
  expect(await page()).toContain('No episode yet.');
  episodeCount = 3;
  expect(await page('2026-09-01T00:00:00.000Z')).toContain('No episode before this date.');
});

it.each([
  [{ sample: false, readCount: 1 }, undefined],
  [{ sample: false, readCount: 0 }, { index: false }],
  [{ sample: true, readCount: 1 }, { index: false }],
])('asks not to be indexed where nothing was read, or nobody said it: %j', async (facts, robots) => {
  held = facts;
  const asked = {
    params: Promise.resolve({ slug: JSON.stringify(facts) }),
    searchParams: Promise.resolve({}),
  };
  expect((await generateMetadata(asked)).robots).toEqual(robots);
});

it('says beside the ideas that a repeat counts for each show, and once elsewhere', async () => {
  ideaCount = 8;
  expect(await page('2026-09-02T00:00:00.000Z')).toMatch(
    /All 8 ideas.*several episodes published counts for each of them here.*counts once/s,
  );
});
