import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { Requests } from './requests.tsx';

type Calls = Parameters<typeof Requests>[0]['calls'];

const none = {
  days: [{ day: '2026-09-15', answered: 0, refused: 0 }],
  statuses: [],
  calls: [],
  next: null,
} as unknown as Calls;

it('draws no chart where there is no request', () => {
  const page = renderToStaticMarkup(
    createElement(Requests, { path: '/k', calls: none, status: undefined }),
  ).replaceAll('<!-- -->', '');
  expect(page).toContain('0 requests in 30 days');
  expect(page).toContain('None yet.');
  expect(page).not.toContain('<svg');
});

it('offers its file as a download, so that no page seems to be on its way', () => {
  const calls = { ...none, statuses: [{ status: 200, calls: 1 }] } as unknown as Calls;
  const page = renderToStaticMarkup(createElement(Requests, { path: '/k', calls, status: 200 }));
  expect(page).toMatch(/<a href="\/k\/requests\.csv\?status=200" download=""/);
});
