import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildSamples, SAMPLE_ORIGIN } from '#prisma/samples/build.ts';
import type { Extractor } from '#server/domain.ts';
import { drain } from '#server/ingest/drain.ts';
import { markForAnalysis, waitingEpisodes } from '#server/ingest/episodes/store.ts';
import { createRulesExtractor } from '#server/ingest/extract/extractor.ts';
import { pollFeed } from '#server/ingest/poll/poll.ts';
import { addFeed, findFeed, removeFeed } from '#server/ingest/poll/store.ts';
import { processEpisode } from '#server/ingest/process.ts';
import { corpusCounts } from '#server/ingest/stats/store.ts';
import type { IngestTools } from '#server/ingest/tools.ts';
import { createLinker } from '#server/linking/linker.ts';
import { syncUniverse } from '#server/linking/store.ts';
import { loadUniverse } from '#server/linking/universe.ts';
import type { GuardedFetch } from '#server/platform/fetch.ts';
import { refused } from '#server/testing/servers/publisher.ts';
import { type TestServices, testServices } from '#server/testing/services.ts';

const now = '2026-09-15T12:00:00Z';
const show = buildSamples(new Date(now))[0]!;
const files = new Map([
  [show.feedUrl, show.feedXml],
  ...show.files.map(({ name, body }) => [`${SAMPLE_ORIGIN}/${show.slug}/${name}`, body] as const),
]);
const rules = createRulesExtractor(createLinker(loadUniverse()));

let services: TestServices;
beforeAll(async () => {
  services = await testServices({}, now);
  await syncUniverse(services.db);
});
afterAll(() => services.close());
beforeEach(() => services.setNow(now));
afterEach(async () => {
  await services.db.pool.query('TRUNCATE show, feed, thesis CASCADE');
});

const published: GuardedFetch = async (url) => {
  const body = files.get(url);
  const answered = { etag: '"1"', lastModified: null, finalUrl: url, permanentRedirectTo: null };
  return body ? { ...answered, status: 'ok', bytes: Buffer.from(body), contentType: null } : refused(404);
};

function tools(fetchGuarded: GuardedFetch = published, extractor: Extractor = rules): IngestTools {
  return { fetchGuarded, extractor, speech: null, close: async () => undefined };
}

const counts = () => corpusCounts(services.db);

async function ingestAll() {
  const { id } = await addFeed(services.db, show.feedUrl, services.clock());
  await drain(services, tools(), [id], () => undefined);
  return id;
}

