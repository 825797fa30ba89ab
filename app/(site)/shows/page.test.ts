import { createElement } from 'react';
import { expect, it, vi } from 'vitest';
import { drawn } from '#server/testing/drawn.ts';
import Shows from './page.tsx';

vi.mock('../../_server/reader.ts', () => ({
  orMissing: (answer: Promise<unknown>) => answer,
  api: async () => ({ pages: { shows: async () => ({ shows: [], next: null }) } }),
}));

const page = (sent: { q?: string; after?: string }) =>
  drawn(createElement(Shows, { searchParams: Promise.resolve(sent) }));

it('says that there is no show only where none was left out', async () => {
  expect(await page({})).toContain('No show has been added yet.');
  expect(await page({ q: 'x' })).toContain('No show has that in its name.');
  expect(await page({ after: 'the last' })).toContain('No show comes after these.');
});

it('says that a repeat counts for each show, and once elsewhere', async () => {
  expect(await page({})).toMatch(/several episodes published counts for each of them here.*counts once/);
});
