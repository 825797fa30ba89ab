import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pageCaller } from '#server/edges/pages.ts';
import { storeIdeaVectors, unencodedIdeas } from '#server/features/meaning/store.ts';
import { sql } from '#server/platform/db.ts';
import { shareServices } from '#server/platform/services.ts';
import { encoderOf } from '#server/reader/encoder.ts';
import { packed } from '#server/reader/vectors.ts';
import { accountWithKey, call } from '#server/testing/api.ts';
import { addEpisode, addIdea, hoursBefore, setHidden } from '#server/testing/corpus.ts';
import { shareEncoderOf, shareNoEncoder } from '#server/testing/reading/encoder.ts';
import { seedCorpus } from '#server/testing/seed.ts';
import { type TestServices, testServices } from '#server/testing/services.ts';

/** Phrases that mean the same. */
const MATTERS = [
  ['custom chips', 'designed in-house', 'their own silicon'],
  ['sixteenth floor', 'empty offices'],
];

let services: TestServices;
let corpus: Awaited<ReturnType<typeof seedCorpus>>;
let repeated: string;
let key: string;

beforeAll(async () => {
  services = await testServices({ EARMARK_ENCODER: 'on' });
  corpus = await seedCorpus(services);
  const { id: episodeId } = await addEpisode(services, {
    showId: corpus.shows.alpha.id,
    title: 'Silicon',
    publishedAt: hoursBefore(services, 50),
  });
  const again = await addIdea(services, {
    episodeId,
    headline: 'Buyers design their own silicon',
    thesis: 'The Alpha Hour argues that buyers leave the leader.',
    discussionDepth: 2,
    tickers: [],
    entities: [],
    subjectKind: 'theme',
    subjectKey: 'semiconductors',
    subjectName: 'Semiconductors',
  });
  repeated = again.id;
  shareServices(services);
  key = (await accountWithKey(services, { plan: 'premium' })).key;
  shareEncoderOf(MATTERS);
  await encodeNew();
});
afterAll(() => services.close());

async function encodeNew(): Promise<void> {
  const waiting = await unencodedIdeas(services.db, null, 100);
  const vectors = (await encoderOf(services).embed(waiting.map(({ text }) => text)))!;
  await storeIdeaVectors(services.db, waiting, vectors.map(packed));
}

const found = async (query: string) =>
  (await call(services, 'GET', `/v1/agent/ideas?${query}`, { key })).body.ideas.map(
    (idea: { id: string }) => idea.id,
  );
const ask = async (question: string) =>
  (await call(services, 'POST', '/v1/agent/ask', { key, body: { question } })).body;
const cited = (body: { citations?: { ideaId: string }[] }) =>
  (body.citations ?? []).map(({ ideaId }) => ideaId);
const anybody = () => pageCaller(null, '192.0.2.1');
const elsewhere = async (id: string) => {
  const page = await (await anybody()).pages.idea({ id });
  return page.elsewhere.map((card: { id: string }) => card.id);
};
const IN_HOUSE = encodeURIComponent('processors designed in-house');

describe('with an encoder', () => {
  beforeAll(() => shareEncoderOf(MATTERS));

  it('a search finds what is said in other words, the most deeply argued first', async () => {
    expect(await found(`q=${IN_HOUSE}`)).toEqual([corpus.ideas.nvdaDoubt.id, repeated]);
  });

  it('holds what it finds to every other filter, and pages through it once', async () => {
    expect(await found(`q=${IN_HOUSE}&showId=alpha`)).toEqual([repeated]);
    expect(await found(`q=${IN_HOUSE}&minDepth=3`)).toEqual([corpus.ideas.nvdaDoubt.id]);
    const first = await call(services, 'GET', `/v1/agent/ideas?q=${IN_HOUSE}&limit=1`, { key });
    expect(first.body.ideas).toHaveLength(1);
    expect(await found(`q=${IN_HOUSE}&limit=1&cursor=${first.body.nextCursor}`)).toEqual([repeated]);
  });

  it('a search tells what only means the same apart from what matches its words', async () => {
    const summaryOf = async (q: string, page = '') =>
      (await call(services, 'GET', `/v1/agent/ideas?q=${encodeURIComponent(q)}${page}`, { key })).body
        .summary;
    expect(await summaryOf('buyers with their own silicon')).toBe(
      'Earmark holds 1 attributed idea matching "buyers with their own silicon", and 1 near it in meaning, from 2 shows, aired from 2026-09-12 to 2026-09-13.',
    );
    expect(await summaryOf('processors designed in-house')).toBe(
      'Earmark holds no attributed idea matching "processors designed in-house", but 2 near it in meaning, from 2 shows, aired from 2026-09-12 to 2026-09-13.',
    );
    expect(await summaryOf('buyers with their own silicon', '&limit=1')).toBe(
      'The first page of this search in Earmark, deepest argued first, holds no attributed idea matching "buyers with their own silicon", but 1 near it in meaning, from 1 show, aired on 2026-09-12; more follow.',
    );
    expect(await summaryOf('silicon')).toContain('Earmark holds 1 attributed idea matching "silicon", from');
  });

  it('takes words in quotation marks as they stand', async () => {
    expect(await found(`q=${encodeURIComponent('"processors designed in-house"')}`)).toEqual([]);
  });

  it('Ask answers from what means what was asked', async () => {
    const body = await ask('What was said about processors designed in-house?');
    expect(cited(body)).toContain(corpus.ideas.nvdaDoubt.id);
  });

  it('says that nobody spoke of what nothing means', async () => {
    expect(await ask('What was said about empty offices on every street?')).toMatchObject({
      coverage: 'none',
    });
  });

  it("an idea's page shows where else it was argued, other episodes alone", async () => {
    expect(await elsewhere(corpus.ideas.nvdaDoubt.id)).toEqual([repeated]);
    expect(await elsewhere(corpus.ideas.berkshire.id)).not.toContain(corpus.ideas.berkshire.id);
  });

  it('tells one talk once, whoever else published it', async () => {
    const { id: episodeId } = await addEpisode(services, { showId: corpus.shows.beta.id });
    const repeat = await addIdea(services, { episodeId, headline: 'Buyers design their own silicon' });
    await services.db.run(sql`UPDATE idea SET "repeatOf" = ${repeated}::uuid WHERE id = ${repeat.id}::uuid`);
    await encodeNew();
    expect(await elsewhere(corpus.ideas.nvdaDoubt.id)).toEqual([repeated]);
    await setHidden(services, 'idea', [repeat.id], true);
  });
});

describe('without an encoder', () => {
  beforeAll(() => shareNoEncoder());

  it('a search finds by words', async () => {
    expect(await found(`q=${encodeURIComponent('custom chips')}`)).toEqual([corpus.ideas.nvdaDoubt.id]);
    expect(await found(`q=${encodeURIComponent('silicon cut at home')}`)).toEqual([]);
  });

  it('Ask answers by words', async () => {
    const body = await ask('What was said about custom chips?');
    expect(cited(body)).toContain(corpus.ideas.nvdaDoubt.id);
    expect((await ask('What was said about wafers cut at home?')).coverage).toBe('none');
  });
});
