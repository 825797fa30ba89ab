import { createElement } from 'react';
import { expect, it, vi } from 'vitest';
import type { Proposition } from '#server/features/pages/schema.ts';
import type { ThesisHistory } from '#server/features/theses/schema.ts';
import { aCard } from '#server/testing/cards.ts';
import { drawn } from '#server/testing/drawn.ts';
import { ThesisAnswer } from './thesis-trail.tsx';

let propositions: Record<string, Proposition> = {};
vi.mock('../../_server/reader.ts', () => ({
  api: async () => ({
    pages: {
      propositions: async () => propositions,
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
  stance: 'neutral' as const,
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

const early: Proposition = {
  ...{ text: 'The bill comes first', stance: 'bearish', ideaId: 'idea-0' },
  ...{ speaker: 'Ana Ruiz', show: 'The Alpha Hour', airedAt: '2026-08-30T10:00:00.000Z' },
  statements: 9,
};
/** A thesis of which a reader without Premium sees the last statement. */
const locked = {
  ...history,
  theses: history.theses.map((thesis) => ({
    ...thesis,
    statements: thesis.statements.slice(-1),
    historyLocked: true,
  })),
  historyLock: { message: 'Earlier statements need a Premium account.' },
} as unknown as ThesisHistory;

it('tells who said the title, which may be none of the statements that are shown', async () => {
  propositions = { thesis: early };
  const page = await drawn(createElement(ThesisAnswer, { history: locked }));
  expect(page).toMatch(
    /The bill comes first.*href="\/ideas\/idea-0"[^>]*>Said by Ana Ruiz on The Alpha Hour, 30 Aug 2026<.*Headline of idea-9/s,
  );
  expect(page).toContain(
    'The other earlier statements are not listed under the thesis without Premium; each can be read as an idea of its own.',
  );
});

it('tells that earlier statements are not shown, where the title is the last', async () => {
  propositions = { thesis: { ...early, ideaId: 'idea-9' } };
  const page = await drawn(createElement(ThesisAnswer, { history: locked }));
  expect(page).toContain('>Earlier statements are not listed under the thesis without Premium');
});

it('withholds nothing of a thesis whose two statements are its title and its last', async () => {
  propositions = { thesis: { ...early, statements: 2 } };
  const page = await drawn(createElement(ThesisAnswer, { history: locked }));
  expect(page).toContain('Headline of idea-9');
  expect(page).not.toMatch(/earlier statements|Premium/i);
  propositions = { thesis: { ...early, statements: 3 } };
  expect(await drawn(createElement(ThesisAnswer, { history: locked }))).toMatch(
    /The other earlier statements.*need a Premium account/s,
  );
});
