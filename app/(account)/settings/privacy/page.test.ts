import { createElement } from 'react';
import { expect, it, vi } from 'vitest';
import { drawn } from '#server/testing/drawn.ts';
import Account from './page.tsx';

vi.mock('next/cache', () => ({}));
vi.mock('next/headers', () => ({}));
vi.mock('./actions.ts', () => ({ eraseAccount: () => undefined, signOutEverywhere: () => undefined }));
vi.mock('../../../_server/reader.ts', () => ({
  signedIn: async () => undefined,
  api: async () => ({
    settings: {
      overview: async () => ({
        ...{ email: 'reader@example.org', conversations: 2, sessions: 1 },
        createdAt: new Date('2026-09-01T10:00:00Z'),
      }),
    },
  }),
}));

it('names all that the export holds and what erasing ends', async () => {
  const page = (await drawn(createElement(Account))).replaceAll(/\s+/g, ' ');
  const [, taken] = /One JSON file with ([^<]*)/.exec(page)!;
  const [, erased] = /Removes the account with ([^<]*)/.exec(page)!;
  for (const kept of [
    'keys',
    'connected applications',
    'requests',
    'saved searches',
    'reads',
    'conversations',
  ])
    for (const text of [taken, erased]) expect(text).toContain(kept);
  expect(taken).toContain('shows that you claimed and the mistakes that you reported');
  expect(erased).toContain('claims on shows end, and mistakes that you reported stay without your address');
});

it('asks once more before it erases what was asked', async () => {
  const page = await drawn(createElement(Account));
  expect(page).toMatch(
    /<summary[^>]*>Erase all questions and answers<\/summary>.*They cannot be brought back/,
  );
  expect(page).toMatch(/<button type="submit"[^>]*>Yes, erase them all<\/button>/);
});
