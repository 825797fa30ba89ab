import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ATTRIBUTION_RULE } from '#server/api/attribution.ts';
import { sql } from '#server/platform/db.ts';
import { pick, tables } from '#server/platform/rows.ts';
import { accountWithKey, call } from '#server/testing/api.ts';
import { addEpisode, addIdea, addShow, addTicker } from '#server/testing/corpus.ts';
import { type TestServices, testServices } from '#server/testing/services.ts';

let services: TestServices;
let key: string;
let ideaId: string;
beforeAll(async () => {
  services = await testServices();
  const show = await addShow(services, { embedEnabled: true, slug: 'attributed' });
  const episode = await addEpisode(services, { showId: show.id });
  await addTicker(services, 'NVDA', 'Nvidia');
  ideaId = (await addIdea(services, { episodeId: episode.id })).id;
  key = (await accountWithKey(services, { plan: 'premium' })).key;
});
afterAll(() => services.close());

/** Every route of the agent surface that reads the corpus. */
const paths = () =>
  [
    'me',
    'digest',
    'ideas',
    'ideas?ticker=ZZZZ',
    `ideas/${ideaId}`,
    `ideas/${ideaId}/media`,
    'tickers/NVDA/mentions',
    'shows',
    'follows',
    'saves',
    'thesis-history?ticker=NVDA',
    'ticker-stance-timeline?ticker=NVDA',
  ].map((path) => `/v1/agent/${path}`);

describe('attribution', () => {
  it('goes with every answer that carries corpus data, its rule always the same', async () => {
    for (const path of [...paths(), '/v1/public/embed/show/attributed']) {
      const { status, body } = await call(services, 'GET', path, { key });
      expect([path, status]).toEqual([path, 200]);
      expect(body.attribution, path).toEqual({
        source: 'Earmark',
        url: expect.stringContaining('utm_source=agent'),
        rule: ATTRIBUTION_RULE,
      });
    }
    const asked = await call(services, 'POST', '/v1/agent/ask', {
      key,
      body: { question: 'What was said about Nvidia?' },
    });
    expect(asked.body).toMatchObject({
      disclaimer: ATTRIBUTION_RULE,
      attribution: { rule: ATTRIBUTION_RULE },
    });
  });

  it('comes with no transcript: a quote apart, no answer holds what was said', async () => {
    const { episodeId } = (await services.db.row(
      pick(tables.idea, 'episodeId'),
      sql`SELECT "episodeId" FROM idea WHERE id = ${ideaId}::uuid`,
    ))!;
    const cues = Array.from({ length: 40 }, (_, n) => [
      n * 5,
      n * 5 + 5,
      null,
      `Spoken sentence number ${n}.`,
    ]);
    await services.db.run(sql`
      INSERT INTO transcript ("episodeId", type, "textHash", cues)
      VALUES (${episodeId}::uuid, 'text/vtt', 'test', ${JSON.stringify(cues)}::jsonb)`);
    for (const path of [
      ...paths(),
      '/v1/public/embed/show/attributed',
      `/v1/public/embed/episode/${episodeId}`,
    ]) {
      const { status, body } = await call(services, 'GET', path, { key });
      expect([path, status]).toEqual([path, 200]);
      expect(JSON.stringify(body), path).not.toContain('Spoken sentence');
    }
  });
});
