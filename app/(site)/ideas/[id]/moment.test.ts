import { createElement } from 'react';
import { expect, it, vi } from 'vitest';
import { Refusal } from '#server/api/errors.ts';
import { pageRefusal } from '#server/edges/pages.ts';
import type { IdeaPage } from '#server/features/pages/schema.ts';
import { readEnv } from '#server/platform/env.ts';
import { shareServices } from '#server/platform/services.ts';
import { drawn } from '#server/testing/drawn.ts';
import { SourceMoment } from './moment.tsx';

const gone = async () => Promise.reject(new Refusal('not_found'));
vi.mock('../../../(auth)/session.ts', () => ({ sessionAccountId: async () => null }));
vi.mock('../../../_server/load.ts', () => ({
  serverSide: async () => ({
    pageRefusal,
    readerAddress: () => '::1',
    pageCaller: async () => ({ ideas: { getIdeaMedia: gone }, pages: { quoteContext: gone } }),
  }),
}));

it('leaves the quote out when the idea was hidden while its page was made', async () => {
  shareServices({ env: readEnv({}) } as Parameters<typeof shareServices>[0]);
  const idea = { hasQuote: true, card: { id: 'i' } } as IdeaPage;
  expect(await drawn(createElement(SourceMoment, { idea, plan: 'premium' }))).toBe('');
});
