import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ErrorCode, errorCodes } from '#server/api/errors.ts';
import { TEST_HEADER, testId, testWord } from '#server/api/test-keys/rules.ts';
import { openApiDocument } from '#server/contract/openapi.ts';
import { procedures } from '#server/contract/routes.ts';
import { deleteAccount } from '#server/features/accounts/settings/store.ts';
import { forgetEndedDay } from '#server/ingest/samples/store.ts';
import { closeTestRecord, makeTestRecord, testRecordFor } from '#server/ingest/samples/test-record.ts';
import { sql } from '#server/platform/db.ts';
import { computed } from '#server/platform/rows.ts';
import { accountWithKey, type CallOptions, call, keyOf } from '#server/testing/api.ts';
import { addEpisode, addIdea, setHidden } from '#server/testing/corpus.ts';
import { seedCorpus } from '#server/testing/seed.ts';
import { type TestServices, testServices } from '#server/testing/services.ts';

const START = '2026-09-15T12:00:00Z';
/** The samples are dated back from the beginning of their day. */
const DAY_BEGINS = '2026-09-15T00:00:00Z';
let services: TestServices;
let real: Awaited<ReturnType<typeof seedCorpus>>;
let samples: Awaited<ReturnType<typeof seedCorpus>>;
let holder: Awaited<ReturnType<typeof accountWithKey>>;
let testKey: string;

beforeAll(async () => {
  services = await testServices();
  real = await seedCorpus(services);
  await makeTestRecord(services, async (record) => {
    samples = await seedCorpus({ ...record, clock: () => new Date(DAY_BEGINS) });
  });
});
beforeEach(async () => {
  holder = await accountWithKey(services);
  testKey = (await keyOf(services, holder.accountId, { env: 'test' })).key;
});
afterAll(async () => {
  await closeTestRecord(services);
  await services.close();
});

const get = (path: string, options: CallOptions = {}) =>
  call(services, 'GET', path, { key: testKey, ...options });
const post = (path: string, body: object, options: CallOptions = {}) =>
  call(services, 'POST', path, { key: testKey, body, ...options });
const asking = (asked: string | number) => ({ headers: { [TEST_HEADER]: String(asked) } });
const rpc = (name: string, given: object, options: CallOptions = {}) =>
  post(
    '/v1/mcp',
    { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } },
    options,
  );

