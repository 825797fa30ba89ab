import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AccountId, sessionPrincipal } from '#server/api/access.ts';
import { createCaller } from '#server/contract/router.ts';
import { formRefusal } from '#server/edges/pages.ts';
import { setPlan } from '#server/features/plans/store.ts';
import { sql } from '#server/platform/db.ts';
import { shareServices } from '#server/platform/services.ts';
import { follower } from '#server/testing/alerts.ts';
import { accountWithKey, call } from '#server/testing/api.ts';
import {
  addEpisode,
  addIdea,
  addShow,
  addTicker,
  type SeededShow,
  setHidden,
} from '#server/testing/corpus.ts';
import { type TestServices, testServices } from '#server/testing/services.ts';

const FOLLOWS = '/v1/agent/follows';
const SHOWS = `${FOLLOWS}/shows`;
const TICKERS = `${FOLLOWS}/tickers`;

let services: TestServices;
let shows: SeededShow[];
const symbols = Array.from({ length: 12 }, (_, i) => `TK${String.fromCharCode(65 + i)}`);

beforeAll(async () => {
  services = await testServices();
  shows = [];
  for (let i = 0; i < 17; i++) shows.push(await addShow(services));
  await addTicker(services, 'BRK.B', 'Berkshire Hathaway');
  for (const symbol of symbols) await addTicker(services, symbol, `Company ${symbol}`);
});
afterAll(() => services.close());

const show = (i: number) => shows[i]!;
const reader = (options: Parameters<typeof accountWithKey>[1] = {}) => accountWithKey(services, options);
const follow = (key: string, i: number) =>
  call(services, 'POST', SHOWS, { key, body: { showId: show(i).id } });
const followSymbol = (key: string, symbol: string) =>
  call(services, 'POST', TICKERS, { key, body: { symbol } });

describe('GET /v1/agent/follows', () => {
  it('lists shows and tickers, newest first, with the limits of the plan', async () => {
    const { key } = await reader();
    await follow(key, 0);
    services.setNow('2026-09-15T12:01:00Z');
    await follow(key, 1);
    await followSymbol(key, 'BRK.B');
    services.setNow('2026-09-15T12:00:00Z');
    const { status, body } = await call(services, 'GET', FOLLOWS, { key });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      shows: [
        { ...show(1), followedAt: '2026-09-15T12:01:00.000Z' },
        { ...show(0), followedAt: '2026-09-15T12:00:00.000Z' },
      ],
      tickers: [{ symbol: 'BRK.B', followedAt: '2026-09-15T12:01:00.000Z' }],
      limits: {
        shows: { used: 2, limit: 15, remaining: 13 },
        tickers: { used: 1, limit: 10, remaining: 9 },
      },
      attribution: { source: 'Earmark' },
    });
    expect(Object.keys(body.tickers[0])).toEqual(['symbol', 'followedAt']);
  });

  it('leaves out a show that was hidden since, and gives its place back', async () => {
    const { key } = await reader();
    const gone = await addShow(services);
    await call(services, 'POST', SHOWS, { key, body: { showId: gone.id } });
    await setHidden(services, 'show', [gone.id], true);
    const { body } = await call(services, 'GET', FOLLOWS, { key });
    expect(body.shows).toEqual([]);
    expect(body.limits.shows.used).toBe(0);
  });

  it.each([
    ['GET', FOLLOWS, 'follows:read'],
    ['POST', SHOWS, 'follows:write'],
    ['POST', TICKERS, 'follows:write'],
    ['DELETE', `${SHOWS}/any`, 'follows:write'],
    ['DELETE', `${TICKERS}/NVDA`, 'follows:write'],
  ])('%s %s needs the scope %s', async (method, path, missingScope) => {
    const { key } = await reader({ scopes: ['profile:read'] });
    const { status, body } = await call(services, method, path, {
      key,
      ...(method === 'POST' ? { body: {} } : {}),
    });
    expect(status).toBe(403);
    expect(body).toMatchObject({ error: 'forbidden_scope', missingScope });
  });
});

