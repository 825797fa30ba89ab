import { createElement } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import type { CompanyPage } from '#server/features/pages/schema.ts';
import { drawn } from '#server/testing/drawn.ts';
import Company, { generateMetadata } from './page.tsx';

const aired = new Date('2026-11-02T00:00:00Z');
const acme: CompanyPage = {
  ...{ slug: 'acme', name: 'Acme', symbol: null, ideaCount: 1, showCount: 1 },
  ...{ firstAt: aired, lastAt: aired, fictional: false },
};
const none = { ...acme, ideaCount: 0, showCount: 0, firstAt: null, lastAt: null };

let company: CompanyPage | null = acme;
beforeEach(() => {
  company = acme;
});

const card = {
  ...{
    id: '1',
    headline: 'Acme sells more anvils',
    thesis: 'Anvils sell.',
    stance: 'BULLISH',
    direction: null,
  },
  ...{ discussionDepth: 3, tickers: [], timestampSeconds: 61, url: '', listenUrl: null, superseded: false },
  show: { id: 's', slug: 'alpha', name: 'Alpha' },
  episode: { id: 'e', title: 'Anvils', publishedAt: aired.toISOString(), guest: null },
};
const theses = [
  {
    ...{ id: 't', title: 'Acme: demand', state: 'first_heard', firstHeardAt: aired, lastMentionAt: aired },
    ...{ tickers: [], statements: 1, shows: 1, proposition: null },
  },
];

vi.mock('next/navigation', () => ({
  permanentRedirect: (path: string) => {
    throw new Error(`moved to ${path}`);
  },
}));
vi.mock('../../../_ui/frame/missing.tsx', () => ({ Missing: () => 'Nothing is kept here', missing: {} }));
vi.mock('../../../_ui/search/save-search.tsx', () => ({
  SaveSearch: ({ of }: { of: string }) => `Save ${of}`,
}));
vi.mock('../../../_server/load.ts', () => ({
  serverSide: async () => ({ services: async () => ({ env: { webUrl: 'https://earmark.test' } }) }),
}));
vi.mock('../../../_server/reader.ts', () => ({
  orMissing: (found: unknown) => found,
  api: async () => ({
    pages: {
      company: async () => company,
      sides: async () => ({ bullish: [card], bearish: [], other: [], beside: [] }),
      companyArgued: async () => ({
        ...{ theses, speakers: [{ name: 'Dana Reyes', ideas: 1 }], readAt: aired },
        timeline: { windowDays: 14, weeks: [] },
      }),
    },
  }),
}));

const asked = { params: Promise.resolve({ slug: 'acme' }), searchParams: Promise.resolve({}) };
const page = () => drawn(createElement(Company, asked));

it('tells how much was argued on it, both sides, its theses, who spoke, and the way to all', async () => {
  const shown = await page();
  expect(shown).toContain('1 idea from 1 show, aired on 2 Nov 2026');
  expect(shown).toContain('Acme sells more anvils');
  expect(shown).toContain('href="/theses/t"');
  expect(shown).toContain('href="/people/Dana%20Reyes"');
  expect(shown).toContain('href="/search?q=Acme"');
  expect(shown).toContain('href="/companies/acme/feed.xml"');
  expect(shown).toContain('Save Acme');
  expect(shown).toContain('"url":"https://earmark.test/companies/acme"');
  expect(shown).not.toContain('are shown here');
  expect(await generateMetadata(asked)).toMatchObject({ alternates: { canonical: '/companies/acme' } });
});

it('does not count on where more was argued than is counted', async () => {
  company = { ...acme, ideaCount: null, showCount: 9 };
  const shown = await page();
  expect(shown).toContain('More than 1,000 ideas, the newest of them from 9 shows');
  expect(shown).toContain('1 of more than 1,000 ideas are shown here');
});

it('gives way to the ticker of a company that has one, unless something was said before', async () => {
  company = { ...none, symbol: 'ACME' };
  await expect(page()).rejects.toThrow('moved to /tickers/ACME');
  company = { ...acme, symbol: 'ACME' };
  expect(await page()).toContain('href="/tickers/ACME"');
});

it('says once that nothing was argued on a company that is known, and offers to search', async () => {
  company = none;
  const shown = await page();
  expect(shown.match(/No (show|idea)/g)).toHaveLength(1);
  expect(shown).toContain('href="/search?q=Acme"');
});

it('is missing where nothing is known', async () => {
  company = null;
  expect(await page()).toContain('Nothing is kept here');
});
