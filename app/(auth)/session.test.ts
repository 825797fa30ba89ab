import { beforeEach, describe, expect, it, vi } from 'vitest';
import { readEnv } from '#server/platform/env.ts';
import { forgetSession, outsideProviders, takeLink } from './session.ts';

type Cookie = { name: string; value: string; secure?: boolean; maxAge?: number; path?: string };

const state = vi.hoisted(() => ({ set: [] as unknown[], settings: {} as Record<string, string> }));
vi.mock('next/headers', () => ({
  cookies: async () => ({
    set: (name: string, value: string, options: object) => state.set.push({ name, value, ...options }),
  }),
}));
vi.mock('../_server/load.ts', () => ({
  serverSide: async () => ({
    services: async () => ({ env: readEnv(state.settings), secrets: ['s'] }),
    signInAdapter: () => ({}),
  }),
}));

vi.mock('next-auth', () => ({
  default: async () =>
    new Response(null, {
      status: 302,
      headers: { location: 'http://earmark.test/sign-in?error=Verification' },
    }),
  getServerSession: async () => null,
}));

beforeEach(() => {
  state.set = [];
  state.settings = {};
});

describe('a session cookie that is removed', () => {
  it.each([
    ['https://earmark.example', '__Secure-next-auth.session-token', true],
    ['http://localhost:3000', 'next-auth.session-token', false],
  ])('ends in the form in which browsers take it, at %s', async (base, name, secure) => {
    state.settings = { EARMARK_BASE_URL: base };
    await forgetSession();
    expect(state.set as Cookie[]).toEqual([
      expect.objectContaining({ name, value: '', path: '/', maxAge: 0, secure }),
    ]);
  });
});

describe('providers of other sites', () => {
  it('are those that the operator gave an id and a secret', async () => {
    state.settings = { GOOGLE_CLIENT_ID: 'b', GOOGLE_CLIENT_SECRET: 'c' };
    expect(await outsideProviders()).toEqual([{ id: 'google', name: 'Google' }]);
  });
});

describe('a sign-in link that was used or has run out', () => {
  it('leads back to the sign-in page with the page that was asked for', async () => {
    state.settings = { EARMARK_BASE_URL: 'http://earmark.test' };
    const answer = await takeLink({ email: 'reader@example.org', token: 't', next: '/saved' });
    expect(answer.headers.get('location')).toBe('/sign-in?error=Verification&next=%2Fsaved');
  });
});
