import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { doubtfulNames, forgetName, learnName, refuseName } from '#server/linking/learned/store.ts';
import { createLinker } from '#server/linking/linker.ts';
import { importedEntries, importMark, syncUniverse } from '#server/linking/store.ts';
import { loadUniverse, withImported } from '#server/linking/universe.ts';
import { sql } from '#server/platform/db.ts';
import { addEpisode, addIdea, addShow } from '#server/testing/corpus.ts';
import { type TestServices, testServices } from '#server/testing/services.ts';

let services: TestServices;
let episode: string;

beforeAll(async () => {
  services = await testServices();
  await syncUniverse(services.db);
  const show = await addShow(services);
  episode = (await addEpisode(services, { showId: show.id })).id;
  const company = (subjectKey: string, subjectName: string) =>
    addIdea(services, { episodeId: episode, subjectKind: 'company', subjectKey, subjectName, tickers: [] });
  await company('invidio', 'Invidio');
  await company('invidio', 'Invidio');
  await company('corner-bakery', 'Corner Bakery');
  await services.db.run(sql`
    INSERT INTO transcript ("episodeId", type, "textHash", cues) VALUES (${episode}::uuid, 'vtt', 'h', '[[0, 1, null, "Invidio grows."]]')`);
});
afterAll(() => services.close());

const names = async () =>
  (await doubtfulNames(services.db, 10)).map(({ subjectName, ideas }) => [subjectName, ideas]);

/** What the linker takes a sentence to be about. */
async function linked(text: string): Promise<string[]> {
  const universe = withImported(loadUniverse(), await importedEntries(services.db));
  return createLinker(universe)
    .link(text)
    .map(({ subject }) => subject.key);
}

describe('names without a symbol', () => {
  it('wait for an operator, the most spoken of first', async () => {
    expect(await names()).toEqual([
      ['Invidio', 2],
      ['Corner Bakery', 1],
    ]);
  });

  it('that are taught are linked from then on, and what was read is read again', async () => {
    const before = await importMark(services.db);
    expect(await linked('I would say Invidio grows its revenue.')).not.toContain('NVDA');
    expect(await learnName(services.db, 'Invidio', 'NVDA')).toBe(1);
    expect(await linked('I would say Invidio grows its revenue.')).toContain('NVDA');
    expect(await linked('I would say Nvidia grows its revenue.')).toContain('NVDA');
    expect(await importMark(services.db)).not.toBe(before);
    expect(await services.db.rows(sql`SELECT 1 FROM episode WHERE state = 'transcribed'`)).toHaveLength(1);
  });

  it('are not taught for a symbol that nobody lists', async () => {
    expect(await learnName(services.db, 'Invidio', 'ZZZZZZ')).toBeNull();
  });

  it('that are refused are not asked about again, until that is taken back', async () => {
    for (let twice = 0; twice < 2; twice++) await refuseName(services.db, 'corner-bakery');
    expect(await names()).toEqual([['Invidio', 2]]);
    expect(await forgetName(services.db, 'Corner Bakery')).toBe(true);
    expect(await forgetName(services.db, 'Corner Bakery')).toBe(false);
    expect(await names()).toHaveLength(2);
  });
});
