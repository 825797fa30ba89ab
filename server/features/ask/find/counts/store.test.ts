import { afterAll, beforeAll, expect, it } from 'vitest';
import { EVERYWHERE } from '#server/features/ask/find/bounds/store.ts';
import { countIdeas, mostArguedSubjects } from '#server/features/ask/find/counts/store.ts';
import { addEpisode, addIdea, addShow, makeSample } from '#server/testing/corpus.ts';
import { type TestServices, testServices } from '#server/testing/services.ts';

/** Two ideas on Uber, the older one argued more deeply, and three on Lyft of a fictional sample. */
let services: TestServices;
let sampleId: string;
let deeper: string;

beforeAll(async () => {
  services = await testServices();
  const real = await addShow(services, { name: 'Deal Room' });
  const sample = await addShow(services, { name: 'Private Rooms' });
  sampleId = sample.id;
  const add = async (showId: string, publishedAt: string, name: string, discussionDepth: number) => {
    const episode = await addEpisode(services, { showId, publishedAt });
    const idea = {
      subjectKind: 'company' as const,
      subjectKey: name.toLowerCase(),
      subjectName: name,
      tickers: [],
    };
    return (await addIdea(services, { ...idea, episodeId: episode.id, discussionDepth })).id;
  };
  deeper = await add(real.id, '2026-05-04T10:00:00Z', 'Uber', 9);
  await add(real.id, '2026-06-08T10:00:00Z', 'Uber', 2);
  for (const day of [1, 2, 3]) await add(sample.id, `2026-07-0${day}T10:00:00Z`, 'Lyft', 5);
  await makeSample(services, sample.id);
});
afterAll(() => services.close());

it('counts what is most argued without fictional samples, with the deepest idea however old', async () => {
  expect(await mostArguedSubjects(services.db, 'companies', EVERYWHERE, 3)).toEqual([
    { name: 'Uber', ideas: 2, shows: 1, deepest: deeper },
  ]);
});

it('counts a fictional sample where its show is asked for', async () => {
  const ofSample = { ...EVERYWHERE, showIds: [sampleId] };
  expect(await mostArguedSubjects(services.db, 'any', ofSample, 3)).toMatchObject([
    { name: 'Lyft', ideas: 3 },
  ]);
  const lyft = { symbols: [], slugs: ['lyft'], themes: [] };
  expect(await countIdeas(services.db, lyft, EVERYWHERE)).toEqual({ ideas: 0, shows: 0 });
  expect(await countIdeas(services.db, lyft, ofSample)).toEqual({ ideas: 3, shows: 1 });
});
