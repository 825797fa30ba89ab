import { createElement } from 'react';
import { expect, it, vi } from 'vitest';
import { drawn } from '#server/testing/drawn.ts';
import TickerPage from './page.tsx';

vi.mock('next/navigation', () => ({}));
vi.mock('../../../_ui/record/marks.tsx', () => ({ FollowTicker: () => 'Follow F' }));
vi.mock('../../../_server/widget-links.ts', () => ({}));
vi.mock('../../../_server/reader.ts', () => ({
  orMissing: (found: unknown) => found,
  api: async () => ({
    pages: {
      ticker: async () => ({
        ...{ symbol: 'F', name: 'Ford', ideaCount: 0, showCount: 0, firstAt: null, lastAt: null },
        ...{ otherClasses: [], beforeListing: null, readAt: new Date('2026-11-30T12:00:00Z') },
      }),
      // A week that is no day is refused.
      sides: async () => null,
    },
  }),
}));

it.each([{}, { week: 'x' }])(
  'a ticker without ideas says so once, offers to follow and to search, and sells nothing: %j',
  async (sent) => {
    const asked = { params: Promise.resolve({ symbol: 'F' }), searchParams: Promise.resolve(sent) };
    const page = await drawn(createElement(TickerPage, asked));
    expect(page.match(/No (show|idea|attributed)/g)).toHaveLength(1);
    expect(page).toContain('Follow F');
    expect(page).toContain('href="/search?q=Ford"');
    expect(page).not.toContain('Premium');
  },
);
