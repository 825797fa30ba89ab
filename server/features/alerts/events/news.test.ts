import { afterAll, beforeAll, expect, it } from 'vitest';
import { newsAt } from '#server/features/alerts/events/rules.ts';
import { firstReading, newsIdeas } from '#server/features/alerts/events/store.ts';
import { currentIdea, ideaTables, isRepeat } from '#server/features/visibility/store.ts';
import { sql } from '#server/platform/db.ts';
import { computed, pick, tables } from '#server/platform/rows.ts';
import { addEpisode, addIdea, addShow, hoursBefore, type IdeaFixture } from '#server/testing/corpus.ts';
import { type TestServices, testServices } from '#server/testing/services.ts';

let services: TestServices;
beforeAll(async () => {
  services = await testServices();
  const [show, other, hidden] = [
    await addShow(services),
    await addShow(services),
    await addShow(services, { hidden: true }),
  ];
  const aired = (showId: string, hours: number, given = {}) =>
    addEpisode(services, { showId, publishedAt: hoursBefore(services, hours), ...given });
  const episodes = [
    await aired(show.id, 1),
    await aired(other.id, 24),
    await aired(other.id, 24 * 8),
    await aired(show.id, -1),
    await aired(show.id, 2, { hidden: true }),
    await aired(hidden.id, 2),
  ];
  for (const { id: episodeId } of episodes) {
    const read = (hours: number, given: Omit<IdeaFixture, 'episodeId'>) =>
      addIdea(services, { episodeId, createdAt: hoursBefore(services, hours), ...given });
    const replaced = { supersededAt: hoursBefore(services, 1) };
    await read(1, { subjectKey: 'NVDA', quoteStartSeconds: 60 });
    await read(20, { subjectKey: 'NVDA', quoteStartSeconds: 90, ...replaced });
    await read(30, { subjectKey: 'NVDA', quoteStartSeconds: 95, ...replaced });
    await read(1, { subjectKey: 'AMD', quoteStartSeconds: 120 });
    await read(24 * 30, { subjectKey: 'AMD', quoteStartSeconds: 300, ...replaced });
    await read(1, { subjectKey: 'INTC', quoteStartSeconds: 400 });
    await read(2, { subjectKey: 'MU', quoteStartSeconds: 400, ...replaced });
    await read(24 * 30, { subjectKey: 'TSM' });
    await read(1, { subjectKey: 'IBM', hidden: true });
    await read(1, { subjectKey: 'ASML' });
  }
  await services.db.run(sql`
    UPDATE idea SET "repeatOf" = (SELECT id FROM idea WHERE "subjectKey" = 'ASML' AND "episodeId" = ${episodes[1]!.id}::uuid)
    WHERE "subjectKey" = 'ASML' AND "episodeId" = ${episodes[0]!.id}::uuid`);
});
afterAll(() => services.close());

const newsRow = {
  ...pick(tables.idea, 'id', 'showId', 'episodeId', 'tickers', 'discussionDepth', 'repeatOf'),
  subjectKind: computed.text,
  subjectKey: computed.text,
  readAt: computed.moment,
  isRepeat: computed.bool,
};

const found = (among: readonly string[] | null) => {
  const now = services.clock();
  return services.db.rows(
    newsRow,
    sql`SELECT n.* FROM (${newsIdeas(newsAt(now), now, among)}) n ORDER BY n.id`,
  );
};

/** The same, each idea looked up by itself. */
const lookedUp = () => {
  const now = services.clock();
  const { aired, read } = newsAt(now);
  return services.db.rows(
    newsRow,
    sql`
    SELECT i.id, i."showId", i."episodeId", i.tickers, i."discussionDepth", i."repeatOf", first."subjectKind", first."subjectKey",
      first."createdAt" AS "readAt", ${isRepeat} AS "isRepeat"
    FROM ${ideaTables}, LATERAL ${firstReading} first
    WHERE ${currentIdea} AND i."createdAt" > ${read} AND first."createdAt" > ${read}
      AND i."publishedAt" > ${aired} AND i."publishedAt" <= ${now} ORDER BY i.id`,
  );
};

it('finds the news of all episodes as a look at each idea does', async () => {
  const news = await found(null);
  expect(news).toEqual(await lookedUp());
  expect(news.map(({ subjectKey }) => subjectKey).sort()).toEqual([
    'ASML',
    'ASML',
    'MU',
    'MU',
    'NVDA',
    'NVDA',
  ]);
  expect(news.filter((idea) => idea.isRepeat)).toHaveLength(1);
});

it('finds those that are among some ideas alone', async () => {
  const [first, , third] = await lookedUp();
  expect(await found([first!.id, third!.id])).toEqual([first, third]);
  expect(await found([])).toEqual([]);
});