describe('following a show', () => {
  it('follows by id or slug, and says already the second time', async () => {
    const { key } = await reader();
    const first = await follow(key, 0);
    expect(first.status).toBe(200);
    expect(first.body).toEqual({
      type: 'show',
      id: show(0).id,
      following: true,
      already: false,
      slug: show(0).slug,
      name: show(0).name,
    });
    const again = await call(services, 'POST', SHOWS, { key, body: { showId: show(0).slug } });
    expect(again.body).toMatchObject({ id: show(0).id, following: true, already: true });
    const upper = await call(services, 'POST', SHOWS, { key, body: { showId: show(0).id.toUpperCase() } });
    expect(upper.body).toMatchObject({ id: show(0).id, already: true });
  });

  it('echoes the idempotency key that was sent', async () => {
    const { key } = await reader();
    const { body } = await call(services, 'POST', SHOWS, {
      key,
      body: { showId: show(0).id },
      headers: { 'Idempotency-Key': 'abc-1' },
    });
    expect(body.idempotencyKey).toBe('abc-1');
    for (const [sent, echoed] of [
      [Buffer.from('clé').toString('latin1'), 'clé'],
      ['cl\u00e9', 'cl\u00e9'],
    ] as const) {
      const { body: again } = await call(services, 'POST', SHOWS, {
        key,
        body: { showId: show(0).id },
        headers: { 'Idempotency-Key': sent },
      });
      expect(again.idempotencyKey).toBe(echoed);
    }
  });

  it('answers 404 for an unknown and for a hidden show, both ways', async () => {
    const { key } = await reader();
    const hidden = await addShow(services, { hidden: true });
    for (const showId of ['no-such-show', '00000000-0000-4000-8000-000000000000', hidden.id, hidden.slug]) {
      const on = await call(services, 'POST', SHOWS, { key, body: { showId } });
      expect(on.status).toBe(404);
      expect(on.body.error).toBe('not_found');
      const off = await call(services, 'DELETE', `${SHOWS}/${showId}`, { key });
      expect(off.status).toBe(404);
      expect(off.body).toEqual(on.body);
    }
  });

  it('answers 404 for a show that was hidden since, and keeps its follow', async () => {
    const { key } = await reader();
    const gone = await addShow(services);
    await call(services, 'POST', SHOWS, { key, body: { showId: gone.id } });
    await setHidden(services, 'show', [gone.id], true);
    const unknown = await call(services, 'DELETE', `${SHOWS}/no-such-show`, { key });
    const off = await call(services, 'DELETE', `${SHOWS}/${gone.slug}`, { key });
    expect([off.status, off.body]).toEqual([404, unknown.body]);
    await setHidden(services, 'show', [gone.id], false);
    const { body } = await call(services, 'GET', FOLLOWS, { key });
    expect(body.shows.map((show: { id: string }) => show.id)).toEqual([gone.id]);
  });

  it('refuses a body without a show id, or with more', async () => {
    const { key } = await reader();
    const none = await call(services, 'POST', SHOWS, { key, body: {} });
    expect(none.status).toBe(422);
    expect(none.body).toMatchObject({ error: 'invalid_request', field: 'showId' });
    const more = await call(services, 'POST', SHOWS, { key, body: { showId: 'x', note: 1 } });
    expect(more.body).toMatchObject({ error: 'invalid_request', field: 'note' });
  });

  it('holds the 15th show and refuses the 16th with limit, used and where to upgrade', async () => {
    const { key } = await reader();
    for (let i = 0; i < 15; i++) expect((await follow(key, i)).body.already).toBe(false);
    const { status, body } = await follow(key, 15);
    expect(status).toBe(402);
    expect(body).toMatchObject({
      error: 'follow_limit',
      limit: 15,
      used: 15,
      upgradeUrl: 'http://earmark.test/pricing?utm_source=agent',
      helpUrl: 'http://earmark.test/help/follow-limit',
    });
    expect(body).not.toHaveProperty('resetsAt');
    expect((await follow(key, 3)).body).toMatchObject({ following: true, already: true });
    await call(services, 'DELETE', `${SHOWS}/${show(0).id}`, { key });
    expect((await follow(key, 15)).status).toBe(200);
  });

  it('has no cap on Premium, read from the account on every call', async () => {
    const { key, accountId } = await reader();
    for (let i = 0; i < 15; i++) await follow(key, i);
    await setPlan(services.db, accountId, 'premium');
    expect((await follow(key, 15)).status).toBe(200);
    const { body } = await call(services, 'GET', FOLLOWS, { key });
    expect(body.limits.shows).toEqual({ used: 16, limit: null, remaining: null });
  });

  it('unfollows once, and says already the second time', async () => {
    const { key } = await reader();
    await follow(key, 0);
    const first = await call(services, 'DELETE', `${SHOWS}/${show(0).slug}`, { key });
    expect(first.status).toBe(200);
    expect(first.body).toMatchObject({ type: 'show', id: show(0).id, following: false, already: false });
    const again = await call(services, 'DELETE', `${SHOWS}/${show(0).id}`, { key });
    expect(again.body).toMatchObject({ following: false, already: true });
  });
});

