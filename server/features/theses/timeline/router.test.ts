import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NO_DISCUSSION } from '#server/api/attribution.ts';
import type { Week } from '#server/features/theses/schema.ts';
import { sql } from '#server/platform/db.ts';
import { accountWithKey, call } from '#server/testing/api.ts';
import { addEpisode, addIdea, addShow, type IdeaFixture } from '#server/testing/corpus.ts';
import { type TestServices, testServices } from '#server/testing/services.ts';

const PATH = '/v1/agent/ticker-stance-timeline';

let services: TestServices;
let showId: string;
let free: string;
let premium: string;
beforeAll(async () => {
  services = await testServices({}, '2026-09-15T12:00:00Z');
  showId = (await addShow(services, { name: 'The Alpha Hour' })).id;
  free = (await accountWithKey(services)).key;
  premium = (await accountWithKey(services, { plan: 'premium' })).key;
  await say('2025-01-10', 'BULLISH');
  await say('2026-08-20', 'BEARISH');
  await say('2026-09-09', 'MIXED');
  await say('2026-09-16', 'BULLISH');
  await say('2026-09-10', 'BULLISH', { hidden: true });
  await say('2026-09-10', 'BULLISH', { supersededAt: '2026-09-11T00:00:00Z' });
  await say('2024-01-10', 'BULLISH', { tickers: ['AMD'] });
});
afterAll(() => services.close());

async function say(on: string, stance: IdeaFixture['stance'], given: Partial<IdeaFixture> = {}) {
  const episode = await addEpisode(services, { showId, publishedAt: `${on}T10:00:00Z` });
  return addIdea(services, { episodeId: episode.id, stance: stance ?? null, ...given });
}

const timeline = (query: string, key?: string) =>
  call(services, 'GET', `${PATH}?${query}`, key ? { key } : {});

describe('GET /v1/agent/ticker-stance-timeline', () => {
  it('gives every caller the weekly counts of what aired, without hidden and replaced ideas', async () => {
    const { status, body } = await timeline('ticker=nvda&window=28');
    expect(status).toBe(200);
    expect(body).toMatchObject({ ticker: 'NVDA', windowDays: 28 });
    expect(
      body.weeks.map((week: Week) => [
        week.weekStart.slice(0, 10),
        week.bullish,
        week.bearish,
        week.neutral,
        week.byShow.length,
      ]),
    ).toEqual([
      ['2026-08-17', 0, 1, 0, 1],
      ['2026-08-24', 0, 0, 0, 0],
      ['2026-08-31', 0, 0, 0, 0],
      ['2026-09-07', 0, 0, 1, 1],
      ['2026-09-14', 0, 0, 0, 0],
    ]);
    expect(body.weeks[0].byShow).toEqual([
      { show: 'The Alpha Hour', bullish: 0, bearish: 1, neutral: 0, notTold: 0 },
    ]);
    expect(body.attribution.url).toBe('http://earmark.test/tickers/NVDA?utm_source=agent');
    for (const key of [free, premium])
      expect((await timeline('ticker=NVDA&window=28', key)).body.weeks).toEqual(body.weeks);
  });

  it('locks the changes on every answer that is not Premium’s, whether or not there are any', async () => {
    for (const key of [undefined, free]) {
      for (const ticker of ['NVDA', 'AMD', 'ZZZZQ', '%3F']) {
        const { body } = await timeline(`ticker=${ticker}`, key);
        expect(body.stanceChanges).toEqual([]);
        expect(body.stanceChangesLock).toEqual({
          message: expect.stringContaining('Premium'),
          upgradeUrl: 'http://earmark.test/pricing?utm_source=agent',
        });
      }
    }
  });

  it('gives Premium the changes inside the window, the first against what was said before it', async () => {
    const { body } = await timeline('ticker=NVDA&window=28', premium);
    expect(body.stanceChangesLock).toBeNull();
    expect(body.stanceChanges).toMatchObject([
      { show: 'The Alpha Hour', from: 'bullish', to: 'bearish', atDate: '2026-08-20T10:00:00.000Z' },
      { from: 'bearish', to: 'neutral', atDate: '2026-09-09T10:00:00.000Z' },
    ]);
    expect(body.stanceChanges[0].fromStatement.date).toBe('2025-01-10T10:00:00.000Z');
    expect(body.summary).toContain('2 changes of stance');
    expect((await timeline('ticker=ZZZZQ', premium)).body.stanceChangesLock).toBeNull();
  });

  it('looks back 365 days unless told', async () => {
    const { body } = await timeline('ticker=NVDA');
    expect(body.windowDays).toBe(365);
    expect(body.weeks).toHaveLength(53);
  });

  it('answers the no-discussion sentence and every week with zeros, for a quiet, an undiscussed and an unknown ticker', async () => {
    const quiet = (await timeline('ticker=AMD&window=28')).body;
    expect(quiet.weeks).toHaveLength(5);
    for (const key of [undefined, premium]) {
      for (const ticker of ['AMD', 'GM', 'ZZZZQ', 'ABCDEFGHIJKL']) {
        const { status, body } = await timeline(`ticker=${ticker}&window=28`, key);
        expect(status).toBe(200);
        expect(body).toMatchObject({
          summary: NO_DISCUSSION,
          ticker,
          weeks: quiet.weeks,
          stanceChanges: [],
        });
      }
    }
    expect(quiet.weeks[0]).toMatchObject({ bullish: 0, bearish: 0, neutral: 0, byShow: [] });
  });

  it.each([
    ['', 'ticker'],
    ['ticker=', 'ticker'],
    ['ticker=%20', 'ticker'],
    ['ticker=ABCDEFGHIJKLM', 'ticker'],
    ['ticker=NVDA&window=27', 'window'],
    ['ticker=NVDA&window=731', 'window'],
    ['ticker=NVDA&window=abc', 'window'],
  ])('refuses ?%s with 400 naming %s', async (query, field) => {
    const { status, body } = await timeline(query);
    expect(status).toBe(400);
    expect(body).toMatchObject({ error: 'invalid_request', field });
  });

  it.each([28, 730])('takes a window of %i days', async (window) => {
    expect((await timeline(`ticker=NVDA&window=${window}`)).status).toBe(200);
  });

  it('drops a show that was hidden', async () => {
    await services.db.run(sql`UPDATE show SET hidden = true`);
    const [{ body }, unknown] = [await timeline('ticker=NVDA'), await timeline('ticker=GM')];
    await services.db.run(sql`UPDATE show SET hidden = false`);
    expect(body).toMatchObject({ summary: NO_DISCUSSION, weeks: unknown.body.weeks });
  });
});
