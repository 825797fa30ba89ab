import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readRecordMark } from '#server/features/visibility/record/store.ts';
import { parseFeed } from '#server/feeds/parse.ts';
import { drain } from '#server/ingest/drain.ts';
import { pollFeed } from '#server/ingest/poll/poll.ts';
import {
  addFeed,
  addPausedFeed,
  findFeed,
  findMove,
  leaseFeeds,
  listFeeds,
  removeFeed,
} from '#server/ingest/poll/store.ts';
import { writeFeed } from '#server/ingest/poll/write.ts';
import { feedsAt } from '#server/ingest/stats/work/store.ts';
import type { IngestTools } from '#server/ingest/tools.ts';
import { sql } from '#server/platform/db.ts';
import type { FetchResult, GuardedFetch } from '#server/platform/fetch.ts';
import { computed, pick, tables } from '#server/platform/rows.ts';
import { waitingForLocks } from '#server/testing/database/locks.ts';
import { FEED_URL, PUBLISHER, publisher, refused } from '#server/testing/servers/publisher.ts';
import { type TestServices, testServices } from '#server/testing/services.ts';

let services: TestServices;
let source: ReturnType<typeof publisher>;
beforeAll(async () => {
  services = await testServices();
});
afterAll(() => services.close());
beforeEach(() => {
  source = publisher();
});
afterEach(async () => {
  await services.db.pool.query('TRUNCATE show, feed, thesis CASCADE');
});

const added = async (url = FEED_URL) => (await addFeed(services.db, url, services.clock())).id;
const corpus = () =>
  services.db.row(
    { shows: computed.int, feeds: computed.int, episodes: computed.int },
    sql`
    SELECT (SELECT count(*)::int FROM show) AS shows, (SELECT count(*)::int FROM feed) AS feeds,
      (SELECT count(*)::int FROM episode) AS episodes`,
  );
const tools = (): IngestTools => ({
  fetchGuarded: source.fetchGuarded,
  extractor: {
    version: 'rules-1.0.0',
    extract: async () => ({ ideas: [], mentions: [], heldBack: [], adRanges: [], names: {} }),
  },
  speech: null,
  close: async () => undefined,
});
/** Text that does not compress, so that its index row is as long as the text. */
const incompressible = (characters: number, from: number, count: number) => {
  let text = '';
  for (let block = 0; text.length < characters; block++)
    for (const pair of createHash('sha256').update(`${block}`).digest().toString('hex').match(/.{4}/g)!)
      text += String.fromCharCode(from + (Number.parseInt(pair, 16) % count));
  return text.slice(0, characters);
};
const cjk = (characters: number) => incompressible(characters, 0x4e00, 20_000);
const letters = (characters: number) => incompressible(characters, 0x61, 26);

describe('two polls of one feed at once', () => {
  /** A fetch that answers nobody until so many have asked. */
  function together(asked: number): GuardedFetch {
    let open = () => {};
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    let count = 0;
    return async (url, wanted) => {
      count += 1;
      if (count === asked) open();
      await gate;
      return source.fetchGuarded(url, wanted);
    };
  }

  it('make one show of a feed that neither has read before', async () => {
    source.publish([{ guid: 'a' }, { guid: 'b' }]);
    const id = await added();
    const fetchGuarded = together(3);
    const reports = await Promise.all([1, 2, 3].map(() => pollFeed(services, fetchGuarded, id)));
    expect(await corpus()).toEqual({ shows: 1, feeds: 1, episodes: 2 });
    expect(reports.map((report) => report!.added).sort()).toEqual([0, 0, 2]);
    expect((await findFeed(services.db, id))!.showId).not.toBeNull();
  });

  it('leave nothing of a feed that is removed while its first poll waits for the answer', async () => {
    source.publish([{ guid: 'a' }]);
    const id = await added();
    const report = await pollFeed(
      services,
      async (url, wanted) => {
        await removeFeed(services.db, id, services.clock());
        return source.fetchGuarded(url, wanted);
      },
      id,
    );
    expect(report).toBeNull();
    expect(await corpus()).toEqual({ shows: 0, feeds: 0, episodes: 0 });
  });

  it('leave nothing of a feed that is removed while its first poll writes', async () => {
    source.publish([{ guid: 'a' }]);
    const id = await added();
    const holder = await services.db.pool.connect();
    try {
      // The poll's transaction waits where it takes a slug for its show.
      await holder.query(`SELECT pg_advisory_lock(hashtext('show.slug'))`);
      const polled = pollFeed(services, source.fetchGuarded, id);
      await waitingForLocks(services, 1);
      const removed = removeFeed(services.db, id, services.clock());
      await waitingForLocks(services, 2);
      await holder.query(`SELECT pg_advisory_unlock(hashtext('show.slug'))`);
      await Promise.all([polled, removed]);
    } finally {
      holder.release();
    }
    expect(await corpus()).toEqual({ shows: 0, feeds: 0, episodes: 0 });
  });
});

