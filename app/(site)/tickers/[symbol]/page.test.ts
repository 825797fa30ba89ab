import { createElement } from 'react';
import { expect, it, vi } from 'vitest';
import { drawn } from '#server/testing/drawn.ts';
import TickerPage from './page.tsx';

const sides = { bullish: [], bearish: [], other: [], beside: [] };
const lock = { message: 'needs a Premium account', upgradeUrl: 'http://earmark.test/pricing' };
vi.mock('next/navigation', () => ({}));
vi.mock('../../../_ui/record/marks.tsx', () => ({ FollowTicker: () => 'Follow F' }));
vi.mock('../../../_server/widget-links.ts', () => ({}));
vi.mock('../../../_server/reader.ts', () => ({
  orMissing: (found: unknown) => found,
  api: async () => ({
    pages: {
      ticker: async () => ({
        ...{ symbol: 'F', name: 'Ford', ideaCount: 0, showCount: 0, firstAt: null, lastAt: null },
        ...{ otherClasses: [], readAt: new Date('2026-11-30T12:00:00Z') },
      }),
      sides: async () => sides,
      propositions: async () => ({}),
      cards: async () => [],
    },
    theses: {
      getTickerStanceTimeline: async () => ({
        ...{ ticker: 'F', windowDays: 365, weeks: [], stanceChanges: [], stanceChangesLock: lock },
      }),
      getThesisHistory: async () => ({ theses: [], summary: 'No attributed discussion', historyLock: null }),
    },
  }),
}));

it('a ticker without ideas says so once, offers to follow and to search, and sells nothing', async () => {
  const asked = { params: Promise.resolve({ symbol: 'F' }), searchParams: Promise.resolve({}) };
  const page = await drawn(createElement(TickerPage, asked));
  expect(page.match(/No (show|idea|attributed)/g)).toHaveLength(1);
  expect(page).toContain('Follow F');
  expect(page).toContain('href="/search?q=Ford"');
  expect(page).not.toContain('Premium');
});
