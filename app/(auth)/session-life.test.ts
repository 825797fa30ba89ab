import { expect, it, vi } from 'vitest';
import { DAY_MS } from '#server/platform/clock.ts';
import { readEnv } from '#server/platform/env.ts';
import { sessionAccountId } from './session.ts';

const stored = vi.hoisted(() => ({ expires: new Date(0), prolonged: false }));
vi.mock('next/headers', () => ({ cookies: async () => ({ get: () => ({ value: 't' }) }) }));
// The library itself, given the request that it would take from Next.
vi.mock('next-auth', async (library) => {
  const { getServerSession } = await library<typeof import('next-auth')>();
  const request = { headers: {}, cookies: { 'next-auth.session-token': 't' } } as never;
  const response = { getHeader: () => undefined, setHeader: () => undefined } as never;
  return {
    default: () => undefined,
    getServerSession: (options: never) => getServerSession(request, response, options),
  };
});
vi.mock('../_server/load.ts', () => ({
  serverSide: async () => ({
    SESSION_DAYS: 30,
    services: async () => ({ env: readEnv({ EARMARK_BASE_URL: 'http://earmark.test' }), secrets: ['s'] }),
    signInAdapter: () => ({
      getSessionAndUser: async () => ({
        session: { sessionToken: 't', userId: 'a', expires: stored.expires },
        user: { id: 'a', email: 'reader@example.org' },
      }),
      updateSession: async () => {
        stored.prolonged = true;
      },
      deleteSession: async () => undefined,
    }),
  }),
}));

it('is not longer than the cookie that opens it: a visit does not prolong it', async () => {
  stored.expires = new Date(Date.now() + DAY_MS);
  expect([await sessionAccountId(), stored.prolonged]).toEqual(['a', false]);
});

it('ends with its time', async () => {
  stored.expires = new Date(Date.now() - DAY_MS);
  expect(await sessionAccountId()).toBeNull();
});