describe('ingestion', () => {
  it('turns a feed into a show, episodes, ideas and theses', async () => {
    await ingestAll();
    const found = await counts();
    expect(found).toMatchObject({
      shows: 1,
      episodes: show.files.length,
      processed: show.files.length,
      waiting: 0,
      failed: 0,
    });
    expect(found.ideas).toBeGreaterThan(2);
    expect(found.statements).toBe(found.ideas);
  });

  it('leaves no thesis of a feed that is removed', async () => {
    const feed = await ingestAll();
    expect((await counts()).statements).toBeGreaterThan(0);
    expect(await removeFeed(services.db, feed, services.clock())).toBe(true);
    const { rows } = await services.db.pool.query(
      `SELECT (SELECT count(*)::int FROM thesis) AS theses, (SELECT count(*)::int FROM thesis_transition) AS transitions`,
    );
    expect(rows).toEqual([{ theses: 0, transitions: 0 }]);
  });

  it('doubles nothing when everything is done again', async () => {
    const feed = await ingestAll();
    const before = await counts();
    await services.db.pool.query(`UPDATE episode SET state = 'pending'`);
    await services.db.pool.query(`UPDATE feed SET "contentHash" = NULL`);
    await drain(services, tools(), [feed], () => undefined);
    expect(await counts()).toEqual(before);
  });

  it('stores the second and the words of each quote as they stand in the cues', async () => {
    await ingestAll();
    const { rows } = await services.db.pool.query<{
      quote: string;
      at: number;
      cues: [number, number, string | null, string][];
    }>(
      `SELECT i.quote, i."timestampSeconds" AS at, t.cues FROM idea i JOIN transcript t ON t."episodeId" = i."episodeId"`,
    );
    for (const { quote, at, cues } of rows) {
      const from = cues.findIndex(([start]) => Math.floor(start) === at);
      const spoken = cues
        .slice(from)
        .map(([, , , text]) => text)
        .join(' ')
        .replace(/\s+/g, ' ');
      expect(from).toBeGreaterThanOrEqual(0);
      expect(spoken.indexOf(quote)).toBeGreaterThanOrEqual(0);
      expect(spoken.indexOf(quote)).toBeLessThan(cues[from]![3].length);
    }
  });

  it('records a broken feed with its reason, waits longer each time, and leaves the others alone', async () => {
    const began = services.clock();
    const good = await addFeed(services.db, show.feedUrl, began);
    const bad = await addFeed(services.db, 'https://broken.example/feed.xml', services.clock());
    await drain(services, tools(), [bad.id, good.id], () => undefined);
    const first = (await findFeed(services.db, bad.id))!;
    expect(first).toMatchObject({ failures: 1, lastError: 'The server answered 404.', state: 'active' });
    services.setNow(first.nextPollAt);
    await pollFeed(services, published, bad.id);
    const second = (await findFeed(services.db, bad.id))!;
    expect(second.failures).toBe(2);
    const [wait, longer] = [
      first.nextPollAt.getTime() - began.getTime(),
      second.nextPollAt.getTime() - first.nextPollAt.getTime(),
    ];
    expect(longer).toBeGreaterThan(wait);
    expect((await counts()).processed).toBe(show.files.length);
  });

  it('stops polling a feed that is gone', async () => {
    const { id } = await addFeed(services.db, 'https://gone.example/feed.xml', services.clock());
    await pollFeed(services, async () => refused(410), id);
    expect((await findFeed(services.db, id))!.state).toBe('gone');
  });

  it('tries a transcript again later, and gives up after five failures with the reason kept', async () => {
    const { id } = await addFeed(services.db, show.feedUrl, services.clock());
    const withoutTranscripts: GuardedFetch = async (url, wanted) =>
      url === show.feedUrl ? published(url, wanted) : refused(503);
    await pollFeed(services, withoutTranscripts, id);
    for (let day = 1; day <= 6; day++) {
      await drain(services, tools(withoutTranscripts), [], () => undefined);
      services.setNow(new Date(services.clock().getTime() + 3 * 86_400_000));
    }
    const { rows } = await services.db.pool.query(
      `SELECT DISTINCT state, attempts, "lastError" FROM episode`,
    );
    expect(rows).toEqual([{ state: 'failed', attempts: 5, lastError: 'The server answered 503.' }]);
  });

  it('resumes from the stored transcript when the extraction died', async () => {
    const { id } = await addFeed(services.db, show.feedUrl, services.clock());
    const dying: Extractor = {
      version: 'rules-0.0.1',
      extract: () => Promise.reject(new Error('out of memory')),
    };
    await drain(services, tools(published, dying), [id], () => undefined);
    expect(await counts()).toMatchObject({ ideas: 0, waiting: show.files.length });
    services.setNow('2026-09-16T12:00:00Z');
    const noNetwork: GuardedFetch = async () => refused(500);
    await drain(services, tools(noNetwork), [], () => undefined);
    expect((await counts()).processed).toBe(show.files.length);
  });

  it('publishes an episode once when two workers take it', async () => {
    const { id } = await addFeed(services.db, show.feedUrl, services.clock());
    await pollFeed(services, published, id);
    const waiting = await waitingEpisodes(services.db, services.clock(), 100);
    await Promise.all([...waiting, ...waiting].map((episode) => processEpisode(services, tools(), episode)));
    const once = await counts();
    await services.db.pool.query('TRUNCATE show, feed, thesis CASCADE');
    await ingestAll();
    expect(once.ideas).toBe((await counts()).ideas);
  });

  it('supersedes what a new engine reads otherwise, and keeps the old idea readable by id', async () => {
    await ingestAll();
    const episode = (
      await services.db.pool.query<{ episodeId: string }>(`SELECT "episodeId" FROM idea LIMIT 1`)
    ).rows[0]!.episodeId;
    const silent: Extractor = {
      version: 'rules-9.0.0',
      extract: async () => ({ ideas: [], mentions: [], heldBack: [], adRanges: [], names: {} }),
    };
    expect(await markForAnalysis(services.db, episode)).toBe(true);
    const report = await processEpisode(services, tools(published, silent), episode);
    expect(report).toMatchObject({ result: 'processed', added: 0, kept: 0 });
    const { rows } = await services.db.pool.query(`SELECT "supersededAt" FROM idea WHERE "episodeId" = $1`, [
      episode,
    ]);
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.every((row) => row.supersededAt !== null)).toBe(true);
    const statements = await services.db.pool.query(
      `SELECT 1 FROM thesis_statement s JOIN idea i ON i.id = s."ideaId" WHERE i."episodeId" = $1`,
      [episode],
    );
    expect(statements.rowCount).toBe(0);
  });
});