describe('a feed with values that no index holds', () => {
  it('has its episode kept under a guid of 6,000 bytes, once', async () => {
    const guid = cjk(2_000);
    source.publish([
      { guid, enclosure: 'https://a.example/1.mp3' },
      { guid: `${guid}b` },
      { guid: `b${guid}` },
    ]);
    const id = await added();
    expect(await pollFeed(services, source.fetchGuarded, id)).toMatchObject({ result: 'changed', added: 3 });
    source.publish([
      { guid, title: 'Renamed', enclosure: 'https://b.example/2.mp3' },
      { guid: `${guid}b` },
      { guid: `b${guid}` },
    ]);
    expect(await pollFeed(services, source.fetchGuarded, id)).toMatchObject({ result: 'changed', added: 0 });
    expect(await corpus()).toMatchObject({ shows: 1, episodes: 3 });
  });

  it('has its episode kept under an enclosure of 4,000 bytes that stands for its guid', async () => {
    source.publish([{ enclosure: `${PUBLISHER}/${letters(4_000)}.mp3` }]);
    const id = await added();
    expect(await pollFeed(services, source.fetchGuarded, id)).toMatchObject({ result: 'changed', added: 1 });
  });

  it('keeps its address when a redirect for good leads to one of 6,000 bytes', async () => {
    source.publish([{ guid: 'a' }]);
    const moved = `${PUBLISHER}/${letters(6_000)}`;
    source.put(FEED_URL, '<rss><channel><title>T</title></channel></rss>', moved);
    const id = await added();
    expect(await pollFeed(services, source.fetchGuarded, id)).toMatchObject({ result: 'changed' });
    expect(await findFeed(services.db, id)).toMatchObject({ url: FEED_URL, failures: 0 });
  });

  it('has a person’s name and a txt cut between two characters, never inside one', async () => {
    source.put(
      FEED_URL,
      `<rss xmlns:podcast="https://podcastindex.org/namespace/1.0"><channel><title>T</title>
        <podcast:txt>${'x'.repeat(3_999)}😀</podcast:txt><podcast:guid>${'g'.repeat(199)}😀</podcast:guid>
        <podcast:person>${'n'.repeat(199)}😀</podcast:person><item><title>One</title><guid>a</guid></item></channel></rss>`,
    );
    const id = await added();
    expect(await pollFeed(services, source.fetchGuarded, id)).toMatchObject({ result: 'changed', added: 1 });
  });
});

