import { expect, it } from 'vitest';
import type { IdeaCard } from '#server/features/ideas/schema.ts';
import { citationOf } from './citation.ts';

const card: IdeaCard = {
  id: '9b66e264-4524-496a-9134-6495d5facd60',
  headline: 'Packaging [not demand] limits AT&T_X by 50%',
  thesis: '',
  discussionDepth: 3,
  stance: null,
  direction: null,
  tickers: [],
  entities: [],
  ideaType: null,
  show: { id: '1', slug: 'alpha', name: 'The Alpha Hour' },
  episode: { id: '2', title: 'Chips & power', publishedAt: '2026-09-05T23:30:00.000Z', guest: null },
  timestampSeconds: 3725,
  url: 'https://earmark.example/ideas/9b66e264',
  listenUrl: null,
  superseded: false,
  isFull: false,
};

it('cites the episode and its second first, and Earmark as the index', () => {
  expect(citationOf(card).plain).toBe(
    'The Alpha Hour, “Chips & power”, 5 Sept 2026, 1:02:05. Indexed by Earmark, https://earmark.example/ideas/9b66e264',
  );
  expect(citationOf({ ...card, timestampSeconds: null }).plain).toContain(
    '“Chips & power”, 5 Sept 2026. Indexed',
  );
});

it('writes nothing that Markdown or TeX would take for a command', () => {
  const { markdown, bibtex } = citationOf(card);
  expect(markdown).toContain('[Packaging \\[not demand\\] limits AT&T_X by 50%](https://');
  expect(bibtex).toContain('note = {Packaging [not demand] limits AT\\&T\\_X by 50\\%. Indexed by Earmark}');
  expect(bibtex).toContain('title = {{Chips \\& power}}');
  expect(bibtex).toContain('day = {5}');
});
