import { createElement } from 'react';
import { expect, it, vi } from 'vitest';
import type { EpisodeFacts } from '#server/features/pages/schema.ts';
import { drawn } from '#server/testing/drawn.ts';
import { EpisodeOutlines } from '../../../_ui/record/episode-list.tsx';
import EpisodePage, { generateMetadata } from './page.tsx';

let episode: EpisodeFacts;
vi.mock('../../../_server/reader.ts', () => ({
  api: async () => ({ pages: { episode: async () => ({ episode, ideas: [], alsoPublished: [] }) } }),
  orMissing: (found: unknown) => found,
  isFictional: async () => false,
}));
vi.mock('../../../_server/widget-links.ts', () => ({ widgetLinks: async () => ({}) }));

const NOTHING_FOUND = 'No attributed investment idea was found in this episode.';

it.each([
  ['waiting', 'It has not been read yet.', 'not read yet'],
  ['no_transcript', 'It has no transcript that can be read.', 'no transcript that can be read'],
  ['failed', 'Its transcript could not be read.', 'transcript could not be read'],
  ['read', NOTHING_FOUND, '0 ideas'],
] as const)('an episode without ideas says why it has none: %s', async (reading, onItsPage, inAList) => {
  episode = {
    id: 'e',
    title: 'One',
    description: null,
    publishedAt: new Date('2026-11-02T08:00:00Z'),
    durationSeconds: null,
    guest: null,
    link: null,
    enclosureUrl: null,
    ideaCount: 0,
    reading,
    showId: 's',
    showSlug: 'a',
    showName: 'A',
  };
  const asked = { params: Promise.resolve({ id: reading }), searchParams: Promise.resolve({}) };
  const page = await drawn(createElement(EpisodePage, asked));
  expect(page).toContain(onItsPage);
  if (reading !== 'read') expect(page).not.toContain(NOTHING_FOUND);
  // An unread page would be a title without content.
  const { robots } = await generateMetadata(asked);
  expect(robots).toEqual(reading === 'read' ? undefined : { index: false });
  const outlined = { ...episode, ideas: [] };
  expect(await drawn(createElement(EpisodeOutlines, { episodes: [outlined], empty: '' }))).toContain(inAList);
});
