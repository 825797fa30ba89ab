import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importEntries, importedEntries } from '#server/linking/store.ts';
import { parseTickerFile } from '#server/linking/symbol-files.ts';
import { type TestServices, testServices } from '#server/testing/services.ts';

let services: TestServices;
beforeAll(async () => {
  services = await testServices();
});
afterAll(() => services.close());

describe('an imported instrument', () => {
  it('keeps what its file said of it, also a name without ASCII letters', async () => {
    const file = [
      'Symbol,Security,GICS Sector',
      'ZZQA,株式会社,Industrials',
      'ZZQB,"Zed Quux, Inc.",Industrials',
    ].join('\n');
    const { entries } = parseTickerFile(file, 'list.csv');
    await importEntries(services.db, entries, 'list.csv');
    expect(entries.map(({ slug }) => slug)).toEqual(['zzqa', 'zed-quux']);
    expect(await importedEntries(services.db)).toEqual(entries);
  });
});
