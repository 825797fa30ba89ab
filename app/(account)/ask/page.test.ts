import { createElement } from 'react';
import { expect, it, vi } from 'vitest';
import { drawn } from '#server/testing/drawn.ts';
import Ask from './page.tsx';

const why = 'Pressed in another browser, before you signed in? Press it here once more.';
vi.mock('./ask-form.tsx', () => ({ AskForm: () => null }));
vi.mock('../../_ui/actions.ts', () => ({}));
vi.mock('../../_server/wish.ts', () => ({ whyUndone: async () => ({ ok: false, message: why }) }));
vi.mock('../../_server/load.ts', () => ({ serverSide: async () => ({ answersGrow: async () => false }) }));
vi.mock('../../_server/reader.ts', () => ({
  viewer: async () => ({ id: 'a' }),
  api: async () => ({
    ask: {
      exampleQuestions: async () => [],
      listConversations: async () => ({ conversations: [] }),
    },
  }),
}));

it('says that a question was pressed in another browser', async () => {
  expect(await drawn(createElement(Ask, { searchParams: Promise.resolve({}) }))).toContain(why);
});