describe('following a ticker', () => {
  it('takes any form of the symbol and stores one', async () => {
    const { key } = await reader();
    const first = await followSymbol(key, '$brk-b');
    expect(first.body).toEqual({
      type: 'ticker',
      id: 'BRK.B',
      following: true,
      already: false,
      name: 'Berkshire Hathaway',
    });
    expect((await followSymbol(key, 'BRK/B')).body.already).toBe(true);
    const off = await call(services, 'DELETE', `${TICKERS}/brk%2Fb`, { key });
    expect(off.body).toMatchObject({ id: 'BRK.B', following: false, already: false });
    const again = await call(services, 'DELETE', `${TICKERS}/BRK.B`, { key });
    expect(again.body).toMatchObject({ following: false, already: true });
  });

  it('refuses what is no symbol, what Earmark does not know, and what is too long', async () => {
    const { key } = await reader();
    for (const symbol of ['not a ticker', '', 'ZZZZQ', 'A'.repeat(17), 'NV\0DA']) {
      const { status, body } = await followSymbol(key, symbol);
      expect(status).toBe(422);
      expect(body).toMatchObject({ error: 'invalid_request', field: 'symbol' });
    }
  });

  it('calls a wrong symbol a field of the body, and a parameter of the path', async () => {
    const { key } = await reader();
    const inBody = await followSymbol(key, 'NVDA.');
    expect(inBody.body.message).toBe('Field symbol is not a ticker symbol.');
    const inPath = await call(services, 'DELETE', `${TICKERS}/NVDA.`, { key });
    expect(inPath.body.message).toBe('Parameter symbol is not a ticker symbol.');
  });

  it('takes a symbol outside the universe that an idea is about', async () => {
    const { key } = await reader();
    const episode = await addEpisode(services, { showId: show(0).id });
    await addIdea(services, { episodeId: episode.id, tickers: ['ZZFOR-B.ST'] });
    expect((await followSymbol(key, 'ZZFOR-B.ST')).body).toMatchObject({ id: 'ZZFOR-B.ST', name: null });
  });

  it('follows a former symbol as the present one', async () => {
    const { key } = await reader();
    expect((await followSymbol(key, 'FB')).body).toMatchObject({ id: 'META', already: false });
    expect((await followSymbol(key, 'META')).body).toMatchObject({ id: 'META', already: true });
  });

  it('unfollows any symbol without an error', async () => {
    const { key } = await reader();
    const { status, body } = await call(services, 'DELETE', `${TICKERS}/ZZZZQ`, { key });
    expect(status).toBe(200);
    expect(body).toMatchObject({ type: 'ticker', id: 'ZZZZQ', following: false, already: true });
  });

  it('holds the 10th ticker and refuses the 11th', async () => {
    const { key } = await reader();
    for (const symbol of symbols.slice(0, 10)) expect((await followSymbol(key, symbol)).status).toBe(200);
    const { status, body } = await followSymbol(key, symbols[10]!);
    expect(status).toBe(402);
    expect(body).toMatchObject({ error: 'follow_limit', limit: 10, used: 10 });
  });
});

