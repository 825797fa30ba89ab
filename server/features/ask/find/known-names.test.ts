import { afterAll, beforeAll, expect, it } from 'vitest';
import { importEntries } from '#server/linking/store.ts';
import { parseTickerFile } from '#server/linking/symbol-files.ts';
import { addEpisode, addShow } from '#server/testing/corpus.ts';
import { type TestServices, testServices } from '#server/testing/services.ts';
import { findKnownNames } from './known-names.ts';

let services: TestServices;
beforeAll(async () => {
  services = await testServices();
});
afterAll(() => services.close());

it('reads a symbol that was imported while the service runs', async () => {
  const symbols = async () =>
    (await findKnownNames({ db: services.db })).linker
      .link('What was said about $QZXV?')
      .flatMap((link) => link.tickers);
  expect(await symbols()).toEqual([]);
  const { entries } = parseTickerFile(
    JSON.stringify({ 0: { cik_str: 1, ticker: 'QZXV', title: 'Quazex Vane Holdings' } }),
    'list.json',
  );
  await importEntries(services.db, entries, 'list.json');
  expect(await symbols()).toEqual(['QZXV']);
});

it('knows when the newest of a show aired that is read, where a question may ask for it', async () => {
  const show = await addShow(services, { name: 'Pilot Hour' });
  const add = (publishedAt: string, given = {}) =>
    addEpisode(services, { showId: show.id, publishedAt, ...given });
  await add('2026-05-01T10:00:00Z');
  await add('2026-05-08T10:00:00Z');
  await add('2026-05-15T10:00:00Z', { state: 'pending' });
  await add('2026-05-22T10:00:00Z', { hidden: true });
  const unread = await addShow(services, { name: 'Best Ideas' });
  const newestFor = async (question: string) =>
    (await findKnownNames({ db: services.db }, [question])).newestAired;
  const newest = await newestFor('What was said on the latest Pilot Hour?');
  expect(newest.get(show.id)).toEqual(new Date('2026-05-08T10:00:00Z'));
  expect(newest.has(unread.id)).toBe(false);
  expect(await newestFor('What was said on Pilot Hour?')).toEqual(new Map());
});