describe('a test key on a live server', () => {
  it('sees the samples and nothing of the record, and a live key the other way round', async () => {
    const ids = (body: { ideas: { id: string }[] }) => body.ideas.map(({ id }) => id).sort();
    const all = (corpus: typeof real) =>
      Object.values(corpus.ideas)
        .map(({ id }) => id)
        .sort();
    expect(ids((await get('/v1/agent/ideas')).body)).toEqual(all(samples));
    expect(ids((await get('/v1/agent/ideas', { key: holder.key })).body)).toEqual(all(real));
    expect((await get(`/v1/agent/ideas/${real.ideas.nvdaToday.id}`)).status).toBe(404);
    expect((await get(`/v1/agent/ideas/${samples.ideas.nvdaToday.id}`, { key: holder.key })).status).toBe(
      404,
    );
    const open = await get('/v1/agent/thesis-history?ticker=NVDA');
    expect(JSON.stringify(open.body)).not.toContain(real.ideas.nvdaToday.id);
  });

  it('spends nothing: no read, no question, no follow, no save, nothing of the account’s calls', async () => {
    const quotas = async () => (await get('/v1/agent/me', { key: holder.key })).body.quotas;
    const before = await quotas();
    for (const { id } of Object.values(samples.ideas))
      expect((await get(`/v1/agent/ideas/${id}`)).status).toBe(200);
    await post('/v1/agent/follows/shows', { showId: 'alpha' });
    await post('/v1/agent/follows/tickers', { symbol: 'NVDA' });
    await post('/v1/agent/saves', { ideaId: samples.ideas.nvdaToday.id });
    const asked = await post('/v1/agent/ask', { question: 'What was said about NVIDIA and packaging?' });
    expect(asked.status).toBe(200);
    expect(await quotas()).toEqual(before);
    const me = await get('/v1/agent/me');
    expect(me.body).toMatchObject({ plan: 'premium', key: { env: 'test' } });
    expect(me.headers.get('ratelimit-policy')).toBe('"key";q=120;w=60');
    const { body: follows } = await get('/v1/agent/follows');
    expect(follows.tickers.map(({ symbol }: { symbol: string }) => symbol)).toEqual(['NVDA']);
  });

  it('is always on the same day, and forgets with the day outside', async () => {
    await post('/v1/agent/saves', { ideaId: samples.ideas.berkshire.id });
    services.setNow('2027-03-01T09:00:00Z');
    // A key expires after ninety idle days.
    const { key } = await keyOf(services, holder.accountId, { env: 'test' });
    const digest = await get('/v1/agent/digest', { key });
    expect(digest.body).toMatchObject({ date: '2026-09-15', personalized: false });
    expect(digest.body.ideas.length).toBeGreaterThan(0);
    expect((await get('/v1/agent/saves', { key })).body.ideas).toEqual([]);
    services.setNow(START);
  });

  it('reads the same digest, counts and weeks at every hour', async () => {
    const record = await testRecordFor(services, holder.accountId);
    const { id: showId } = samples.shows.alpha;
    const weekAgo = await addEpisode(record, { showId, publishedAt: '2026-09-08T10:00:00Z' });
    const idea = await addIdea(record, { episodeId: weekAgo.id });
    const { nvdaToday, msftToday } = samples.ideas;
    for (const at of ['2026-09-15T00:05:00Z', START, '2026-09-15T23:55:00Z']) {
      services.setNow(at);
      const digest = await get('/v1/agent/digest');
      expect(digest.body.summary).toBe(
        'The digest for 2026-09-15 holds all 2 ideas aired in the 24 hours to 2026-09-15 00:00 UTC.',
      );
      expect(digest.body.ideas.map(({ id }: { id: string }) => id)).toEqual([nvdaToday.id, msftToday.id]);
      expect((await get('/v1/agent/digest?date=2026-09-15')).body).toEqual(digest.body);
      const { shows } = (await get('/v1/agent/shows?q=alpha')).body;
      expect(shows[0].ideaCount7d).toBe(3);
      const { weeks } = (await get('/v1/agent/ticker-stance-timeline?ticker=NVDA')).body;
      expect(weeks.at(-1)).toMatchObject({ weekStart: '2026-09-14T00:00:00.000Z', bullish: 1, bearish: 0 });
    }
    await setHidden(record, 'idea', [idea.id], true);
    services.setNow(START);
  });

  it('is told to come back while its samples are prepared', async () => {
    const young = await testServices();
    const { accountId } = await accountWithKey(young);
    const { key } = await keyOf(young, accountId, { env: 'test' });
    const filling = Promise.withResolvers<void>();
    const making = makeTestRecord(young, () => filling.promise);
    const early = await call(young, 'GET', '/v1/agent/me', { key });
    expect([early.status, early.body.error]).toEqual([503, 'agent_api_disabled']);
    expect(Number(early.headers.get('retry-after'))).toBeGreaterThan(0);
    filling.resolve();
    await making;
    expect((await call(young, 'GET', '/v1/agent/me', { key })).status).toBe(200);
    await closeTestRecord(young);
    await young.close();
  });

  it('leaves nothing behind when its account is erased', async () => {
    const gone = await accountWithKey(services);
    const { key } = await keyOf(services, gone.accountId, { env: 'test' });
    await post('/v1/agent/ask', { question: 'What was said about NVIDIA?' }, { key });
    const { db } = await testRecordFor(services, gone.accountId);
    const messages = async () =>
      (await db.row(
        { many: computed.int },
        sql`SELECT count(*)::int AS many FROM conversation WHERE "accountId" = ${gone.accountId}::uuid`,
      ))!.many;
    expect(await messages()).toBe(1);
    await forgetEndedDay(services.db, services.clock());
    expect(await messages()).toBe(1);
    await deleteAccount(services.db, gone.accountId, services.clock());
    expect(await messages()).toBe(0);
  });

  it('is forgotten by the worker, too, once the day is over and nobody came back', async () => {
    await post('/v1/agent/saves', { ideaId: samples.ideas.berkshire.id });
    const { db } = await testRecordFor(services, holder.accountId);
    await forgetEndedDay(services.db, new Date('2026-09-16T00:10:00Z'));
    expect(await db.rows(sql`SELECT 1 FROM saved_idea`)).toEqual([]);
    services.setNow('2026-09-16T00:20:00Z');
    expect((await post('/v1/agent/saves', { ideaId: samples.ideas.berkshire.id })).body.already).toBe(false);
    services.setNow(START);
  });

  it('opens nothing on a server for tests, whose own keys see its record and ask for no answers', async () => {
    const own = { ...services, env: { ...services.env, EARMARK_ENV: 'test' as const } };
    expect((await call(own, 'GET', '/v1/agent/me', { key: holder.key })).status).toBe(401);
    const answered = await call(own, 'GET', '/v1/agent/me', { key: testKey, ...asking(503) });
    expect([answered.status, answered.body.plan]).toEqual([200, 'free']);
  });
});

