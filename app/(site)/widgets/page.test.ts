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
  pages: { suggest: async () => ({ offered: [], meant: null }) },
};
vi.mock('../../_server/reader.ts', () => ({
  api: async () => caller,
  orMissing: (found: unknown) => found,
}));

const page = (id: string, kind = 'show') =>
  drawn(createElement(Widgets, { searchParams: Promise.resolve({ kind, id }) }));

it('says of a known show that its owner has not switched its widgets on', async () => {
  const shown = await page('20vc');
  expect(shown).toContain('href="/shows/20vc"');
  expect(shown).toMatch(/the owner of the show has not switched\s+its widgets on/);
  expect(shown).toContain('href="/settings/shows/20vc"');
});

it.each([
  ['show', 'No show, or more than one, has this name or address.'],
  ['episode', 'No episode has this address.'],
  ['ticker', 'No ticker has this symbol.'],
])('says of an unknown %s that none is known', async (kind, words) => {
  const shown = await page('Nobody Known', kind);
  expect(shown).toContain(words);
  expect(shown).not.toContain('switched its widgets on. Is it yours');
});
