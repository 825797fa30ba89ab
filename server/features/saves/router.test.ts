import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AccountId, sessionPrincipal } from '#server/api/access.ts';
import { NO_DISCUSSION } from '#server/api/attribution.ts';
import { createCaller } from '#server/contract/router.ts';
import { sql } from '#server/platform/db.ts';
import { accountWithKey, call } from '#server/testing/api.ts';
import {
  addEpisode,
  addIdea,
  addShow,
  type SeededEpisode,
  type SeededIdea,
  setHidden,
} from '#server/testing/corpus.ts';
import { type TestServices, testServices } from '#server/testing/services.ts';

const SAVES = '/v1/agent/saves';
const NOW = '2026-09-15T12:00:00Z';

let services: TestServices;
let episode: SeededEpisode;
let ideas: SeededIdea[];
beforeAll(async () => {
  services = await testServices({}, NOW);
  episode = await addEpisode(services, { showId: (await addShow(services)).id });
  ideas = [];
  for (let i = 0; i < 12; i++) ideas.push(await addIdea(services, { episodeId: episode.id }));
});
afterAll(() => services.close());

const idea = (i: number) => ideas[i]!.id;
const reader = (options: Parameters<typeof accountWithKey>[1] = {}) => accountWithKey(services, options);
const save = (key: string, ideaId: string) => call(services, 'POST', SAVES, { key, body: { ideaId } });
const remove = (key: string, ideaId: string) => call(services, 'DELETE', `${SAVES}/${ideaId}`, { key });
const list = (key: string, query = '') => call(services, 'GET', `${SAVES}${query}`, { key });

/** Saves ideas one minute apart, in this order. */
async function saveInTurn(key: string, ids: readonly string[]) {
  for (const [i, id] of ids.entries()) {
    services.setNow(new Date(Date.parse(NOW) + i * 60_000));
    expect((await save(key, id)).status).toBe(200);
  }
  services.setNow(NOW);
}

describe('saving an idea', () => {
  it('saves once, says already the second time, removes, and says already again', async () => {
    const { key } = await reader();
    const first = await save(key, idea(0));
    expect(first.status).toBe(200);
    expect(first.body).toEqual({ ideaId: idea(0), saved: true, already: false });
    expect((await save(key, idea(0).toUpperCase())).body).toEqual({
      ideaId: idea(0),
      saved: true,
      already: true,
    });
    expect((await remove(key, idea(0))).body).toEqual({ ideaId: idea(0), saved: false, already: false });
    expect((await remove(key, idea(0))).body).toEqual({ ideaId: idea(0), saved: false, already: true });
  });

  it('echoes the idempotency key on both writes', async () => {
    const { key } = await reader();
    const headers = { 'Idempotency-Key': 'k-7' };
    const on = await call(services, 'POST', SAVES, { key, headers, body: { ideaId: idea(0) } });
    const off = await call(services, 'DELETE', `${SAVES}/${idea(0)}`, { key, headers });
    expect([on.body.idempotencyKey, off.body.idempotencyKey]).toEqual(['k-7', 'k-7']);
  });

  it('answers alike for an unknown and a hidden idea', async () => {
    const { key } = await reader();
    const hidden = await addIdea(services, { episodeId: episode.id, hidden: true });
    const [unknown, secret] = [
      await save(key, '11111111-1111-1111-1111-111111111111'),
      await save(key, hidden.id),
    ];
    expect(unknown.status).toBe(404);
    expect(unknown.body).toEqual({ error: 'not_found', message: 'There is no idea with this id.' });
    expect(secret).toMatchObject({ status: 404, body: unknown.body });
    const off = await remove(key, '11111111-1111-1111-1111-111111111111');
    expect(off).toMatchObject({ status: 200, body: { saved: false, already: true } });
  });

  it('refuses what is no id: 422 in a body, 404 in a path', async () => {
    const { key } = await reader();
    expect(await save(key, 'nope')).toMatchObject({
      status: 422,
      body: { error: 'invalid_request', field: 'ideaId' },
    });
    expect(await remove(key, 'nope')).toMatchObject({ status: 404, body: { error: 'not_found' } });
  });

  it('saves an idea that a later analysis replaced, and keeps listing it as superseded', async () => {
    const { key } = await reader();
    const old = await addIdea(services, { episodeId: episode.id, supersededAt: NOW });
    expect((await save(key, old.id)).status).toBe(200);
    expect((await list(key)).body.ideas).toMatchObject([{ id: old.id, superseded: true }]);
  });

  it('holds the 10th and refuses the 11th with limit and used', async () => {
    const { key } = await reader();
    for (let i = 0; i < 10; i++) expect((await save(key, idea(i))).status).toBe(200);
    const { status, body } = await save(key, idea(10));
    expect(status).toBe(402);
    expect(body).toMatchObject({
      error: 'save_limit',
      limit: 10,
      used: 10,
      upgradeUrl: 'http://earmark.test/pricing?utm_source=agent',
      helpUrl: 'http://earmark.test/help/save-limit',
    });
    expect((await save(key, idea(4))).body.already).toBe(true);
    await remove(key, idea(4));
    expect((await save(key, idea(10))).status).toBe(200);
  });

  it('has no cap on Premium', async () => {
    const { key } = await reader({ plan: 'premium' });
    for (let i = 0; i < 12; i++) expect((await save(key, idea(i))).status).toBe(200);
  });

  it('lets exactly as many of a hundred calls through as the cap leaves', async () => {
    const { accountId } = await reader();
    const as = callerOf(accountId);
    for (let i = 0; i < 7; i++) await as.saves.saveIdea({ ideaId: idea(i) });
    const answers = await Promise.allSettled(
      Array.from({ length: 100 }, (_, i) => as.saves.saveIdea({ ideaId: idea(7 + (i % 5)) })),
    );
    const done = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
    expect(done.filter((answer) => !answer.already)).toHaveLength(3);
    for (const answer of answers) {
      if (answer.status === 'rejected') expect(answer.reason.cause.code).toBe('save_limit');
    }
    const stored = await services.db.rows(
      sql`SELECT 1 FROM saved_idea WHERE "accountId" = ${accountId}::uuid`,
    );
    expect(stored).toHaveLength(10);
  });
});

