import type { IdeaCard } from '#server/features/ideas/schema.ts';

/** A card as lists serve it, with `different` fields. */
export function aCard(different: Partial<IdeaCard> = {}): IdeaCard {
  return {
    id: '9b66e264-4524-496a-9134-6495d5facd60',
    headline: 'Packaging limits Nvidia',
    thesis: 'Ana Ruiz argues that packaging, not demand, limits Nvidia.',
    discussionDepth: 3,
    stance: null,
    direction: null,
    tickers: ['NVDA'],
    entities: [],
    ideaType: null,
    show: { id: '1', slug: 'margin-notes', name: 'Margin Notes' },
    episode: {
      id: '2',
      title: 'Dear is a number',
      publishedAt: '2026-09-15T10:00:00.000Z',
      guest: 'Ana Ruiz',
    },
    timestampSeconds: 605,
    url: 'https://earmark.example/ideas/9b66e264',
    listenUrl: null,
    superseded: false,
    isFull: false,
    ...different,
  };
}
