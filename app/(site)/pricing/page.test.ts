import { createElement } from 'react';
import { expect, it, vi } from 'vitest';
import { drawn } from '#server/testing/drawn.ts';
import Pricing from './page.tsx';

vi.mock('next/cache', () => ({}));
vi.mock('next/headers', () => ({}));
vi.mock('../../_server/load.ts', () => ({
  serverSide: async () => ({
    priceList: async () => ({ currency: 'USD', monthly: 10, yearly: 100, payable: true }),
  }),
}));
vi.mock('../../_server/reader.ts', () => ({
  viewer: async () => ({ id: 'a' }),
  api: async () => ({
    settings: {
      overview: async () => ({
        ...{ paid: false, trialAvailable: false, trialDaysRemaining: 14 },
        trialEndsAt: new Date('2026-09-29T10:00:00Z'),
      }),
    },
  }),
}));

it('tells whoever has started a trial there until when it runs', async () => {
  const searchParams = Promise.resolve({});
  expect(await drawn(createElement(Pricing, { searchParams }))).toContain(
    'Your trial of Premium runs until 29 Sept 2026.',
  );
});

it('tells what Premium adds to the words that every card quotes', async () => {
  const page = await drawn(createElement(Pricing, { searchParams: Promise.resolve({}) }));
  expect(page).toMatch(/word for word<.*<td>the claim, with its second<.*<td>what stood around it, too/s);
});
