import { createElement } from 'react';
import { expect, it, vi } from 'vitest';
import { safePath } from '#server/edges/pages.ts';
import { readEnv } from '#server/platform/env.ts';
import { drawn } from '#server/testing/drawn.ts';
import SignIn from './page.tsx';

let kept: object | null = null;
vi.mock('next/headers', () => ({
  cookies: async () => ({
    get: () => (kept ? { value: Buffer.from(JSON.stringify(kept)).toString('base64url') } : undefined),
  }),
}));
vi.mock('../../_server/reader.ts', () => ({ viewer: async () => null }));
vi.mock('../../_server/load.ts', () => ({
  serverSide: async () => ({
    safePath,
    services: async () => ({ env: readEnv({}) }),
    localOutbox: async () => null,
  }),
}));

it.each([
  ['Verification', 'That sign-in link was used already or has run out.'],
  ['constructor', 'Signing in did not work. Try again, or use an e-mail link.'],
])('says in words what went wrong: %s', async (error, words) => {
  expect(await drawn(createElement(SignIn, { searchParams: Promise.resolve({ error }) }))).toContain(words);
});

it.each([
  [{ ticker: 'INTC' }, 'Sign in to follow INTC.'],
  [{ show: 'a show' }, 'Sign in to follow the show.'],
  [{ save: 'an idea' }, 'Sign in to save the idea.'],
  [{ search: { q: 'power' } }, 'Sign in to save the search.'],
  [{ question: 'Who doubts it?' }, 'Sign in to ask: your question stands in its field again.'],
])('says what it is for, and promises nothing: %j', async (wish, words) => {
  kept = { ...wish, id: '1' };
  const page = (next: string) => drawn(createElement(SignIn, { searchParams: Promise.resolve({ next }) }));
  expect(await page('/sign-in/wish?of=1&next=%2F')).toContain(words);
  expect(await page('/sign-in/wish?of=2&next=%2F')).not.toContain('Sign in to');
  expect(await page('/digest')).not.toContain('Sign in to');
});
