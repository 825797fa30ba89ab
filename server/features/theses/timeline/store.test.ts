import { afterAll, beforeAll, expect, it } from 'vitest';
import { readTimelineIdeas, readWithFormer } from '#server/features/theses/timeline/store.ts';
import { setEpisodeHidden, setIdeaHidden, setShowHidden } from '#server/ingest/moderation/store.ts';
import { addEpisode, addIdea, addShow } from '#server/testing/corpus.ts';
import { type TestServices, testServices } from '#server/testing/services.ts';

const FROM = new Date('2026-09-01T00:00:00Z');

let services: TestServices;
beforeAll(async () => {
  services = await testServices({}, '2026-09-15T12:00:00Z');
});
afterAll(() => services.close());

async function say(show: string, tickers: readonly string[], day = '10') {
  const { id: showId } = await addShow(services, { name: show });
  const episode = await addEpisode(services, { showId, publishedAt: `2026-09-${day}T10:00:00Z` });
  return { ...(await addIdea(services, { episodeId: episode.id, stance: 'BULLISH', tickers })) };
}

/** The shows that a timeline counts ideas of, and those that changes are read of: the same. */
async function told(symbol: string): Promise<string[]> {
  const read = [readTimelineIdeas, readWithFormer].map((of) =>
    of(services.db, symbol, FROM, services.clock()),
  );
  const [counted, whole] = (await Promise.all(read)).map((ideas) => ideas.map(({ show }) => show).sort());
  expect(whole).toEqual(counted);
  return counted!;
}

it('tells an idea once on each symbol that it is about, whichever comes first', async () => {
  await say('One', ['AAA']);
  await say('Two', ['BBB', 'AAA']);
  await say('Four', ['CCC', 'BBB', 'AAA', 'DDD']);
  expect(await told('BBB')).toEqual(['Four', 'Two']);
  expect(await told('DDD')).toEqual(['Four']);
  expect(await told('EEE')).toEqual([]);
});

it('tells what aired from the first moment to the last', async () => {
  await say('First', ['DAY'], '01');
  await say('Late', ['DAY'], '16');
  expect(await told('DAY')).toEqual(['First']);
});

it('leaves out whatever is hidden as soon as it is', async () => {
  const idea = await say('Idea', ['HID']);
  const episode = await say('Episode', ['HID', 'ALSO']);
  const show = await say('Show', ['OTHER', 'HID']);
  expect(await told('HID')).toEqual(['Episode', 'Idea', 'Show']);
  const now = services.clock();
  await setIdeaHidden(services.db, idea.id, true, now);
  expect(await told('HID')).toEqual(['Episode', 'Show']);
  await setEpisodeHidden(services.db, episode.episodeId, true, now);
  expect(await told('HID')).toEqual(['Show']);
  await setShowHidden(services.db, show.showId, true, now);
  expect(await told('HID')).toEqual([]);
  await setEpisodeHidden(services.db, episode.episodeId, false, now);
  expect(await told('HID')).toEqual(['Episode']);
});
