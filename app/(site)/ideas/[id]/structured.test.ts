import { expect, it } from 'vitest';
import { aCard } from '#server/testing/cards.ts';
import { structured } from './structured.ts';

const card = aCard({
  thesis: 'Ana Ruiz on Nvidia: “Packaging limits it.”',
  show: { id: '1', slug: 'alpha', name: 'The Alpha Hour' },
  episode: { id: '2', title: 'Chips', publishedAt: '2026-07-14T10:00:00.000Z', guest: null },
});
const factsOf = (speaker: string | null) =>
  structured({ card, speaker, indexedAt: new Date('2026-11-30T16:12:56Z') }, 'https://earmark.example');

it('a quotation and a claim are their speaker’s, of the day on which they aired', () => {
  const ana = { '@type': 'Person', name: 'Ana Ruiz' };
  const { mainEntity, hasPart, datePublished } = factsOf('Ana Ruiz');
  expect(hasPart).toMatchObject({
    text: 'Packaging limits it.',
    creator: ana,
    datePublished: '2026-07-14T10:00:00.000Z',
  });
  expect(mainEntity).toMatchObject({ author: ana, datePublished: '2026-07-14T10:00:00.000Z' });
  expect(datePublished).toBe('2026-11-30T16:12:56.000Z');
});

it('they are nobody’s where no speaker is named: the show did not say them', () => {
  const { mainEntity, hasPart } = factsOf(null);
  expect(hasPart?.text).toBe('Packaging limits it.');
  expect(mainEntity).not.toHaveProperty('author');
  expect(hasPart).not.toHaveProperty('creator');
});