describe('a feed that fails as nobody foresaw', () => {
  beforeAll(() =>
    services.db.pool.query(`ALTER TABLE episode ADD CONSTRAINT unforeseen CHECK (title <> 'Poison')`),
  );
  afterAll(() => services.db.pool.query('ALTER TABLE episode DROP CONSTRAINT unforeseen'));

  it('is recorded with its reason and waits longer each time, while the others are read', async () => {
    const poison = `${PUBLISHER}/poison.xml`;
    source.publish([{ guid: 'p', title: 'Poison' }], poison, 'Poison');
    source.publish([{ guid: 'a' }]);
    const [bad, good] = [await added(poison), await added()];
    const { polled } = await drain(services, tools(), [bad, good], () => undefined);
    expect(polled).toBe(2);
    expect(await corpus()).toMatchObject({ shows: 1, episodes: 1 });
    const first = (await findFeed(services.db, bad))!;
    expect(first).toMatchObject({ failures: 1, state: 'active', showId: null });
    expect(first.lastError).toMatch(/^The feed could not be read or stored: .*unforeseen/);
    expect(first.nextPollAt.getTime()).toBeGreaterThan(services.clock().getTime());
    expect(await pollFeed(services, source.fetchGuarded, bad)).toMatchObject({ result: 'failed', added: 0 });
    expect((await findFeed(services.db, bad))!.failures).toBe(2);
  });

  it('is recorded when the fetch itself throws', async () => {
    const id = await added();
    const report = await pollFeed(services, () => Promise.reject(new Error('out of sockets')), id);
    expect(report).toMatchObject({ result: 'failed', reason: expect.stringContaining('out of sockets') });
    expect((await findFeed(services.db, id))!.failures).toBe(1);
  });
});

describe('a feed that is due', () => {
  it('is taken by one poller only, and by no other while it is polled', async () => {
    const ids = await Promise.all(['a', 'b', 'c'].map((name) => added(`${PUBLISHER}/${name}.xml`)));
    const now = services.clock();
    const taken = await Promise.all([1, 2, 3, 4].map(() => leaseFeeds(services.db, now, 2)));
    expect(taken.flat().sort()).toEqual(ids.sort());
    expect(await leaseFeeds(services.db, new Date(now.getTime() + 9 * 60_000), 10)).toEqual([]);
  });

  it('is taken by another when whoever took it died', async () => {
    const id = await added();
    await leaseFeeds(services.db, services.clock(), 1);
    const later = new Date(services.clock().getTime() + 11 * 60_000);
    expect(await leaseFeeds(services.db, later, 1)).toEqual([id]);
  });

  it('is due again, and has not failed, when its poll is called off', async () => {
    const id = await added();
    const [taken] = await leaseFeeds(services.db, services.clock(), 1);
    const calledOff: GuardedFetch = async () => ({ ...refused(0), kind: 'aborted' });
    expect(await pollFeed(services, calledOff, taken!)).toBeNull();
    expect((await findFeed(services.db, id))!.failures).toBe(0);
    expect(await leaseFeeds(services.db, services.clock(), 1)).toEqual([id]);
  });
});

describe('a feed of many episodes', () => {
  const many = Array.from({ length: 1_000 }, (_, at) => ({ guid: `${at}` }));

  it('is written whole by the next poll when its first is cut half-way', async () => {
    source.publish(many);
    const id = await added();
    let parts = 0;
    const transaction: typeof services.db.transaction = (work) => {
      parts += 1;
      return parts === 3 ? Promise.reject(new Error('cut')) : services.db.transaction(work);
    };
    const cut = { ...services, db: { ...services.db, transaction } };
    expect((await pollFeed(cut, source.fetchGuarded, id))!.result).toBe('failed');
    expect((await corpus())!.episodes).toBe(600);
    const report = await pollFeed(services, source.fetchGuarded, id);
    expect([report!.result, report!.added]).toEqual(['changed', 400]);
    expect((await corpus())!.episodes).toBe(1_000);
    expect((await pollFeed(services, source.fetchGuarded, id))!.result).toBe('unchanged');
  });

  it('leaves nothing behind when it is removed between two parts', async () => {
    source.publish(many);
    const id = await added();
    let parts = 0;
    const transaction: typeof services.db.transaction = async (work) => {
      parts += 1;
      if (parts === 3) await removeFeed(services.db, id, services.clock());
      return services.db.transaction(work);
    };
    const removed = { ...services, db: { ...services.db, transaction } };
    expect(await pollFeed(removed, source.fetchGuarded, id)).toBeNull();
    expect(await corpus()).toEqual({ shows: 0, feeds: 0, episodes: 0 });
  });
});

