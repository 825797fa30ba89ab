import { afterAll, beforeAll, expect, it } from 'vitest';
import { unencodedIdeas } from '#server/features/meaning/store.ts';
import { addEpisode, addIdea, addShow, hoursBefore } from '#server/testing/corpus.ts';
import { type TestServices, testServices } from '#server/testing/services.ts';

let services: TestServices;
beforeAll(async () => {
  services = await testServices();
});
afterAll(() => services.close());

it('has the current ideas read since a moment wait for a vector, and none whose episode or show is hidden', async () => {
  const [shown, hidden] = [await addShow(services), await addShow(services, { hidden: true })];
  const said = async (
    showId: string,
    given: { episodeHidden?: boolean; hidden?: boolean; hours?: number },
  ) => {
    const { id: episodeId } = await addEpisode(services, { showId, hidden: given.episodeHidden ?? false });
    const createdAt = hoursBefore(services, given.hours ?? 1);
    return (await addIdea(services, { episodeId, createdAt, hidden: given.hidden ?? false })).id;
  };
  const fresh = await said(shown.id, {});
  const old = await said(shown.id, { hours: 5 });
  await said(shown.id, { hidden: true });
  await said(shown.id, { episodeHidden: true });
  await said(hidden.id, {});
  const waiting = async (since: Parameters<typeof unencodedIdeas>[1]) =>
    (await unencodedIdeas(services.db, since, 10)).map(({ id }) => id).sort();
  expect(await waiting({ ideasFrom: hoursBefore(services, 2), passagesAfter: 0 })).toEqual([fresh]);
  expect(await waiting(null)).toEqual([fresh, old].sort());
});
