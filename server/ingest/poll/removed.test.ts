import { afterAll, beforeEach, expect, it } from 'vitest';
import { waitingEpisodes } from '#server/ingest/episodes/store.ts';
import { createRulesExtractor } from '#server/ingest/extract/extractor.ts';
import { pollFeed } from '#server/ingest/poll/poll.ts';
import { addFeed, removeFeed } from '#server/ingest/poll/store.ts';
import { processEpisode } from '#server/ingest/process.ts';
import { createLinker } from '#server/linking/linker.ts';
import { loadUniverse } from '#server/linking/universe.ts';
import { sql } from '#server/platform/db.ts';
import { waitingForLocks } from '#server/testing/database/locks.ts';
import { argument, PUBLISHER, publisher } from '#server/testing/servers/publisher.ts';
import { type TestServices, testServices } from '#server/testing/services.ts';

const extractor = createRulesExtractor(createLinker(loadUniverse()));
let services: TestServices;
let source: ReturnType<typeof publisher>;
const opened: TestServices[] = [];
beforeEach(async () => {
  services = await testServices();
  opened.push(services);
  source = publisher();
  source.put(`${PUBLISHER}/a.vtt`, argument());
});
afterAll(() => Promise.all(opened.map((one) => one.close())));

/** A feed whose one episode on Nvidia waits for its analysis. */
async function polled(name: string): Promise<string> {
  const url = `${PUBLISHER}/${name}.xml`;
  source.publish([{ guid: name, transcript: 'a.vtt' }], url, name);
  const { id } = await addFeed(services.db, url, services.clock());
  await pollFeed(services, source.fetchGuarded, id);
  return id;
}

async function publishWaiting() {
  const [id] = await waitingEpisodes(services.db, services.clock(), 1);
  return processEpisode(services, { fetchGuarded: source.fetchGuarded, speech: null, extractor }, id!);
}

/** Publishes an episode as far as its theses, removes the feed meanwhile, and lets both continue. */
async function removedWhilePublishing(feedId: string) {
  const holder = await services.db.pool.connect();
  const lock = `hashtextextended('thesis ticker:NVDA', 0)`;
  try {
    await holder.query(`SELECT pg_advisory_lock(${lock})`);
    const published = publishWaiting();
    await waitingForLocks(services, 1);
    const removed = removeFeed(services.db, feedId, services.clock());
    await waitingForLocks(services, 2);
    await holder.query(`SELECT pg_advisory_unlock(${lock})`);
    return await Promise.all([published, removed]);
  } finally {
    holder.release();
  }
}

const left = async () =>
  (await services.db.row(sql`
    SELECT (SELECT count(*)::int FROM show) AS shows, (SELECT count(*)::int FROM idea) AS ideas,
      (SELECT count(*)::int FROM thesis) AS theses, (SELECT count(*)::int FROM thesis_statement) AS statements`))!;

it('leaves no thesis of an episode that is published while its feed is removed', async () => {
  const [published, removed] = await removedWhilePublishing(await polled('one'));
  expect(published).toMatchObject({ result: 'processed', added: 1 });
  expect(removed).toBe(true);
  expect(await left()).toEqual({ shows: 0, ideas: 0, theses: 0, statements: 0 });
});

it('waits for an episode of another show on the same subject, and takes only its own statements', async () => {
  const first = await polled('one');
  expect(await publishWaiting()).toMatchObject({ result: 'processed', added: 1 });
  await polled('two');
  const [published, removed] = await removedWhilePublishing(first);
  expect(published).toMatchObject({ result: 'processed', added: 1 });
  expect(removed).toBe(true);
  expect(await left()).toEqual({ shows: 1, ideas: 1, theses: 1, statements: 1 });
});
