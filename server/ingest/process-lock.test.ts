import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Extractor } from '#server/domain.ts';
import { changeWithdrawn } from '#server/features/visibility/withdrawn/store.ts';
import { ExtractionPaused } from '#server/ingest/engine/outage.ts';
import { waitingEpisodes } from '#server/ingest/episodes/store.ts';
import { createRulesExtractor } from '#server/ingest/extract/extractor.ts';
import { processEpisode } from '#server/ingest/process.ts';
import { storeTranscript } from '#server/ingest/transcript/store.ts';
import { createLinker } from '#server/linking/linker.ts';
import { loadUniverse } from '#server/linking/universe.ts';
import { openDatabase, sql } from '#server/platform/db.ts';
import { addEpisode, addShow } from '#server/testing/corpus.ts';
import { waitingForLocks } from '#server/testing/database/locks.ts';
import { type TestServices, testServices } from '#server/testing/services.ts';

const rules = createRulesExtractor(createLinker(loadUniverse()));

let services: TestServices;
let showId: string;
beforeAll(async () => {
  services = await testServices();
  showId = (await addShow(services)).id;
});
afterAll(() => services.close());

async function episode(): Promise<string> {
  const { id } = await addEpisode(services, { showId, publishedAt: '2026-09-10T06:00:00Z' });
  const cues = [{ start: 1, end: 9, speaker: 'Ann', text: 'I think Nvidia is a great business to own.' }];
  const source = { sourceUrl: null, type: 'vtt', language: 'en', textHash: id };
  await storeTranscript(services.db, { id, transcripts: [] }, { cues, ...source }, services.clock());
  return id;
}

/** The built-in engine, which waits until something has happened. */
const after = (happening: () => Promise<unknown>): Extractor => ({
  version: rules.version,
  extract: async (input) => {
    await happening();
    return rules.extract(input);
  },
});
const processed = (id: string, extractor: Extractor, given: TestServices = services) =>
  processEpisode(
    given,
    { fetchGuarded: () => Promise.reject(new Error('nothing is fetched here')), speech: null, extractor },
    id,
  );

/** Processes an episode in whose analysis the database drops every connection before something else happens. */
async function withLostLock(id: string, then: () => Promise<void> = async () => undefined) {
  const guarded = vi.spyOn(services.db, 'cancelledBy');
  const dropAll = async () => {
    const lost = guarded.mock.calls[0]![0];
    const told = new Promise((done) => lost.addEventListener('abort', done, { once: true }));
    await services.db.run(sql`
      SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid()`);
    await told;
    await then();
  };
  const report = await processed(id, after(dropAll));
  guarded.mockRestore();
  return report;
}

it('fails the step when the database drops every connection, and goes on from there in the next turn', async () => {
  const id = await episode();
  expect(await withLostLock(id)).toMatchObject({ result: 'failed' });
  expect(await waitingEpisodes(services.db, services.clock(), 10)).toEqual([id]);
  expect(await processed(id, rules)).toMatchObject({ result: 'processed' });
});

it('puts off no episode that another process may be at by now', async () => {
  const id = await episode();
  const spent = async () => {
    throw new ExtractionPaused('The budget is spent.', new Date('2099-01-01T00:00:00Z'));
  };
  expect(await withLostLock(id, spent)).toMatchObject({ result: 'failed' });
  expect(await waitingEpisodes(services.db, services.clock(), 10)).toEqual([id]);
  expect(await processed(id, rules)).toMatchObject({ result: 'processed' });
});

it('waits as long as it takes for a withdrawal that is under way', async () => {
  const id = await episode();
  const db = openDatabase(services.databaseUrl, 4, { statementMs: 1 });
  let reported: Promise<unknown> | undefined;
  await services.db.transaction(async (tx) => {
    await changeWithdrawn(tx);
    reported = processed(id, rules, { ...services, db });
    await waitingForLocks(services, 1);
    await tx.run(sql`SELECT pg_sleep(0.3)`);
  });
  expect(await reported).toMatchObject({ result: 'processed' });
  await db.close();
});

it('works on more episodes at once than the pool has connections', async () => {
  const db = openDatabase(services.databaseUrl, 1);
  const small = { ...services, db };
  const ids = await Promise.all([episode(), episode(), episode()]);
  const reports = await Promise.all(ids.map((id) => processed(id, rules, small)));
  expect(reports.map(({ result }) => result)).toEqual(['processed', 'processed', 'processed']);
  await db.close();
});
