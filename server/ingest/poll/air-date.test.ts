import { afterAll, beforeEach, expect, it } from 'vitest';
import type { Extractor } from '#server/domain.ts';
import { waitingEpisodes } from '#server/ingest/episodes/store.ts';
import { createRulesExtractor } from '#server/ingest/extract/extractor.ts';
import { pollFeed } from '#server/ingest/poll/poll.ts';
import { addFeed } from '#server/ingest/poll/store.ts';
import { processEpisode } from '#server/ingest/process.ts';
import { createLinker } from '#server/linking/linker.ts';
import { loadUniverse } from '#server/linking/universe.ts';
import { sql } from '#server/platform/db.ts';
import { computed } from '#server/platform/rows.ts';
import { accountWithKey, call } from '#server/testing/api.ts';
import { argument, FEED_URL, PUBLISHER, publisher } from '#server/testing/servers/publisher.ts';
import { type TestServices, testServices } from '#server/testing/services.ts';

const FAR = 'Fri, 20 Nov 2099 08:00:00 GMT';
const SANE = 'Thu, 10 Sep 2026 08:00:00 GMT';
const SANE_DATE = '2026-09-10T08:00:00.000Z';
const FIRST_SEEN = '2026-09-15T12:00:00.345Z';
const rules = createRulesExtractor(createLinker(loadUniverse()));

let services: TestServices;
let source: ReturnType<typeof publisher>;
let feedId: string;
const opened: TestServices[] = [];
beforeEach(async () => {
  services = await testServices({}, FIRST_SEEN);
  opened.push(services);
  source = publisher();
  source.put(`${PUBLISHER}/a.vtt`, argument());
  feedId = (await addFeed(services.db, FEED_URL, services.clock())).id;
});
afterAll(() => Promise.all(opened.map((one) => one.close())));

/** Publishes the episode with this air date, polls the feed and analyses what waits. */
async function poll(published: string, extractor: Extractor = rules): Promise<void> {
  source.publish([{ guid: 'a', transcript: 'a.vtt', published }]);
  await pollFeed(services, source.fetchGuarded, feedId);
  for (const id of await waitingEpisodes(services.db, services.clock(), 10))
    await processEpisode(services, { fetchGuarded: source.fetchGuarded, speech: null, extractor }, id);
}

/** The distinct air dates that are stored of the one episode. */
async function storedDates(): Promise<string[]> {
  const rows = await services.db.rows(
    { at: computed.moment, of: computed.text },
    sql`
    SELECT "publishedAt" AS at, 'episode' AS of FROM episode UNION SELECT "publishedAt", 'idea' FROM idea
    UNION SELECT "publishedAt", 'symbol' FROM idea_ticker UNION SELECT "publishedAt", 'theme' FROM idea_theme
    UNION SELECT date, 'statement' FROM thesis_statement UNION SELECT "firstHeardAt", 'heard' FROM thesis
    UNION SELECT "lastMentionAt", 'thesis' FROM thesis`,
  );
  expect(rows.map((row) => row.of)).toEqual(
    expect.arrayContaining(['episode', 'idea', 'symbol', 'statement', 'heard', 'thesis']),
  );
  return [...new Set(rows.map((row) => row.at.toISOString()))];
}

const mentions = async () =>
  (
    await call(services, 'GET', '/v1/agent/tickers/NVDA/mentions', {
      key: (await accountWithKey(services)).key,
    })
  ).body;

it('believes no date that is years ahead: the episode aired when it was first seen', async () => {
  await poll(FAR);
  expect(await storedDates()).toEqual([FIRST_SEEN]);
  const { summary } = await mentions();
  expect(summary).toContain('2026-09-15');
  expect(summary).not.toContain('2099');
});

it.each([FAR, ''])(
  'takes the date that the feed names later in place of %j, ideas and theses too',
  async (first) => {
    await poll(first);
    services.setNow('2026-09-16T12:00:00Z');
    await poll(SANE);
    expect(await storedDates()).toEqual([SANE_DATE]);
    expect((await mentions()).summary).toContain('2026-09-10');
  },
);

it('moves no date that could be believed, and no moment first seen, at later polls', async () => {
  await poll(SANE);
  await poll(FAR);
  await poll('Fri, 11 Sep 2026 08:00:00 GMT');
  expect(await storedDates()).toEqual([SANE_DATE]);
});

it('keeps the moment first seen while the feed goes on stating what cannot be', async () => {
  await poll(FAR);
  services.setNow('2026-10-20T12:00:00Z');
  await poll('Fri, 20 Nov 2093 08:00:00 GMT');
  expect(await storedDates()).toEqual([FIRST_SEEN]);
});

it('mends what an earlier version believed', async () => {
  await poll(FAR);
  for (const table of ['episode', 'idea', 'idea_ticker', 'idea_theme'])
    await services.db.pool.query(`UPDATE ${table} SET "publishedAt" = '2099-11-20T08:00:00Z'`);
  await poll('Fri, 20 Nov 2093 08:00:00 GMT');
  expect(await storedDates()).toEqual([FIRST_SEEN]);
});

it('gives the ideas of an analysis the date that was mended while it ran', async () => {
  const mending: Extractor = {
    version: rules.version,
    extract: async (input) => {
      source.publish([{ guid: 'a', transcript: 'a.vtt', published: SANE }]);
      await pollFeed(services, source.fetchGuarded, feedId);
      return rules.extract(input);
    },
  };
  await poll(FAR, mending);
  expect(await storedDates()).toEqual([SANE_DATE]);
});
