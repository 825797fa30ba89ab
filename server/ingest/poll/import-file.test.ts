import { afterAll, beforeAll, expect, it } from 'vitest';
import { parseFeed } from '#server/feeds/parse.ts';
import type { ParsedFeed } from '#server/feeds/types.ts';
import { importFeedFile } from '#server/ingest/poll/import-file.ts';
import { sql } from '#server/platform/db.ts';
import { computed, tables } from '#server/platform/rows.ts';
import { FEED_URL, publisher } from '#server/testing/servers/publisher.ts';
import { type TestServices, testServices } from '#server/testing/services.ts';

let services: TestServices;
beforeAll(async () => {
  services = await testServices();
});
afterAll(() => services.close());

/** A feed of 301 episodes, of which the last has this title. */
async function feedWith(title: string): Promise<ParsedFeed> {
  const source = publisher();
  source.publish(Array.from({ length: 301 }, (_, i) => ({ guid: `g${i}` })));
  const fetched = await source.fetchGuarded(FEED_URL);
  if (fetched.status !== 'ok') throw new Error('The feed is not there.');
  const read = parseFeed(fetched.bytes, { contentType: null, url: FEED_URL });
  if (!read.ok) throw new Error(read.reason);
  const episodes = read.feed.episodes.map((one, i) => (i === 300 ? { ...one, title } : one));
  return { ...read.feed, episodes };
}

const stored = () =>
  services.db.row(
    { state: tables.feed.state, episodes: computed.int },
    sql`SELECT state, (SELECT count(*)::int FROM episode e WHERE e."showId" = f."showId") AS episodes FROM feed f`,
  );

it('keeps what a file import has written when it ends half-way, and the next one writes the rest', async () => {
  await expect(importFeedFile(services, FEED_URL, await feedWith('NUL \0'))).rejects.toThrow();
  expect(await stored()).toEqual({ state: 'paused', episodes: 300 });
  await importFeedFile(services, FEED_URL, await feedWith('The last'));
  expect(await stored()).toEqual({ state: 'paused', episodes: 301 });
});