describe('many calls at once', () => {
  it('let exactly as many through as the cap leaves', async () => {
    const { accountId } = await reader();
    const as = callerOf(accountId);
    for (const symbol of symbols.slice(0, 7)) await as.follows.followTicker({ symbol });
    const answers = await Promise.allSettled(
      Array.from({ length: 100 }, (_, i) => as.follows.followTicker({ symbol: symbols[7 + (i % 5)]! })),
    );
    const done = answers.filter((answer) => answer.status === 'fulfilled').map((answer) => answer.value);
    expect(done.filter((answer) => !answer.already)).toHaveLength(3);
    for (const answer of answers) {
      if (answer.status === 'rejected') expect(answer.reason.cause.code).toBe('follow_limit');
    }
    const stored = await services.db.rows(
      sql`SELECT 1 FROM ticker_follow WHERE "accountId" = ${accountId}::uuid`,
    );
    expect(stored).toHaveLength(10);
  });
});

describe('setFollow, the tool', () => {
  it('follows and unfollows under the same rules, naming its own field', async () => {
    const { accountId } = await reader();
    const as = callerOf(accountId);
    expect(await as.follows.setFollow({ type: 'ticker', id: 'brk.b', following: true })).toMatchObject({
      id: 'BRK.B',
      already: false,
    });
    expect(await as.follows.setFollow({ type: 'show', id: show(0).slug, following: false })).toMatchObject({
      id: show(0).id,
      following: false,
      already: true,
    });
    await expect(as.follows.setFollow({ type: 'ticker', id: '???', following: true })).rejects.toMatchObject({
      cause: { code: 'invalid_request', details: { field: 'id' } },
    });
  });
});

describe('held marks', () => {
  it('marks a followed ticker for the account pages alone', async () => {
    const { accountId, key } = await reader();
    const as = callerOf(accountId);
    await as.follows.followTicker({ symbol: 'BRK.B' });
    expect(await as.follows.setHeld({ symbol: 'BRK-B', held: true })).toEqual({
      symbol: 'BRK.B',
      held: true,
    });
    expect(await as.follows.listHeld()).toEqual([
      { symbol: 'BRK.B', held: true, name: 'Berkshire Hathaway' },
    ]);
    await expect(as.follows.setHeld({ symbol: 'TKA', held: true })).rejects.toMatchObject({
      cause: { code: 'not_found' },
    });
    const { body } = await call(services, 'GET', FOLLOWS, { key });
    expect(body.tickers[0]).not.toHaveProperty('held');
  });
});

function callerOf(accountId: string) {
  return createCaller({
    services,
    db: services.db,
    reads: services.db,
    now: services.clock(),
    signal: new AbortController().signal,
    principal: sessionPrincipal(accountId as AccountId, 'free'),
    requestId: 'test',
    ip: '10.0.0.1',
    idempotencyKey: null,
    ifNoneMatch: null,
    via: 'page',
  });
}

describe('a form that follows a ticker', () => {
  it('is told in words for a person what to write, while the API names its parameter', async () => {
    shareServices(services);
    const account = await follower(services);
    const spoken = async (symbol: string) => {
      const caller = await account.caller();
      const error = await caller.follows.followTicker({ symbol }).catch((thrown: unknown) => thrown);
      return (await formRefusal(error)).body.message;
    };
    expect(await spoken('$$$')).toBe('That is no ticker symbol: write one such as AAPL or BRK.B.');
    expect(await spoken('apple')).toContain('Do you mean AAPL, Apple?');
    expect(await spoken('openai')).toContain('by a search for its name that you save');
    expect(await spoken('')).toBe('The ticker is empty: write it first.');
    const told = await followSymbol(account.key, 'apple');
    expect(told.body).toMatchObject({
      message: 'Earmark does not know the ticker APPLE, so it cannot be followed.',
    });
    expect(told.body).not.toHaveProperty('spoken');
  });
});
