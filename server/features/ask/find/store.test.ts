import { afterAll, beforeAll, expect, it } from 'vitest';
import { passagesBySpeakers } from '#server/features/ask/find/speakers/store.ts';
import { episodesTitled, ideasByWords, ideasOfEpisodes } from '#server/features/ask/find/store.ts';
import { countWords } from '#server/features/ask/find/words/store.ts';
import { termsOf } from '#server/language/terms.ts';
import { sql } from '#server/platform/db.ts';
import { addEpisode, addIdea, addShow } from '#server/testing/corpus.ts';
import { type TestServices, testServices } from '#server/testing/services.ts';

/** The same said in two episodes, of May and of June. */
let services: TestServices;

beforeAll(async () => {
  services = await testServices();
  const show = await addShow(services);
  for (const publishedAt of ['2026-05-04T10:00:00Z', '2026-06-08T10:00:00Z']) {
    const episode = await addEpisode(services, { showId: show.id, publishedAt });
    await addIdea(services, {
      episodeId: episode.id,
      thesis: 'Ada Quill argues that turbines are sold out.',
    });
    await services.db.run(sql`
      INSERT INTO passage ("episodeId", "startSeconds", "endSeconds", speaker, text)
      VALUES (${episode.id}::uuid, 10, 40, 'Ada Quill', 'The turbines are sold out for years.')`);
  }
});
afterAll(() => services.close());

const EVERYWHERE = { showIds: [], period: null, episodeIds: [] } as const;
const months = (rows: readonly { publishedAt: Date }[]) =>
  rows.map(({ publishedAt }) => publishedAt.getUTCMonth() + 1);

it.each([
  ['oldest', [5, 6]],
  ['newest', [6, 5]],
] as const)('reads the %s first where the bound asks for it', async (first, expected) => {
  const bounds = { ...EVERYWHERE, first };
  const words = [{ word: 'turbin', count: 2 }];
  expect(months(await passagesBySpeakers(services.db, ['Ada Quill'], bounds))).toEqual(expected);
  expect(months(await ideasByWords(services.db, words, bounds))).toEqual(expected);
});

it('finds a word that the database stems to another end', async () => {
  const show = await addShow(services, { name: 'Stems' });
  const episode = await addEpisode(services, { showId: show.id });
  await addIdea(services, { episodeId: episode.id, thesis: 'Ada Quill argues that competition is fierce.' });
  const [stem = ''] = termsOf('competition');
  const counted = await countWords(services.db, [stem]);
  expect(counted.ideas).toEqual([{ word: stem, count: 1 }]);
  const ideas = await ideasByWords(services.db, counted.ideas, { ...EVERYWHERE, first: 'newest' });
  expect(ideas.map(({ thesis }) => thesis)).toEqual(['Ada Quill argues that competition is fierce.']);
});

it('takes no longer word for one that begins alike', async () => {
  const show = await addShow(services, { name: 'Beginnings' });
  const episode = await addEpisode(services, { showId: show.id });
  await addIdea(services, { episodeId: episode.id, thesis: 'Ada Quill argues that protocols matter.' });
  expect((await countWords(services.db, ['protoc', 'protocol'])).ideas).toEqual([
    { word: 'protoc', count: 0 },
    { word: 'protocol', count: 1 },
  ]);
});

it('finds the ideas of an episode by two words of its title, whatever show is asked about', async () => {
  const show = await addShow(services, { name: 'Titles' });
  const episode = await addEpisode(services, { showId: show.id, title: 'The Pitch Competition' });
  await addIdea(services, { episodeId: episode.id, thesis: 'Bo argues that rates fall.' });
  const titled = async (text: string, showIds = [show.id]) => {
    const bounds = { ...EVERYWHERE, showIds, first: 'newest' } as const;
    return ideasOfEpisodes(services.db, await episodesTitled(services.db, termsOf(text), bounds), bounds);
  };
  expect((await titled('pitched competition')).map(({ thesis }) => thesis)).toEqual([
    'Bo argues that rates fall.',
  ]);
  expect(await titled('pitched robots')).toEqual([]);
  expect(await titled('pitched competition', [])).toHaveLength(1);
  expect(await titled('competition')).toEqual([]);
});

it('reads the titles of the oldest episodes first where the first mention is asked for', async () => {
  const show = await addShow(services, { name: 'Ages' });
  const ids: string[] = [];
  for (const publishedAt of ['2026-05-04T10:00:00Z', '2026-06-08T10:00:00Z'])
    ids.push((await addEpisode(services, { showId: show.id, title: 'Copper mines', publishedAt })).id);
  const titled = (first: 'oldest' | 'newest') =>
    episodesTitled(services.db, termsOf('copper mines'), { ...EVERYWHERE, first });
  expect(await titled('oldest')).toEqual(ids);
  expect(await titled('newest')).toEqual(ids.toReversed());
});
