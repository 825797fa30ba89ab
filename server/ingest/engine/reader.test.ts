import { afterAll, beforeAll, expect, it } from 'vitest';
import type { EpisodeInput } from '#server/domain.ts';
import { openEngine } from '#server/ingest/engine/choose.ts';
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
