import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pageCaller } from '#server/edges/pages.ts';
import { shareServices } from '#server/platform/services.ts';
import { addEpisode, addIdea, addShow, setHidden } from '#server/testing/corpus.ts';
import { seedCorpus } from '#server/testing/seed.ts';
import { type TestServices, testServices } from '#server/testing/services.ts';

let services: TestServices;
let hidden: string;
let own: { id: string; slug: string };

beforeAll(async () => {
  services = await testServices();
  shareServices(services);
  await seedCorpus(services);
  own = await addShow(services, { name: 'The Quiet Ledger' });
  const { id: episodeId } = await addEpisode(services, { showId: own.id });
  const said = {
    episodeId,
    speakerName: 'Ines Abara',
    speakerTitle: 'Analyst',
    speakerRole: 'guest',
  } as const;
  await addIdea(services, { ...said, tickers: ['TSLA'], stance: 'BULLISH' });
  await addIdea(services, { ...said, tickers: ['AAPL'], stance: null });
  hidden = (await addIdea(services, { ...said, speakerName: 'Otto Hidden' })).id;
  await setHidden(services, 'idea', [hidden], true);
});
afterAll(() => services.close());

const pages = async () => (await pageCaller(null, '192.0.2.1')).pages;
const offered = async (q: string) =>
  (await (await pages()).suggest({ q })).offered.map(({ kind, key }) => [kind, key]);

describe('what the search box offers', () => {
  it('holds tickers by name or symbol, companies, people, shows and themes', async () => {
    expect((await offered('tesl'))[0]).toEqual(['ticker', 'TSLA']);
    expect((await offered('$aapl'))[0]).toEqual(['ticker', 'AAPL']);
    expect(await offered('ines')).toContainEqual(['person', 'Ines Abara']);
    expect(await offered('abara')).toContainEqual(['person', 'Ines Abara']);
    expect(await offered('quiet')).toContainEqual(['show', own.slug]);
    expect(await offered('the quiet-ledger')).toContainEqual(['show', own.slug]);
    expect(await offered('openai')).toContainEqual(['company', 'openai']);
  });

  it('counts the ideas behind each, and offers nobody whose ideas are hidden', async () => {
    const { offered: found } = await (await pages()).suggest({ q: 'tesla' });
    expect(found[0]).toEqual({ kind: 'ticker', key: 'TSLA', name: 'Tesla', ideas: 1 });
    expect(await offered('otto')).toEqual([]);
  });

  it('reads a slip of the hand where it finds nothing', async () => {
    expect((await (await pages()).suggest({ q: 'teslla' })).meant).toMatchObject({ key: 'TSLA', ideas: 1 });
    expect((await (await pages()).suggest({ q: 'tesla' })).meant).toBeNull();
  });
});

describe('the page of a person', () => {
  it('tells shows, role and ideas by subject', async () => {
    const person = await (await pages()).person({ name: 'Ines Abara' });
    expect(person.shows).toMatchObject([
      { name: 'The Quiet Ledger', role: 'guest', title: 'Analyst', ideas: 2 },
    ]);
    expect(person.subjects.map(({ name }) => name).sort()).toEqual(['AAPL', 'TSLA']);
  });

  it.each(['Otto Hidden', 'ines abara', 'Nobody'])('is not found for %s', async (name) => {
    await expect((await pages()).person({ name })).rejects.toMatchObject({ cause: { code: 'not_found' } });
  });
});

describe('a list to take along', () => {
  it('holds the newest ideas of a show, a symbol, a theme or a person, and nothing hidden', async () => {
    const { newest } = await pages();
    const person = await newest({ of: { person: 'Ines Abara' } });
    expect(person).toHaveLength(2);
    expect((await newest({ of: { show: own.id } })).map(({ id }) => id)).toEqual(person.map(({ id }) => id));
    expect((await newest({ of: { symbol: 'TSLA' } })).map(({ tickers }) => tickers)).toEqual([['TSLA']]);
    expect((await newest({ of: { theme: 'semiconductors' } })).length).toBeGreaterThan(0);
    expect(await newest({ of: { person: 'Otto Hidden' } })).toEqual([]);
  });
});
