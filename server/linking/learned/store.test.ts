import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { teachName } from '#server/ingest/episodes/store.ts';
import {
  doubtfulNames,
  forgetName,
  refuseName,
  replaceHeldBack,
  waitingNames,
} from '#server/linking/learned/store.ts';
import { createLinker, LEAST_LINK_CONFIDENCE } from '#server/linking/linker.ts';
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

/** What the linker takes a sentence to be about, as surely as is served. */
async function linked(text: string): Promise<string[]> {
  const universe = withImported(loadUniverse(), await importedEntries(services.db));
  const links = createLinker(universe).link(text);
  return links
    .filter(({ confidence }) => confidence >= LEAST_LINK_CONFIDENCE)
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
    expect(await teachName(services.db, 'Invidio', 'NVDA')).toMatchObject({ episodes: 1 });
    expect(await linked('I would say Invidio grows its revenue.')).toContain('NVDA');
    expect(await linked('I would say Nvidia grows its revenue.')).toContain('NVDA');
    expect(await importMark(services.db)).not.toBe(before);
    expect(await services.db.rows(sql`SELECT 1 FROM episode WHERE state = 'transcribed'`)).toHaveLength(1);
  });

  it('are not taught for a symbol that nobody lists, nor without a name', async () => {
    expect(await teachName(services.db, 'Invidio', 'ZZZZZZ')).toBe('unknown symbol');
    expect(await teachName(services.db, ' ', 'NVDA')).toBe('blank name');
  });

  it('that are refused are not asked about again, until that is taken back', async () => {
    for (let twice = 0; twice < 2; twice++) await refuseName(services.db, 'corner-bakery');
    expect(await names()).toEqual([['Invidio', 2]]);
    expect(await forgetName(services.db, 'Corner Bakery')).toBe(true);
    expect(await forgetName(services.db, 'Corner Bakery')).toBe(false);
    expect(await names()).toHaveLength(2);
  });
});

describe('names held back', () => {
  const TALKS = [
    { start: 60, end: 65, speaker: null, text: 'Look at Viva and what it sells.' },
    { start: 900, end: 905, speaker: null, text: 'You build it into. Then it grows.' },
  ];
  const episodes: string[] = [];
  const waiting = async () =>
    (await waitingNames(services.db, 10)).map(({ name, symbol, episodes }) => [name, symbol, episodes]);

  beforeAll(async () => {
    const show = await addShow(services, { name: 'Held' });
    for (let made = 0; made < 2; made++) {
      const { id } = await addEpisode(services, { showId: show.id, title: `Talk ${made}` });
      episodes.push(id);
      const cues = JSON.stringify(TALKS.map(({ start, end, speaker, text }) => [start, end, speaker, text]));
      await services.db.run(sql`
        INSERT INTO transcript ("episodeId", type, "textHash", cues) VALUES (${id}::uuid, 'vtt', 'h', ${cues}::jsonb)`);
      await replaceHeldBack(services.db, id, [
        { symbol: 'VEEV', name: 'Viva', seconds: 60 },
        ...(made === 0 ? [{ symbol: 'INTU', name: 'Into.', seconds: 900 }] : []),
      ]);
    }
  });

  it('wait with the words in which they stand, those of most episodes first', async () => {
    expect(await waitingNames(services.db, 10)).toMatchObject([
      {
        name: 'Viva',
        symbol: 'VEEV',
        company: 'Veeva',
        episodes: 2,
        show: 'Held',
        words: TALKS[0]!.text,
      },
      { name: 'Into.', symbol: 'INTU', episodes: 1, words: TALKS[1]!.text },
    ]);
  });

  it('are no words without a capital and no contractions, but may be names with an apostrophe', async () => {
    const show = await addShow(services, { name: 'Everyday' });
    const { id } = await addEpisode(services, { showId: show.id });
    const words = ["She'll", 'It’s', "Don't.", 'centres', "Lowe's", 'Tim’s'];
    await replaceHeldBack(
      services.db,
      id,
      words.map((name, at) => ({ symbol: 'SHEL', name, seconds: at })),
    );
    const offered = (await waiting()).map(([name]) => name);
    await replaceHeldBack(services.db, id, []);
    expect(offered.filter((name) => words.includes(String(name)))).toEqual(["Lowe's", 'Tim’s']);
  });

  it('that are refused are not asked about again', async () => {
    const [, into] = await waitingNames(services.db, 10);
    await refuseName(services.db, into!.slug);
    expect(await waiting()).toEqual([['Viva', 'VEEV', 2]]);
  });

  it('that are accepted are linked from then on, and their episodes read again', async () => {
    expect(await linked('I mean, look at Viva.')).not.toContain('VEEV');
    expect(await teachName(services.db, ' Viva ', '$veev')).toEqual({
      name: 'Viva',
      symbol: 'VEEV',
      episodes: 2,
    });
    expect(await linked('I mean, look at Viva.')).toContain('VEEV');
    expect(await waiting()).toEqual([]);
  });

  it('go with the analysis that held them back', async () => {
    await replaceHeldBack(services.db, episodes[1]!, [{ symbol: 'HESAY', name: 'Hermes', seconds: 60 }]);
    await replaceHeldBack(services.db, episodes[1]!, []);
    expect(await waiting()).toEqual([]);
  });
});

describe('an everyday word that is taught', () => {
  it('means the company where its capital says so, and elsewhere what it says', async () => {
    await teachName(services.db, 'Strategy', 'MSTR');
    expect(await linked('We own shares of Strategy because it holds coins.')).toContain('MSTR');
    expect(await linked('Strategy is about choice. A strategy is a plan.')).not.toContain('MSTR');
  });
});