describe('GET /v1/agent/saves', () => {
  it('answers the no-discussion sentence when nothing is saved', async () => {
    const { key } = await reader();
    const { status, body } = await list(key);
    expect(status).toBe(200);
    expect(body).toMatchObject({ summary: NO_DISCUSSION, ideas: [], nextCursor: null, total: 0 });
    expect(body.attribution.source).toBe('Earmark');
  });

  it('lists cards with savedAt, newest save first', async () => {
    const { key } = await reader();
    await saveInTurn(key, [idea(2), idea(0), idea(1)]);
    const { body } = await list(key);
    expect(body.ideas.map((card: { id: string }) => card.id)).toEqual([idea(1), idea(0), idea(2)]);
    expect(body.ideas[0]).toMatchObject({
      savedAt: '2026-09-15T12:02:00.000Z',
      superseded: false,
      isFull: false,
      url: `http://earmark.test/ideas/${idea(1)}`,
    });
    expect(body.ideas[0]).not.toHaveProperty('context');
    expect(body.summary).toBe(
      'You have saved 3 ideas: all listed here, newest save first, from 1 show, aired on 2026-09-15.',
    );
  });

  it('pages without loss or repeat while more is saved', async () => {
    const { key } = await reader();
    await saveInTurn(key, [0, 1, 2, 3, 4].map(idea));
    const first = (await list(key, '?limit=2')).body;
    services.setNow('2026-09-15T13:00:00Z');
    await save(key, idea(5));
    services.setNow(NOW);
    const second = (await list(key, `?limit=2&cursor=${first.nextCursor}`)).body;
    const third = (await list(key, `?limit=2&cursor=${second.nextCursor}`)).body;
    const ids = [first, second, third].flatMap((page) => page.ideas.map((card: { id: string }) => card.id));
    expect(ids).toEqual([4, 3, 2, 1, 0].map(idea));
    expect(third.nextCursor).toBeNull();
  });

  it('refuses a damaged cursor and another account’s', async () => {
    const [mine, other] = [await reader(), await reader()];
    await saveInTurn(other.key, [idea(0), idea(1)]);
    const foreign = (await list(other.key, '?limit=1')).body.nextCursor;
    for (const cursor of ['x', foreign]) {
      expect(await list(mine.key, `?cursor=${cursor}`)).toMatchObject({
        status: 422,
        body: { error: 'invalid_request', field: 'cursor' },
      });
    }
  });

  it.each(['0', '51', 'ten', '1.5'])('refuses limit=%s', async (limit) => {
    const { key } = await reader();
    expect(await list(key, `?limit=${limit}`)).toMatchObject({ status: 422, body: { field: 'limit' } });
  });

  it('loses what is hidden since, and frees its place', async () => {
    const { key } = await reader();
    const gone = await addIdea(services, { episodeId: episode.id });
    await saveInTurn(key, [gone.id, idea(0)]);
    await setHidden(services, 'idea', [gone.id], true);
    const { body } = await list(key);
    expect(body.ideas.map((card: { id: string }) => card.id)).toEqual([idea(0)]);
    expect(body.total).toBe(1);
    const me = await call(services, 'GET', '/v1/agent/me', { key });
    expect(me.body.quotas.savedIdeas.used).toBe(1);
  });

  it('keeps what is hidden since where its removal is answered as that of an unknown idea', async () => {
    const { key } = await reader();
    const gone = await addIdea(services, { episodeId: episode.id });
    await save(key, gone.id);
    await setHidden(services, 'idea', [gone.id], true);
    const unknown = await remove(key, randomUUID());
    expect((await remove(key, gone.id)).body).toEqual({ ...unknown.body, ideaId: gone.id });
    await setHidden(services, 'idea', [gone.id], false);
    expect((await list(key)).body.ideas.map((card: { id: string }) => card.id)).toEqual([gone.id]);
  });

  it.each([
    ['GET', SAVES, 'saves:read'],
    ['POST', SAVES, 'saves:write'],
    ['DELETE', `${SAVES}/x`, 'saves:write'],
  ])('%s %s needs the scope %s', async (method, path, missingScope) => {
    const { key } = await reader({ scopes: ['ideas:read'] });
    const answer = await call(services, method, path, { key, ...(method === 'POST' ? { body: {} } : {}) });
    expect(answer).toMatchObject({ status: 403, body: { error: 'forbidden_scope', missingScope } });
  });
});

describe('setSave, the tool', () => {
  it('saves and removes under the same rules', async () => {
    const { accountId } = await reader();
    const as = callerOf(accountId);
    expect(await as.saves.setSave({ ideaId: idea(0), saved: true })).toEqual({
      ideaId: idea(0),
      saved: true,
      already: false,
    });
    expect(await as.saves.setSave({ ideaId: idea(0), saved: false })).toMatchObject({ already: false });
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
