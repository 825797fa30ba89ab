import { createElement } from 'react';
import { expect, it, vi } from 'vitest';
import { drawn } from '#server/testing/drawn.ts';
import Searches from './page.tsx';

let told = true;
const search = { id: 'a', name: 'Gold', path: '/search?q=gold', alerts: true, createdAt: new Date(0) };
vi.mock('next/cache', () => ({}));
vi.mock('next/headers', () => ({}));
vi.mock('../../../_server/reader.ts', () => ({
  signedIn: async () => undefined,
  api: async () => ({
    searches: { list: async () => ({ searches: [search], most: 50 }) },
    alerts: { tellsNewIdeas: async () => told },
  }),
}));

it('says that nothing is sent where no channel is on, whatever alerts a search has', async () => {
  expect(await drawn(createElement(Searches))).toMatch(/Alerts on, saved 1 Jan 1970/);
  told = false;
  const page = await drawn(createElement(Searches));
  expect(page).toMatch(/Nothing is sent yet: no mail, feed or webhook.*href="\/settings\/alerts"/s);
  expect(page).toContain('Alerts on, but none is sent yet, saved 1 Jan 1970');
});
