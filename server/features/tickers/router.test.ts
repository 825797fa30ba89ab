import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '#server/platform/db.ts';
import { accountWithKey, call } from '#server/testing/api.ts';
import { addEpisode, addIdea, addTicker, hoursBefore } from '#server/testing/corpus.ts';
import { seedCorpus } from '#server/testing/seed.ts';
import { type TestServices, testServices } from '#server/testing/services.ts';

const NO_DISCUSSION = 'No attributed discussion found in the Earmark corpus for this query.';

let services: TestServices;
let corpus: Awaited<ReturnType<typeof seedCorpus>>;
beforeAll(async () => {
  services = await testServices();
  corpus = await seedCorpus(services);
});
afterAll(() => services.close());

async function mentions(symbol: string, query = '') {
  const { key } = await accountWithKey(services);
  return call(services, 'GET', `/v1/agent/tickers/${symbol}/mentions${query}`, { key });
}

describe('a question on a share class', () => {
  it('is answered from the ideas on the other classes of the same company', async () => {
    const { key } = await accountWithKey(services);
    const question = 'What was said about BRK.A?';
    const { body } = await call(services, 'POST', '/v1/agent/ask', { key, body: { question } });
    expect(body).toMatchObject({ citations: [{ ideaId: corpus.ideas.berkshire.id }] });
  });
});

