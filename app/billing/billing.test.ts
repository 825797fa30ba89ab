import { createElement } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { Refusal } from '#server/api/errors.ts';
import { pageRefusal } from '#server/edges/pages.ts';
import { readEnv } from '#server/platform/env.ts';
import { shareServices } from '#server/platform/services.ts';
import { drawn } from '#server/testing/drawn.ts';
import Plan from '../(account)/settings/plan/page.tsx';
import { POST as checkout } from './checkout/route.ts';
import { POST as portal } from './portal/route.ts';

const provider = vi.hoisted(() => ({ error: new Error() }));
vi.mock('../_server/load.ts', () => ({
  handlers: async () => ({ siteForm: async () => new FormData() }),
  serverSide: async () => ({ billingPage: () => Promise.reject(provider.error), pageRefusal }),
}));
vi.mock('../_server/reader.ts', () => ({
  signedIn: async () => undefined,
  viewer: async () => ({ id: 'a' }),
  api: async () => ({
    settings: { overview: async () => ({ plan: 'free', quotas: [], trialDaysRemaining: null }) },
  }),
}));
vi.mock('../(account)/settings/plan/actions.ts', () => ({ startTrial: async () => null }));
vi.mock('../_ui/form/quotas.tsx', () => ({ QuotaTable: () => null }));

beforeEach(() => shareServices({ env: readEnv({}), log: { error: () => undefined } } as never));

/** What the page that a press leads to says of it. */
async function toldAfter(press: (request: Request) => Promise<Response>, error: Error): Promise<string> {
  provider.error = error;
  const answer = await press(new Request('http://earmark.test/billing', { method: 'POST' }));
  const to = new URL(answer.headers.get('location')!, 'http://earmark.test');
  expect([answer.status, to.pathname]).toEqual([303, '/settings/plan']);
  const searchParams = Promise.resolve(Object.fromEntries(to.searchParams));
  return drawn(createElement(Plan, { searchParams }));
}

it('says that the page of the payment provider could not be opened while the provider is down', async () => {
  expect(await toldAfter(portal, new Error('down'))).toContain(
    'could not be opened, and nothing was changed',
  );
});

it('says why a checkout was refused', async () => {
  const twice = new Refusal('invalid_request', { message: 'This account has a subscription already.' });
  expect(await toldAfter(checkout, twice)).toContain(
    'This account has a subscription already: change it here.',
  );
  expect(await toldAfter(checkout, new Refusal('not_found'))).toContain('Payments are not set up');
});