describe('a feed whose address permanently redirects to that of another', () => {
  it.each([
    ['that address', FEED_URL],
    ['that address with a fragment', `${FEED_URL}#x`],
  ])('is paused with its reason, and makes no second show: %s', async (_what, target) => {
    const document =
      '<rss><channel><title>T</title><item><title>One</title><guid>a</guid></item></channel></rss>';
    const other = `${PUBLISHER}/old.xml`;
    source.put(FEED_URL, document);
    source.put(other, document, target);
    const [known, id] = [await added(), await added(other)];
    await pollFeed(services, source.fetchGuarded, known);
    const report = await pollFeed(services, source.fetchGuarded, id);
    const reason = expect.stringContaining(
      `permanently redirects to ${FEED_URL}, a feed that is there already`,
    );
    expect(report).toMatchObject({ result: 'failed', reason, added: 0 });
    expect(await listFeeds(services.db)).toMatchObject([
      { id: known, state: 'active', lastError: null },
      { id, state: 'paused', lastError: reason },
    ]);
    expect(await corpus()).toMatchObject({ shows: 1, episodes: 1 });
  });
});

describe('a feed whose address permanently redirects to that of one that is not polled', () => {
  it('is polled on, so that one of the two is read', async () => {
    const document =
      '<rss><channel><title>T</title><item><title>One</title><guid>a</guid></item></channel></rss>';
    const other = `${PUBLISHER}/old.xml`;
    source.put(other, document, FEED_URL);
    const { id: known } = await addPausedFeed(services.db, FEED_URL, services.clock());
    const id = await added(other);
    expect(await pollFeed(services, source.fetchGuarded, id)).toMatchObject({ result: 'changed', added: 1 });
    expect(await findFeed(services.db, id)).toMatchObject({ state: 'active', url: other });
    expect(await findFeed(services.db, known)).toMatchObject({ state: 'paused' });
  });
});

it('a feed is listed with how many of its episodes were read, also while they are read again', async () => {
  const item = (guid: string) => `<item><title>${guid}</title><guid>${guid}</guid></item>`;
  source.put(FEED_URL, `<rss><channel><title>T</title>${['a', 'b', 'c'].map(item).join('')}</channel></rss>`);
  await pollFeed(services, source.fetchGuarded, await added());
  await services.db.run(sql`UPDATE episode SET state = 'processed', "processedAt" = now() WHERE guid = 'a'`);
  await services.db.run(sql`UPDATE episode SET state = 'failed', "processedAt" = now() WHERE guid = 'b'`);
  expect(await listFeeds(services.db)).toMatchObject([{ episodes: 3, read: 2 }]);
});

describe('a feed whose address has a password', () => {
  it('is named without it where another permanently redirects to it', async () => {
    const secret = 'https://reader:hunter2@publisher.example/feed.xml';
    const other = `${PUBLISHER}/old.xml`;
    source.put(other, '<rss/>', secret);
    await added(secret);
    const id = await added(other);
    await pollFeed(services, source.fetchGuarded, id);
    const { lastError } = (await findFeed(services.db, id))!;
    expect(await findMove(services.db, id)).toMatchObject({ url: secret });
    expect(lastError).toContain(FEED_URL);
    expect(lastError).not.toContain('hunter2');
  });

  it('is told by its id in the log', async () => {
    const secret = 'https://reader:hunter2@publisher.example/feed.xml';
    const told: unknown[] = [];
    const log = { ...services.log, warn: (what: unknown) => told.push(what) };
    const id = await added(secret);
    await pollFeed({ ...services, log } as unknown as TestServices, source.fetchGuarded, id);
    expect(told).toMatchObject([{ feed: id }]);
    expect(JSON.stringify(told)).not.toContain('hunter2');
  });
});

describe('a feed that is not modified', () => {
  it('is asked for by the same validators again, which the answer need not name', async () => {
    source.publish([{ guid: 'a' }]);
    const id = await added();
    const validators = { etag: '"a"', lastModified: 'Tue, 01 Sep 2026 08:00:00 GMT' };
    const whole: GuardedFetch = async (url) => {
      const fetched = await source.fetchGuarded(url);
      return { ...fetched, ...validators } as FetchResult;
    };
    await pollFeed(services, whole, id);
    const same: GuardedFetch = async (url) => {
      const none = { etag: null, lastModified: null, finalUrl: url, permanentRedirectTo: null };
      return { status: 'not-modified', ...none };
    };
    expect(await pollFeed(services, same, id)).toMatchObject({ result: 'unchanged' });
    expect(await findFeed(services.db, id)).toMatchObject(validators);
  });
});

