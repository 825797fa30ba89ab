import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PassageCandidate } from '#server/features/ask/find/store.ts';
import { verified } from '#server/features/ask/tell/verify.ts';
import { rebuildTheses } from '#server/features/theses/store.ts';
import { sql } from '#server/platform/db.ts';
import { accountWithKey, call } from '#server/testing/api.ts';
import { addEpisode, addIdea, addShow } from '#server/testing/corpus.ts';
import { type TestServices, testServices } from '#server/testing/services.ts';

const SAID =
  'The desalination plants in Texas will need more membranes than anyone can make this decade and the one after it';
/** The first clause of it. */
const CLAUSE = SAID.slice(0, SAID.indexOf(' and the one'));

let services: TestServices;
beforeAll(async () => {
  services = await testServices();
});
afterAll(() => services.close());

/** A show that licenses quotes of `quoteChars`, with one idea and one passage, both about the same long sentence. */
async function licensed(quoteChars: number) {
  const show = await addShow(services, { quoteChars, name: `Deep Dive ${quoteChars}` });
  const episode = await addEpisode(services, { showId: show.id });
  const idea = await addIdea(services, {
    episodeId: episode.id,
    tickers: ['XYL'],
    subjectName: 'Xylem',
    thesis: 'Ann Lee makes a positive case for Xylem.',
    statement: 'Ann Lee makes a positive case for Xylem.',
    speakerName: 'Ann Lee',
    quote: `${SAID}.`,
  });
  await services.db.run(sql`
    INSERT INTO passage ("episodeId", "startSeconds", "endSeconds", speaker, text)
    VALUES (${episode.id}::uuid, 120, 180, 'Ann Lee', ${`So here it is. ${SAID}. That is where we are.`})`);
  return { show, idea };
}

const quotesIn = (text: string) => [...text.matchAll(/“([^”]+)”/g)].map((match) => match[1]!);

