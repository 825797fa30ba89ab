import { createElement } from 'react';
import { expect, it, vi } from 'vitest';
import type { ThesisHistory } from '#server/features/theses/schema.ts';
import { aCard } from '#server/testing/cards.ts';
import { drawn } from '#server/testing/drawn.ts';
import { ThesisAnswer } from './thesis-trail.tsx';

vi.mock('../../_server/reader.ts', () => ({
  api: async () => ({
    pages: {
      propositions: async () => ({}),
      cards: async ({ ids }: { ids: string[] }) =>
        ids.map((id) => aCard({ id, headline: `Headline of ${id}` })),
    },
  }),
  isFictional: async () => false,
}));

const statement = (number: number) => ({
  date: `2026-09-0${number}T10:00:00.000Z`,
  show: 'Margin Notes',
  episodeTitle: 'Dear is a number',
  timestamp: '',
  quote: `Sentence of idea-${number}`,
  stance: 'neutral',
  relation: null,
  ideaId: `idea-${number}`,
  url: `https://earmark.example/ideas/idea-${number}`,
});

const history = {
  theses: [
    {
      thesisId: 'thesis',
      title: 'Nvidia: growth and outlook',
      state: 'first_heard',
      firstHeardAt: statement(1).date,
      lastMentionAt: statement(9).date,
      statements: [1, 2, 3, 4, 5, 6, 7, 8, 9].map(statement),
      transitions: [],
    },
  ],
  historyLock: null,
} as unknown as ThesisHistory;

it('tells the statements around an early idea by the headlines of their cards', async () => {
  const page = await drawn(createElement(ThesisAnswer, { history, focus: 'idea-2', most: 3 }));
  expect(page).toContain('This idea');
  expect(page).toContain('Headline of idea-1');
  expect(page).toContain('Headline of idea-3');
  expect(page).not.toContain('Sentence of');
});
