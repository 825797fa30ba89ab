import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { knownMove } from '#server/cli/feeds/named.ts';
import { pollFeed } from '#server/ingest/poll/poll.ts';
import { addFeed, findFeed } from '#server/ingest/poll/store.ts';
import { projectRoot } from '#server/platform/env.ts';
import { FEED_URL, PUBLISHER, publisher } from '#server/testing/servers/publisher.ts';
import { type TestServices, testServices } from '#server/testing/services.ts';

const OLD = `${PUBLISHER}/old.xml`;
const MOVED = `It moved to ${FEED_URL}, which is known.`;
const source = publisher();

let services: TestServices;
beforeAll(async () => {
  services = await testServices();
  const document = '<rss><channel><title>T</title></channel></rss>';
  source.put(FEED_URL, document);
  source.put(OLD, document, FEED_URL);
  const { id } = await addFeed(services.db, FEED_URL, services.clock());
  await pollFeed(services, source.fetchGuarded, id);
});
afterAll(() => services.close());

beforeEach(async () => {
  const { id } = await addFeed(services.db, OLD, services.clock());
  await pollFeed(services, source.fetchGuarded, id);
  expect(await findFeed(services.db, id)).toMatchObject({ state: 'paused' });
});

/** What a command prints for people. */
async function printed(...args: string[]): Promise<string> {
  const env = { ...process.env, DATABASE_URL: services.databaseUrl, NODE_OPTIONS: '' };
  const command = [join(projectRoot, 'server/cli.ts'), ...args];
  return (await promisify(execFile)(process.execPath, command, { env })).stdout;
}

it.each(['resume', 'add'])(
  'feeds %s says that a feed moved to a known one',
  { timeout: 60_000 },
  async (name) => {
    expect(await printed('feeds', name, OLD)).toContain(MOVED);
  },
);

it('the address to which a feed moved is told without its password', async () => {
  const secret = FEED_URL.replace('://', '://reader:hunter2@');
  const other = `${PUBLISHER}/other.xml`;
  source.put(other, '<rss/>', secret);
  await addFeed(services.db, secret, services.clock());
  const { id } = await addFeed(services.db, other, services.clock());
  await pollFeed(services, source.fetchGuarded, id);
  expect(await knownMove(services, id)).toBe(FEED_URL);
});
