import { createElement } from 'react';
import { expect, it, vi } from 'vitest';
import { drawn } from '#server/testing/drawn.ts';
import Ask from './page.tsx';

const why = 'Pressed in another browser, before you signed in? Press it here once more.';
const asked = Array.from({ length: 100 }, (_, at) => ({
  ...{ id: String(at), title: 'Who doubts it?', questions: 1 },
  updatedAt: '2026-09-01T10:00:00Z',
}));
let listed = 0;
let asks: { limit: number | null; remaining: number | null } = { limit: 10, remaining: 7 };
vi.mock('./ask-form.tsx', () => ({ AskForm: () => null }));
vi.mock('../../_ui/actions.ts', () => ({}));
vi.mock('../../_server/wish.ts', () => ({ whyUndone: async () => ({ ok: false, message: why }) }));
vi.mock('../../_server/load.ts', () => ({ serverSide: async () => ({ answersGrow: async () => false }) }));
vi.mock('../../_server/reader.ts', () => ({
  viewer: async () => ({ id: 'a' }),
  api: async () => ({
    settings: { overview: async () => ({ quotas: { asks } }) },
    ask: {
      exampleQuestions: async () => [],
      listConversations: async () => ({ conversations: asked.slice(0, listed) }),
    },
  }),
}));

it('says that older conversations are kept where it lists as many as it does', async () => {
  const page = () => drawn(createElement(Ask, { searchParams: Promise.resolve({}) }));
  listed = 99;
  expect(await page()).not.toContain('Older ones are kept');
  listed = 100;
  expect(await page()).toContain('These are the newest 100. Older ones are kept');
});

it('says that a question was pressed in another browser', async () => {
  expect(await drawn(createElement(Ask, { searchParams: Promise.resolve({}) }))).toContain(why);
});

it('says how many questions of the day are left, where they are limited', async () => {
  const page = () => drawn(createElement(Ask, { searchParams: Promise.resolve({}) }));
  expect(await page()).toContain('7 of 10 questions left today (UTC).');
  asks = { limit: null, remaining: null };
  expect(await page()).not.toContain('left today');
});
