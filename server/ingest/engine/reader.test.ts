import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EpisodeInput } from '#server/domain.ts';
import { openEngine } from '#server/ingest/engine/choose.ts';
import { ExtractionPaused } from '#server/ingest/engine/outage.ts';
import { createReader } from '#server/ingest/engine/reader.ts';
import { importEntries } from '#server/linking/store.ts';
import { parseTickerFile } from '#server/linking/symbol-files.ts';
import { type TestServices, testServices } from '#server/testing/services.ts';

let services: TestServices;
beforeAll(async () => {
  services = await testServices();
});
afterAll(() => services.close());

const EPISODE: EpisodeInput = {
  showName: 'Open Outcry',
  episodeTitle: 'Small caps',
  episodeDescription: null,
  publishedAt: new Date('2026-03-02T06:00:00Z'),
  people: [],
  cues: [{ start: 0, end: 9, speaker: 'Mara', text: 'We own $QZXV and we like Quazex Vane a lot.' }],
};

it('reads an episode with the instruments imported before it, without a restart', async () => {
  const engine = openEngine(services);
  const symbols = async () => (await engine.extractor.extract(EPISODE)).mentions.map(({ symbol }) => symbol);
  expect(await symbols()).toEqual([]);
  const { entries } = parseTickerFile(
    JSON.stringify({ 0: { cik_str: 1, ticker: 'QZXV', title: 'Quazex Vane Holdings' } }),
    'list.json',
  );
  await importEntries(services.db, entries, 'list.json');
  expect(await symbols()).toEqual(['QZXV']);
  await engine.close();
});

it('puts off what it reads when it is stopped, through no fault of the episode', async () => {
  const engine = openEngine(services);
  const reading = engine.extractor.extract(EPISODE);
  const outcome = expect(reading).rejects.toThrow(ExtractionPaused);
  await engine.close();
  await outcome;
});

/** A thread that does with each text of a transcript what the text says. */
const OBEDIENT = `
  import { parentPort } from 'node:worker_threads';
  const said = new Map();
  parentPort.on('message', (message) => {
    if ('vectors' in message) return parentPort.postMessage({ answer: said.get(message.encode) });
    const text = Buffer.from(message.input.bytes).toString();
    if (text === 'hang') for (;;);
    if (text === 'die') throw new Error('out of memory');
    if (!text.startsWith('encode')) return parentPort.postMessage({ answer: text });
    said.set(said.size, text);
    parentPort.postMessage({ encode: said.size - 1, texts: [text] });
  });`;
const SOURCE = { contentType: null, type: null, url: null };
const TIME_MS = 4_000;

function reading(embed: () => Promise<Float32Array[] | null> = async () => null) {
  const imports = { mark: async () => null, entries: async () => [] };
  const thread = new URL(`data:text/javascript,${encodeURIComponent(OBEDIENT)}`);
  const reader = createReader(imports, embed, { thread, timeMs: TIME_MS });
  return { close: reader.close, said: (text: string) => reader.parse(Buffer.from(text), SOURCE) };
}

describe('a thread', { timeout: 60_000 }, () => {
  it('that does not answer in time is replaced: one reading fails with the reason, those behind it do not', async () => {
    const { said, close } = reading();
    const results = await Promise.allSettled([said('before'), said('hang'), said('after')]);
    expect(results).toEqual([
      { status: 'fulfilled', value: 'before' },
      { status: 'rejected', reason: new Error('Reading the episode took longer than 4 seconds.') },
      { status: 'fulfilled', value: 'after' },
    ]);
    await close();
  });

  it('that dies fails one reading, and the next that dies no other either', async () => {
    const { said, close } = reading();
    const results = await Promise.allSettled(['die', 'one', 'die', 'two', 'three'].map(said));
    expect(
      results.map((result) => (result.status === 'fulfilled' ? result.value : result.reason.message)),
    ).toEqual(['out of memory', 'one', 'out of memory', 'two', 'three']);
    await close();
  });

  it('reads another while it waits for vectors, and begins anew what a hanging one took with it', async () => {
    let encoded = () => {};
    const vectors = new Promise<null>((done) => {
      encoded = () => done(null);
    });
    const { said, close } = reading(() => vectors);
    const waiting = said('encode this');
    expect(await said('another')).toBe('another');
    await expect(said('hang')).rejects.toThrow('took longer');
    encoded();
    expect(await waiting).toBe('encode this');
    await close();
  });

  it('starts for nothing once it is closed', async () => {
    const { said, close } = reading();
    const under = Promise.allSettled([said('hang'), said('after')]);
    await close();
    expect((await under).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });
});
