import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { Requests } from './requests.tsx';

type Calls = Parameters<typeof Requests>[0]['calls'];

it('offers its file as a download, so that no page seems to be on its way', () => {
  const calls = {
    days: [{ day: '2026-09-15', answered: 1, refused: 0 }],
    statuses: [{ status: 200, calls: 1 }],
    calls: [],
    next: null,
  } as unknown as Calls;
  const page = renderToStaticMarkup(createElement(Requests, { path: '/k', calls, status: 200 }));
  expect(page).toMatch(/<a href="\/k\/requests\.csv\?status=200" download=""/);
});
