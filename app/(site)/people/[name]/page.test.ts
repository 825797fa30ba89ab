import { createElement } from 'react';
import { expect, it, vi } from 'vitest';
import { drawn } from '#server/testing/drawn.ts';
import PersonPage, { generateMetadata } from './page.tsx';

const show = (id: string, ideas: number) => ({
  ...{ id, slug: id, name: id, role: 'host', title: null, ideas },
  lastAt: new Date('2026-11-02T08:00:00Z'),
});
/** What each name of this test argued, by show: of the sample show, and of another. */
const known = {
  Sam: [show('sample', 3)],
  Both: [show('sample', 1), show('real', 2)],
  Ana: [show('real', 250)],
  'Bo Lund': [show('real', 0)],
};
vi.mock('../../../_server/reader.ts', () => ({
  api: async () => ({
    pages: {
      person: async ({ name }: { name: keyof typeof known }) => ({ name, shows: known[name], subjects: [] }),
    },
  }),
  orMissing: (found: unknown) => found,
  sampleShows: async () => new Set(['sample']),
}));
vi.mock('../../../_ui/search/save-search.tsx', () => ({ FollowPerson: () => null }));
vi.mock('../../../_ui/frame/removal.tsx', () => ({ Removal: () => null }));

const asked = (name: string) => ({ params: Promise.resolve({ name }) });

it('keeps a page out of search engines where samples alone say what it holds', async () => {
  expect((await generateMetadata(asked('Sam'))).robots).toEqual({ index: false });
  expect((await generateMetadata(asked('Both'))).robots).toBeUndefined();
});

it('leads to a search of all ideas where it shows fewer than it counts', async () => {
  const page = await drawn(createElement(PersonPage, asked('Ana')));
  expect(page.replaceAll('&amp;', '&')).toContain('href="/search?person=Ana&order=newest"');
  expect(await drawn(createElement(PersonPage, asked('Bo Lund')))).not.toContain('/search?person=');
});

it('says that a repeat counts once, other than on the pages of shows', async () => {
  expect(await drawn(createElement(PersonPage, asked('Ana')))).toMatch(
    /several episodes published counts once here.*on the pages of shows it counts for each/,
  );
});
