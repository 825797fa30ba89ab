import { createElement } from 'react';
import { expect, it, vi } from 'vitest';
import { drawn } from '#server/testing/drawn.ts';
import Follows from './page.tsx';

const why = 'The free plan follows up to 10 tickers.';
vi.mock('next/cache', () => ({}));
vi.mock('next/headers', () => ({}));
vi.mock('../../../_server/wish.ts', () => ({ whyUndone: async () => ({ ok: false, message: why }) }));
vi.mock('../../../_server/reader.ts', () => ({
  signedIn: async () => undefined,
  api: async () => ({
    follows: {
      listFollows: async () => ({ shows: [], tickers: [] }),
      listHeld: async () => [],
    },
  }),
}));

it('says why a ticker is not followed that was asked for after the session had ended', async () => {
  expect(await drawn(createElement(Follows))).toContain(why);
});
