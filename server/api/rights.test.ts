import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PassageEvidence } from '#server/features/ask/corpus/store.ts';
import { verified } from '#server/features/ask/writer.ts';
import { sql } from '#server/platform/db.ts';
import { accountWithKey, call } from '#server/platform/testing/api.ts';
import { addEpisode, addIdea, addShow } from '#server/platform/testing/corpus.ts';
import { type TestServices, testServices } from '#server/platform/testing/services.ts';

const SAID =
  'The desalination plants in Texas will need more membranes than anyone can make this decade and the one after it';

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
  it.each([0, 10, 40, 80, 280])(
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
      if (chars === 0) expect(heard.status).toBe(404);
      else expect(heard.body.quote.length).toBeLessThanOrEqual(chars);
      await services.db.run(sql`TRUNCATE show CASCADE`);
    },
  );

  it('lets a free account hear what a show licenses in full', async () => {
    const { show } = await licensed(280);
    const { key } = await accountWithKey(services);
    const question = `What did ${show.name} say about desalination membranes?`;
    const { body } = await call(services, 'POST', '/v1/agent/ask', { key, body: { question } });
    expect(quotesIn(body.answer)).toEqual([SAID]);
    await services.db.run(sql`TRUNCATE show CASCADE`);
  });

  it('holds for a sentence that a model wrote', () => {
    const passage: PassageEvidence = {
      id: 1,
      episodeId: '2',
      episodeTitle: 'Water',
      publishedAt: new Date('2026-09-15T00:00:00Z'),
      showId: '3',
      showName: 'Deep Dive',
      mediaEnabled: true,
      quoteChars: 280,
      adRanges: [],
      startSeconds: 120,
      endSeconds: 180,
      speaker: 'Ann Lee',
      text: `${SAID}.`,
    };
    const kept = (rights: Partial<PassageEvidence>) =>
      verified(sentence, [{ kind: 'passage', score: 1, words: SAID, passage: { ...passage, ...rights } }]);
    const sentence = `On Deep Dive, Ann Lee said “${SAID}” [1].`;
    expect(kept({})).toHaveLength(1);
    expect(kept({ quoteChars: 60 })).toEqual([]);
    expect(kept({ mediaEnabled: false })).toEqual([]);
  });
});
