import { createElement } from 'react';
import { expect, it, vi } from 'vitest';
import { drawn } from '#server/testing/drawn.ts';
import Privacy from './page.tsx';

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

it('asks once more before it erases what was asked', async () => {
  const page = await drawn(createElement(Privacy));
  expect(page).toMatch(
    /<summary[^>]*>Erase all questions and answers<\/summary>.*They cannot be brought back/,
  );
  expect(page).toMatch(/<button type="submit"[^>]*>Yes, erase them all<\/button>/);
});