describe('a feed that is written again as it was', () => {
  it('changes neither the record nor when its show changed', async () => {
    source.publish([{ guid: 'a', people: '<podcast:person>Ada Reed</podcast:person>' }]);
    const id = await added();
    const { bytes } = (await source.fetchGuarded(FEED_URL)) as Extract<FetchResult, { status: 'ok' }>;
    const parsed = parseFeed(bytes, { contentType: null, url: FEED_URL });
    if (!parsed.ok) throw new Error(parsed.reason);
    const state = async () => [
      await services.db.rows(readRecordMark),
      await services.db.rows(sql`SELECT "updatedAt" FROM show`),
    ];
    await writeFeed(services.db, id, parsed.feed, services.clock());
    const before = await state();
    const later = new Date(services.clock().getTime() + 60_000);
    await writeFeed(services.db, id, parsed.feed, later);
    expect(await state()).toEqual(before);
  });
});

describe('a feed that is too large, or none', () => {
  it('is a failing one, asked again within a day, and read once it is smaller', async () => {
    source.publish([{ guid: 'a' }]);
    const id = await added();
    const reason = 'The document is larger than 32768 KB.';
    const large: GuardedFetch = async () => ({ ...refused(200), kind: 'too-large', reason });
    for (let time = 0; time < 12; time += 1) await pollFeed(services, large, id);
    expect(await findFeed(services.db, id)).toMatchObject({
      state: 'active',
      failures: 12,
      lastError: reason,
    });
    expect(await feedsAt(services.db, services.clock())).toMatchObject({ feedsFailing: 1, feedsPaused: 0 });
    const nextDay = new Date(services.clock().getTime() + 86_400_000);
    expect(await leaseFeeds(services.db, nextDay, 1)).toEqual([id]);
    await pollFeed(services, source.fetchGuarded, id);
    expect(await findFeed(services.db, id)).toMatchObject({ state: 'active', failures: 0, lastError: null });
  });

  it.each([
    [
      'nests too deeply',
      `<rss>${'<a>'.repeat(2_000)}`,
      'The document nests its elements too deeply to be a feed.',
    ],
    [
      'unpacks to more than is read',
      gzipSync(Buffer.alloc(33 * 1024 * 1024, 32)),
      'The feed is larger than 32 MB.',
    ],
    ['is no feed', '<html></html>', 'The address answers with a web page, not a feed.'],
  ])('is a failing one when what was sent %s', async (_what, bytes, reason) => {
    source.put(FEED_URL, '<rss/>');
    const id = await added();
    const large: GuardedFetch = async (url, wanted) =>
      ({
        ...(await source.fetchGuarded(url, wanted)),
        bytes: Buffer.from(bytes),
      }) as FetchResult;
    await pollFeed(services, large, id);
    expect(await findFeed(services.db, id)).toMatchObject({
      state: 'active',
      failures: 1,
      lastError: reason,
    });
  });
});

it('calls a sample show fictional in its name, whose address stays its title', async () => {
  source.publish([{ guid: 'a' }]);
  const real = await added();
  await pollFeed(services, source.fetchGuarded, real);
  const named = async () =>
    services.db.row(
      pick(tables.show, 'name', 'slug'),
      sql`SELECT name, slug FROM show ORDER BY "createdAt" DESC LIMIT 1`,
    );
  const { name, slug } = (await named())!;
  await services.db.pool.query('TRUNCATE show, feed CASCADE');
  const { id } = await addFeed(services.db, FEED_URL, services.clock(), true);
  await pollFeed(services, source.fetchGuarded, id);
  expect(await named()).toEqual({ name: `${name} (fictional sample)`, slug });
});
