import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refuseName, takeBackName, teachName } from '#server/ingest/episodes/names/store.ts';
import { doubtfulNames, replaceHeldBack, waitingNames } from '#server/linking/learned/store.ts';
import { createLinker, LEAST_LINK_CONFIDENCE } from '#server/linking/linker.ts';
import { importEntries, importedEntries, importMark, syncUniverse } from '#server/linking/store.ts';
import { importedEntry, loadUniverse, withImported } from '#server/linking/universe.ts';
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
  // As it was read before its listing on 12 June 2026.
  await company('spacex', 'SpaceX');
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
  it('wait for an operator, the most spoken of first, unless our table knows their symbol by now', async () => {
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
    expect(await takeBackName(services.db, 'Corner Bakery')).toBe(0);
    expect(await takeBackName(services.db, 'Corner Bakery')).toBeNull();
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

describe('a taught name', () => {
  const said = 'I would say Zorblax grows its revenue.';

  it('is one name in any case, and is taken back as one', async () => {
    await teachName(services.db, 'Zorblax', 'MSFT');
    await teachName(services.db, 'ZORBLAX', 'AAPL');
    expect(await linked(said)).toEqual(['AAPL']);
    await takeBackName(services.db, 'zorblax');
    expect(await linked(said)).toEqual([]);
  });

  it('that was stored in two spellings before is put right as one', async () => {
    const stored = JSON.stringify({ Zorblax: 'MSFT', zorblax: 'AAPL' });
    await services.db.run(sql`
      UPDATE setting SET value = (value::jsonb || ${stored}::jsonb)::text WHERE name = 'names.learned'`);
    await teachName(services.db, 'Zorblax', 'VEEV');
    expect(await linked(said)).toEqual(['VEEV']);
    await takeBackName(services.db, 'Zorblax');
  });

  it('means its instrument no more once it is refused, and is asked about no more until it is taught', async () => {
    await replaceHeldBack(services.db, episode, [{ symbol: 'MSFT', name: 'Zorblax', seconds: 1 }]);
    const asked = async () => (await waitingNames(services.db, 10)).map(({ name }) => name);
    await teachName(services.db, 'Zorblax', 'MSFT');
    await refuseName(services.db, 'zorblax');
    expect([await linked(said), await asked()]).toEqual([[], []]);
    await teachName(services.db, 'Zorblax', 'MSFT');
    expect(await linked(said)).toEqual(['MSFT']);
    await takeBackName(services.db, 'Zorblax');
    expect(await asked()).toEqual(['Zorblax']);
    await replaceHeldBack(services.db, episode, []);
  });

  it('that our own table calls a company or a phrase means what was taught', async () => {
    const dbrx = importedEntry({ symbol: 'DBRX', name: 'Databricks', kind: 'stock' }, []);
    await importEntries(services.db, [dbrx], 'test');
    expect(await linked('I think Databricks is growing fast.')).toEqual(['databricks']);
    await teachName(services.db, 'Databricks', 'DBRX');
    expect(await linked('I think Databricks is growing fast.')).toEqual(['DBRX']);
    const [phrase] = loadUniverse().phrases;
    await teachName(services.db, phrase!, 'DBRX');
    expect(await linked(`I own shares of ${phrase!.toUpperCase()} for the dividend.`)).toContain('DBRX');
  });
});

describe('a name that was taught wrongly', () => {
  let id: string;
  /** Whether the episode that said Acme waits to be read again; it waits no more then. */
  async function isReadAgain(): Promise<boolean> {
    const waits = await services.db.run(
      sql`UPDATE episode SET state = 'processed' WHERE id = ${id}::uuid AND state = 'transcribed'`,
    );
    return waits > 0;
  }

  beforeAll(async () => {
    const show = await addShow(services, { name: 'Taught' });
    const others = await Promise.all(['Acme', 'Apple'].map(() => addEpisode(services, { showId: show.id })));
    id = others[0]!.id;
    await teachName(services.db, 'Acme', 'AAPL');
    for (const [at, name] of ['acme', 'Apple'].entries()) {
      const episodeId = others[at]!.id;
      await services.db.run(sql`
        INSERT INTO transcript ("episodeId", type, "textHash", cues) VALUES (${episodeId}::uuid, 'vtt', 'h', '[[0, 1, null, "Words."]]')`);
      await services.db.run(sql`
        INSERT INTO ticker_mention ("episodeId", symbol, seconds, name) VALUES (${episodeId}::uuid, 'AAPL', 0, ${name})`);
    }
  });

  it('is read again once it is put right, and nothing else of that instrument', async () => {
    expect(await teachName(services.db, 'Acme', 'MSFT')).toMatchObject({ episodes: 1 });
    expect(await isReadAgain()).toBe(true);
  });

  it('is read again once it is taken back', async () => {
    await teachName(services.db, 'Acme', 'AAPL');
    expect(await isReadAgain()).toBe(false);
    expect(await takeBackName(services.db, 'Acme')).toBe(1);
    expect(await isReadAgain()).toBe(true);
  });

  it('is read again once it is refused', async () => {
    await teachName(services.db, 'Acme', 'AAPL');
    await replaceHeldBack(services.db, id, [{ symbol: 'AAPL', name: 'Acme', seconds: 0 }]);
    expect(await isReadAgain()).toBe(false);
    expect(await refuseName(services.db, 'acme')).toBe(1);
    expect(await isReadAgain()).toBe(true);
  });
});
