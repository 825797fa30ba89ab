import { afterAll, beforeAll, expect, it } from 'vitest';
import { importEntries } from '#server/linking/store.ts';
import { parseTickerFile } from '#server/linking/symbol-files.ts';
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
