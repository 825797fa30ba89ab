import { createElement } from 'react';
import { expect, it, vi } from 'vitest';
import { drawn } from '#server/testing/drawn.ts';
import Widgets from './page.tsx';

vi.mock('../../_server/load.ts', () => ({
  serverSide: async () => ({
    services: async () => ({ env: { webUrl: 'https://earmark.example' } }),
    pageRefusal: async () => ({ status: 404 }),
  }),
}));
const caller = {
  embeds: {
    embeddable: async () => [],
    embeddableNamed: async () => null,
    getEmbed: () => Promise.reject(new Error('no widget')),
    standIn: async ({ id }: { id: string }) => ({ path: id === '20vc' ? '/shows/20vc' : null }),
  },
  pages: {
    suggest: async () => ({
      offered: [{ kind: 'show', key: 'the-a16z-show', name: 'The a16z Show', ideas: 1 }],
      meant: null,
    }),
  },
};
vi.mock('../../_server/reader.ts', () => ({
  api: async () => caller,
  orMissing: (found: unknown) => found,
}));

const page = (id: string) =>
  drawn(createElement(Widgets, { searchParams: Promise.resolve({ kind: 'show', id }) }));

it.each([
  ['20vc', '20vc'],
  ['the A16Z show', 'the-a16z-show'],
])('says of a known show that its owner has not switched its widgets on: %s', async (id, slug) => {
  const shown = await page(id);
  expect(shown).toContain(`href="/shows/${slug}"`);
  expect(shown).toMatch(/the owner of the show has not switched\s+its widgets on/);
  expect(shown).toContain(`href="/settings/shows/${slug}"`);
});

it('says of an unknown show that none is known', async () => {
  const shown = await page('Nobody Known');
  expect(shown).toContain('No show of that name or address is known.');
  expect(shown).not.toContain('switched its widgets on. Is it yours');
});