describe('GET /v1/agent/tickers/{symbol}/mentions', () => {
  it('answers the ideas on a symbol, newest air date first', async () => {
    const { status, body } = await mentions('NVDA');
    expect(status).toBe(200);
    expect(body.ideas.map((idea: { id: string }) => idea.id)).toEqual([
      corpus.ideas.nvdaToday.id,
      corpus.ideas.nvdaDoubt.id,
    ]);
    expect(body).toMatchObject({
      ticker: 'NVDA',
      name: expect.stringContaining('NVIDIA'),
      mentionCount: 2,
      nextCursor: null,
      summary: 'Earmark holds 2 attributed ideas on NVDA, from 2 shows, aired from 2026-09-12 to 2026-09-15.',
    });
    expect(body.attribution.url).toBe('http://earmark.test/tickers/NVDA?utm_source=agent');
  });

  it('reads a former symbol as the present one, until somebody else trades under it', async () => {
    expect((await mentions('FB')).body).toMatchObject({ ticker: 'META', mentionCount: 0 });
    await addTicker(services, 'FB', 'ProShares S&P 500 Dynamic Buffer ETF', 'etf');
    const name = 'ProShares S&P 500 Dynamic Buffer ETF';
    expect((await mentions('$fb')).body).toMatchObject({ ticker: 'FB', name, mentionCount: 0 });
    expect((await mentions('META')).body.ticker).toBe('META');
    await services.db.run(sql`DELETE FROM ticker WHERE symbol = 'FB'`);
  });

  it.each(['BRK.B', 'BRK-B', '%24BRK.B', 'brk.b', 'BRK%2FB', '%EF%BC%A2RK.B'])(
    'reads the symbol %s',
    async (form) => {
      const { status, body } = await mentions(form);
      expect(status).toBe(200);
      expect(body).toMatchObject({ ticker: 'BRK.B', mentionCount: 1 });
    },
  );

  it('counts the window, not the page', async () => {
    const { body } = await mentions('NVDA', '?limit=1');
    expect(body).toMatchObject({
      mentionCount: 2,
      total: 2,
      summary: 'Earmark holds 2 attributed ideas on NVDA; this one aired on 2026-09-15.',
    });
    expect(body.ideas).toHaveLength(1);
    const rest = await mentions('NVDA', `?limit=1&cursor=${body.nextCursor}`);
    expect(rest.body).toMatchObject({ mentionCount: 2, nextCursor: null });
    expect(rest.body.ideas[0].id).toBe(corpus.ideas.nvdaDoubt.id);
    expect((await mentions('NVDA', '?from=2026-09-13')).body.mentionCount).toBe(1);
    expect((await mentions('NVDA', '?to=2026-09-12')).body.mentionCount).toBe(1);
    expect((await mentions('NVDA', '?minDepth=4')).body.mentionCount).toBe(1);
  });

  it('names the depth and the air dates that it was asked for in its sentence', async () => {
    const summaryOf = async (query: string) => (await mentions('NVDA', query)).body.summary;
    expect(await summaryOf('?minDepth=4')).toBe(
      'Earmark holds 1 attributed idea on NVDA of depth 4 or more, from 1 show, aired on 2026-09-15.',
    );
    expect(await summaryOf('?to=2026-09-12')).toBe(
      'Earmark holds 1 attributed idea on NVDA that aired until 2026-09-12, from 1 show, aired on 2026-09-12.',
    );
    expect(await summaryOf('?from=2026-09-01&limit=1')).toBe(
      'Earmark holds 2 attributed ideas on NVDA that aired since 2026-09-01; this one aired on 2026-09-15.',
    );
    expect(await summaryOf('?from=2026-09-15&to=2026-09-15')).toBe(
      'Earmark holds 1 attributed idea on NVDA that aired on 2026-09-15, from 1 show.',
    );
  });

  it('answers a known symbol with nothing in the window with the no-discussion sentence', async () => {
    for (const [symbol, query] of [
      ['KO', ''],
      ['NVDA', '?from=2026-09-16'],
      ['NVDA', '?from=2026-09-15&to=2026-09-01'],
    ] as const) {
      const { status, body } = await mentions(symbol, query);
      expect(status).toBe(200);
      expect(body).toMatchObject({ summary: NO_DISCUSSION, ideas: [], mentionCount: 0, nextCursor: null });
    }
  });

  it('answers 404 only for a symbol outside the universe without a listed idea', async () => {
    for (const symbol of ['QQZZX', 'not%20one', '%00', '-', '..%2F']) {
      const { status, body } = await mentions(symbol);
      expect([404, 422], symbol).toContain(status);
      expect(['not_found', 'invalid_request']).toContain(body.error);
    }
    expect((await mentions('QQZZX')).status).toBe(404);
    await addIdea(services, { episodeId: corpus.episodes.alphaToday.id, tickers: ['QQZZX'], hidden: true });
    expect((await mentions('QQZZX')).status).toBe(404);
    await addIdea(services, { episodeId: corpus.episodes.alphaToday.id, tickers: ['QQZZX'] });
    expect((await mentions('QQZZX')).body).toMatchObject({ ticker: 'QQZZX', name: null, mentionCount: 1 });
    await addTicker(services, 'QQZZY', 'Imported Instruments');
    expect((await mentions('QQZZY')).body).toMatchObject({ name: 'Imported Instruments', mentionCount: 0 });
  });

  it('refuses a symbol of more than 16 characters', async () => {
    const { status, body } = await mentions('ABCDEFGHIJKLMNOPQ');
    expect(status).toBe(422);
    expect(body).toMatchObject({ error: 'invalid_request', field: 'symbol' });
  });

  it('neither repeats nor skips an idea when others are inserted between pages', async () => {
    const before: string[] = [];
    for (let hour = 1; hour <= 9; hour++) {
      const episode = await addEpisode(services, {
        showId: corpus.shows.beta.id,
        publishedAt: hoursBefore(services, Math.ceil(hour / 3) * 10),
      });
      before.push((await addIdea(services, { episodeId: episode.id, tickers: ['PGD'] })).id);
    }
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const { body } = await mentions('PGD', `?limit=2${cursor ? `&cursor=${cursor}` : ''}`);
      seen.push(...body.ideas.map((idea: { id: string }) => idea.id));
      cursor = body.nextCursor;
      await addIdea(services, { episodeId: corpus.episodes.alphaToday.id, tickers: ['PGD'] });
    } while (cursor);
    expect(seen).toHaveLength(9);
    expect(new Set(seen)).toEqual(new Set(before));
  });

  it('is bound to its cursor: another symbol or list refuses it', async () => {
    const { body } = await mentions('PGD', '?limit=1');
    expect((await mentions('NVDA', `?cursor=${body.nextCursor}`)).body.field).toBe('cursor');
    expect((await mentions('PGD', `?minDepth=2&cursor=${body.nextCursor}`)).body.field).toBe('cursor');
    const { key } = await accountWithKey(services);
    const elsewhere = await call(services, 'GET', `/v1/agent/ideas?ticker=PGD&cursor=${body.nextCursor}`, {
      key,
    });
    expect(elsewhere.body.field).toBe('cursor');
  });
});