/** The statuses of a route's refusals in the description. */
function refusalsOf(operation: { responses: Record<string, unknown> }): number[] {
  return Object.keys(operation.responses)
    .map(Number)
    .filter((status) => status >= 400);
}

describe('an answer on demand', () => {
  const { paths } = openApiDocument('http://earmark.test') as {
    paths: Record<string, Record<string, never>>;
  };
  const routes = procedures().flatMap(({ meta }) =>
    meta.route && meta.access.kind !== 'public' ? [meta.route] : [],
  );

  it.each(routes.map((route) => [route.operationId, route] as const))(
    'of %s is there for every status that it may answer',
    async (_, { method, path }) => {
      // Two keys in turn, since each has ten questions a minute.
      const keys = [testKey, (await keyOf(services, holder.accountId, { env: 'test' })).key];
      const concrete = path.replace(/\{[^}]+\}/g, testId(999));
      for (const status of refusalsOf(paths[path]![method.toLowerCase()]!)) {
        const body = method === 'POST' ? { body: {} } : {};
        const key = keys[status % 2]!;
        const answer = await call(services, method, concrete, { key, ...body, ...asking(status) });
        expect([path, answer.status]).toEqual([path, status]);
      }
    },
  );

  it('of a body that is not read is worded as when it is meant', async () => {
    const path = '/v1/agent/saves';
    const large = await post(path, { ideaId: 'x'.repeat(70_000) });
    expect((await post(path, {}, asking(413))).body).toEqual(large.body);
    const form = await post(path, {}, { headers: { 'content-type': 'text/plain' } });
    expect((await post(path, {}, asking(415))).body).toEqual(form.body);
  });

  it('is asked for by a value where one is taken', async () => {
    const read = await get(`/v1/agent/ideas/${testId(402)}`);
    expect([read.status, read.body.error]).toEqual([402, 'idea_read_limit']);
    expect(read.body.idea.isFull).toBe(false);
    expect(read.body.resetsAt).toBe('2026-09-16T00:00:00.000Z');
    const slow = await get(`/v1/agent/tickers/${testWord(429).toUpperCase()}/mentions`);
    expect([slow.status, slow.headers.get('retry-after'), slow.headers.get('ratelimit')]).toEqual([
      429,
      '2',
      '"key";r=0;t=2',
    ]);
    const failed = await post('/v1/agent/ask', { question: testWord(502) });
    expect([failed.status, failed.body.error]).toEqual([502, 'ask_failed']);
    const off = await post('/v1/agent/ask', { question: 'test-ask_disabled' });
    expect([off.status, off.body.error]).toEqual([503, 'ask_disabled']);
    const full = await post('/v1/agent/follows/tickers', { symbol: testWord(402) });
    expect([full.status, full.body.limit]).toEqual([402, 10]);
    expect((await get('/v1/agent/me', asking('expired'))).body.reason).toBe('expired');
  });

  it('is refused where the route never gives it, and means nothing to a live key', async () => {
    const never = await get('/v1/agent/shows', asking(402));
    expect([never.status, never.body.field]).toEqual([422, TEST_HEADER]);
    expect(never.body.message).toContain('This route never answers 402');
    const unknown = await get('/v1/agent/shows', asking('bogus'));
    expect(unknown.body.message).toContain('bogus is none of them');
    const noError = await get('/v1/agent/shows', asking(200));
    expect(noError.body.message).toContain('takes the status of an error, its code, or expired; 200 is none');
    expect((await get('/v1/agent/shows?q=test-402')).status).toBe(200);
    expect((await get('/v1/agent/shows', { key: holder.key, ...asking(503) })).status).toBe(200);
    expect((await get(`/v1/agent/ideas/${testId(402)}`, { key: holder.key })).status).toBe(404);
  });

  it('comes over MCP as a tool result, or as the whole answer where no message would be read', async () => {
    const read = await rpc('service_get_idea', { ideaId: testId(402) });
    expect(read.body.result).toMatchObject({
      isError: true,
      structuredContent: { error: 'idea_read_limit' },
    });
    const follow = await rpc('service_set_follow', { type: 'ticker', id: testWord(402), following: true });
    expect(follow.body.result.structuredContent).toMatchObject({ error: 'follow_limit', limit: 10 });
    const late = await rpc('service_profile', {}, asking('timeout'));
    expect(late.body.result.structuredContent).toMatchObject({ error: 'timeout', retryable: true });
    for (const status of [401, 429, 503])
      expect((await rpc('service_profile', {}, asking(status))).status).toBe(status);
  });

  // A call that can meet each code of docs/contract.md, Errors 17; `agent/me` for codes of any route.
  const places: Partial<Record<ErrorCode, (asked: ErrorCode) => ReturnType<typeof get>>> = {
    idea_read_limit: (code) => get(`/v1/agent/ideas/${testId(999)}`, asking(code)),
    premium_required: (code) => get(`/v1/agent/ideas/${testId(999)}/media`, asking(code)),
    not_found: (code) => get(`/v1/agent/ideas/${testId(999)}`, asking(code)),
    invalid_request: (code) => get('/v1/agent/ideas', asking(code)),
    follow_limit: (code) => post('/v1/agent/follows/shows', {}, asking(code)),
    save_limit: (code) => post('/v1/agent/saves', {}, asking(code)),
    ask_limit: (code) => post('/v1/agent/ask', {}, asking(code)),
    ask_failed: (code) => post('/v1/agent/ask', {}, asking(code)),
    ask_disabled: (code) => post('/v1/agent/ask', {}, asking(code)),
    key_limit: (code) => post('/v1/agent/keys', {}, asking(code)),
    origin_not_allowed: (code) => rpc('service_profile', {}, asking(code)),
  };

  it.each(errorCodes)('is there for the code %s', async (code) => {
    const ask = places[code] ?? ((asked) => get('/v1/agent/me', asking(asked)));
    expect((await ask(code)).body.error).toBe(code);
  });

  it('of too many keys is asked where they are issued: 429 as there, 409 as in settings', async () => {
    const body = { email: 'tried@example.org' };
    const asked = (status: number) => post('/v1/agent/keys', body, asking(status));
    const issuing = await asked(429);
    expect([issuing.status, issuing.body.error, issuing.headers.get('retry-after')]).toEqual([
      429,
      'key_limit',
      '2',
    ]);
    const settings = await asked(409);
    expect([settings.status, settings.body.error, settings.body.limit]).toEqual([409, 'key_limit', 10]);
    for (const status of [400, 413, 415, 500, 503, 504]) expect((await asked(status)).status).toBe(status);
    const never = await asked(402);
    expect([never.status, never.body.field]).toEqual([400, TEST_HEADER]);
  });
});
