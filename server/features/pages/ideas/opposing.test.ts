import { afterAll, beforeAll, expect, it } from 'vitest';
import { pageCaller } from '#server/edges/pages.ts';
import { shareServices } from '#server/platform/services.ts';
import { addEpisode, addIdea, addShow, makeSample } from '#server/testing/corpus.ts';
import { type TestServices, testServices } from '#server/testing/services.ts';

let services: TestServices;
beforeAll(async () => {
  services = await testServices();
  shareServices(services);
});
afterAll(() => services.close());

it('no fictional sample is set against what was said, and what was said is set against a sample', async () => {
  const [real, sample] = [await addShow(services), await addShow(services)];
  await makeSample(services, sample.id);
  const argued = async (showId: string, stance: 'BULLISH' | 'BEARISH') => {
    const { id: episodeId } = await addEpisode(services, { showId });
    return (await addIdea(services, { episodeId, stance })).id;
  };
  const [said, invented] = [await argued(real.id, 'BULLISH'), await argued(sample.id, 'BEARISH')];
  const { pages } = await pageCaller(null, '192.0.2.1');
  expect((await pages.idea({ id: said })).opposing).toBeNull();
  expect((await pages.idea({ id: invented })).opposing?.id).toBe(said);
});

it('an idea that takes a side without another tells how many on its subject are not told one', async () => {
  const show = await addShow(services);
  const argued = async (stance: 'BULLISH' | 'MIXED' | null) => {
    const { id: episodeId } = await addEpisode(services, { showId: show.id });
    return (await addIdea(services, { episodeId, stance, subjectKey: 'UNTOLD', tickers: ['UNTOLD'] })).id;
  };
  const said = await argued('BULLISH');
  const mixed = await argued('MIXED');
  await argued(null);
  await argued(null);
  const { pages } = await pageCaller(null, '192.0.2.1');
  const { opposing, untold } = await pages.idea({ id: said });
  expect([opposing, untold]).toEqual([null, 2]);
  expect((await pages.idea({ id: mixed })).untold).toBe(0);
});
