import { expect, it } from 'vitest';
import { aCard } from '#server/testing/cards.ts';
import { citationOf } from './citation.ts';

const card = aCard({
  headline: 'Packaging [not demand] limits AT&T_X by 50%',
  show: { id: '1', slug: 'alpha', name: 'The Alpha Hour' },
  episode: { id: '2', title: 'Chips & power', publishedAt: '2026-09-05T23:30:00.000Z', guest: null },
  timestampSeconds: 3725,
});

it('cites the episode and its second first, and Earmark as the index', () => {
  expect(citationOf(card, null).plain).toBe(
    'The Alpha Hour, “Chips & power”, aired 5 September 2026, at 1:02:05. Indexed by Earmark, https://earmark.example/ideas/9b66e264',
  );
  expect(citationOf({ ...card, timestampSeconds: null }, null).plain).toContain(
    '“Chips & power”, aired 5 September 2026. Indexed',
  );
});

it('names who said it in place of the guests, where that is known', () => {
  const ofGuests = { ...card, episode: { ...card.episode, guest: 'Dmitri Aldous, Marta Lindqvist' } };
  const { plain, markdown, bibtex } = citationOf(ofGuests, 'Marta Lindqvist');
  expect(plain).toMatch(
    /^Marta Lindqvist on The Alpha Hour, “Chips & power”, aired 5 September 2026, at 1:02:05\./,
  );
  expect(markdown).toContain('Marta Lindqvist on The Alpha Hour');
  expect(bibtex).toContain('note = {Marta Lindqvist: Packaging');
  expect(citationOf(ofGuests, null).plain).toContain('with Dmitri Aldous, Marta Lindqvist');
});

it('writes nothing that Markdown or TeX would take for a command', () => {
  const { markdown, bibtex } = citationOf(card, null);
  expect(markdown).toContain('[Packaging \\[not demand\\] limits AT&T_X by 50%](https://');
  expect(bibtex).toContain('note = {Packaging [not demand] limits AT\\&T\\_X by 50\\%. Indexed by Earmark}');
  expect(bibtex).toContain('title = {{Chips \\& power}}');
  expect(bibtex).toContain('day = {5}');
});
