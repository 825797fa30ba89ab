import { createElement } from 'react';
import { expect, it, vi } from 'vitest';
import { safePath } from '#server/edges/pages.ts';
import { readEnv } from '#server/platform/env.ts';
import { drawn } from '#server/testing/drawn.ts';
import SignIn from './page.tsx';

vi.mock('next/headers', () => ({}));
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