describe('the length of quotes that a show licenses', () => {
  it.each([0, 10, 40, 80, 100, 280])(
    'of %i characters holds in answers to free accounts and in media',
    async (chars) => {
      const { idea, show } = await licensed(chars);
      const free = (await accountWithKey(services)).key;
      const questions = [
        { question: `What did ${show.name} say about desalination membranes?` },
        { question: 'What was the argument?', ideaId: idea.id },
      ];
      for (const body of questions) {
        const asked = await call(services, 'POST', '/v1/agent/ask', { key: free, body });
        expect(asked.status).toBe(200);
        for (const quote of quotesIn(asked.body.answer ?? ''))
          expect(quote.length).toBeLessThanOrEqual(chars);
      }
      const premium = (await accountWithKey(services, { plan: 'premium' })).key;
      const heard = await call(services, 'GET', `/v1/agent/ideas/${idea.id}/media`, { key: premium });
      if (chars <= CLAUSE.length) expect(heard.status).toBe(404);
      else expect(heard.body.quote.length).toBeLessThanOrEqual(chars);
      await services.db.run(sql`TRUNCATE show CASCADE`);
    },
  );

  it.each([0, 10, 60, 100, 280])('of %i characters holds in the lines written for an idea', async (chars) => {
    const show = await addShow(services, { quoteChars: chars });
    const line = `Ann Lee argues that ${SAID.charAt(0).toLowerCase()}${SAID.slice(1)}.`;
    for (const [publishedAt, stance] of [
      ['2026-09-10T00:00:00Z', 'BEARISH'],
      ['2026-09-12T00:00:00Z', 'BULLISH'],
    ] as const) {
      const episode = await addEpisode(services, { showId: show.id, publishedAt });
      await addIdea(services, {
        episodeId: episode.id,
        tickers: ['XYL'],
        subjectName: 'Xylem',
        headline: `On Xylem: "${SAID}"`,
        thesis: line,
        statement: line,
        stance,
        quote: `${SAID}.`,
      });
    }
    const subject = { kind: 'ticker', key: 'XYL' } as const;
    await services.db.transaction((tx) => rebuildTheses(tx, [subject], services.clock()));
    const { key } = await accountWithKey(services, { plan: 'premium' });
    const said = chars >= SAID.length;
    for (const path of [
      '/v1/agent/ideas?ticker=XYL',
      '/v1/agent/tickers/XYL/mentions',
      '/v1/agent/thesis-history?ticker=XYL',
      '/v1/agent/ticker-stance-timeline?ticker=XYL',
    ]) {
      const { status, body } = await call(services, 'GET', path, { key });
      expect(status).toBe(200);
      expect(JSON.stringify(body)).toContain(said ? line : 'made an argument about Xylem');
      expect(JSON.stringify(body).includes('more membranes than')).toBe(said);
    }
    const { body } = await call(services, 'POST', '/v1/agent/ask', {
      key,
      body: { question: 'What did Ann Lee argue about Xylem?' },
    });
    const unquoted = (body.answer ?? '').replace(/“[^”]*”/g, '');
    expect(unquoted.includes('more membranes than')).toBe(said);
    await services.db.run(sql`TRUNCATE show, thesis CASCADE`);
  });

  it.each([0, 40, 110, 280])('of %i characters cuts no sentence of a full read', async (chars) => {
    const show = await addShow(services, { quoteChars: chars });
    const episode = await addEpisode(services, { showId: show.id });
    const thesis = `Ann Lee on Xylem: "${SAID}."`;
    const step = `Lee expects that T. Rowe, like the other ${'large and patient '.repeat(16)}buyers, will want more of it (12:04).`;
    const idea = await addIdea(services, {
      episodeId: episode.id,
      subjectName: 'Xylem',
      thesis,
      context: `${thesis} The speaker says that margins held. ${step}`,
      quote: `${SAID}.`,
      speakerName: null,
      speakerRole: 'guest',
    });
    const { key } = await accountWithKey(services, { plan: 'premium' });
    const { body } = await call(services, 'GET', `/v1/agent/ideas/${idea.id}`, { key });
    const line = chars > SAID.length ? thesis : `A speaker on ${show.name} made an argument about Xylem.`;
    expect(body.context).toBe(chars === 0 ? null : `${line} The speaker says that margins held. ${step}`);
    expect(body.speaker).toEqual({ name: null, title: null, role: 'unclear' });
    await services.db.run(sql`TRUNCATE show CASCADE`);
  });

  it('lets a free account hear what a show licenses in full', async () => {
    const { show } = await licensed(280);
    const { key } = await accountWithKey(services);
    const question = `What did ${show.name} say about desalination membranes?`;
    const { body } = await call(services, 'POST', '/v1/agent/ask', { key, body: { question } });
    expect(quotesIn(body.answer)).toEqual([SAID]);
    await services.db.run(sql`TRUNCATE show CASCADE`);
  });

  it('holds for a sentence that a model wrote', () => {
    const passage: PassageCandidate = {
      id: 1,
      episodeId: '2',
      episodeTitle: 'Water',
      publishedAt: new Date('2026-09-15T00:00:00Z'),
      showId: '3',
      showName: 'Deep Dive',
      mediaEnabled: true,
      quoteChars: 280,
      adRanges: [],
      withdrawn: false,
      voiceStarts: null,
      begun: null,
      sample: false,
      startSeconds: 120,
      endSeconds: 180,
      speaker: 'Ann Lee',
      text: `${SAID}.`,
    };
    const kept = (rights: Partial<PassageCandidate>) =>
      verified(sentence, [{ kind: 'passage', score: 1, words: SAID, passage: { ...passage, ...rights } }]);
    const sentence = `On Deep Dive, Ann Lee said “${SAID}” [1].`;
    expect(kept({})).toHaveLength(1);
    expect(kept({ quoteChars: 60 })).toEqual([]);
    expect(kept({ mediaEnabled: false })).toEqual([]);
  });
});
