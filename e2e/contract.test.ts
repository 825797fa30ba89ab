import { beforeAll, describe, expect, it } from 'vitest';
import { type Answered, address, type Call, contractCaller } from '#e2e/contract-calls.ts';
import { ways } from '#e2e/contract-ways.ts';
import { operatorKey } from '#e2e/operator.ts';
import type { Json } from '#server/contract/openapi/json.ts';

let free: string;
let premium: string;
let narrow: string;

beforeAll(async () => {
  free = (await operatorKey()).key;
  premium = (await operatorKey({ plan: 'premium' })).key;
  narrow = (await operatorKey({ scopes: ['profile:read'] })).key;
});

describe.each(ways)('the contract through %s', (way, url) => {
  // Next compresses the answers of route handlers, and has no brotli.
  const served = (encoding: string) => (way === 'the front door' || encoding !== 'br' ? encoding : null);
  let document: Json;
  let call: Call;
  beforeAll(async () => {
    ({ document, call } = await contractCaller(url));
  });

  it('serves a description of this very address', () => {
    expect(document.info.version).toBe('1.0.0-draft');
    expect(document.servers).toEqual([{ url }]);
  });

  it('is healthy without a key', async () => {
    const { status, body } = await call('GET', '/v1/mcp/health');
    expect([status, body.status, body.enabled, body.tools.length]).toEqual([200, 'ok', true, 12]);
  });

  it('answers a profile with quotas', async () => {
    const { status, body } = await call('GET', '/v1/agent/me', { key: free });
    expect([status, body.plan, body.quotas.ideaReads.limit]).toEqual([200, 'free', 3]);
    expect((await call('GET', '/v1/agent/me', { headers: { 'x-service-api-key': free } })).status).toBe(200);
  });

  it('searches, reads in full for a charge once, and refuses what is not an idea', async () => {
    const { body: page } = await call('GET', '/v1/agent/ideas?limit=2', { key: free });
    expect(page.ideas).toHaveLength(2);
    const [first] = page.ideas;
    const read = await call('GET', `/v1/agent/ideas/${first.id}`, { key: free });
    expect([read.status, read.body.isFull]).toEqual([200, true]);
    const again = await call('GET', `/v1/agent/ideas/${first.id}`, { key: free });
    expect(again.body.quota.ideaReads.used).toBe(read.body.quota.ideaReads.used);
    const next = await call('GET', `/v1/agent/ideas?limit=2&cursor=${page.nextCursor}`, { key: free });
    expect(next.body.ideas.map((idea: Json) => idea.id)).not.toContain(first.id);
    const unknown = await call('GET', '/v1/agent/ideas/00000000-0000-4000-8000-000000000000', { key: free });
    expect(unknown.status).toBe(404);
  });

  it('keeps media for Premium', async () => {
    const { body: page } = await call('GET', '/v1/agent/ideas?limit=1', { key: free });
    const path = `/v1/agent/ideas/${page.ideas[0].id}/media`;
    const refused = await call('GET', path, { key: free });
    expect([refused.status, refused.body.error, refused.body.feature]).toEqual([
      402,
      'premium_required',
      'idea_media',
    ]);
    const heard = await call('GET', path, { key: premium });
    expect(heard.status).toBe(200);
    expect(heard.body.endSeconds - heard.body.startSeconds).toBeLessThanOrEqual(90);
  });

  it('lists shows, mentions, the digest and the open tools', async () => {
    const { body: page } = await call('GET', '/v1/agent/ideas?limit=50', { key: free });
    const ticker = page.ideas.flatMap((idea: Json) => idea.tickers)[0];
    expect((await call('GET', '/v1/agent/shows', { key: free })).body.shows.length).toBeGreaterThan(0);
    const mentions = await call('GET', `/v1/agent/tickers/$${ticker.toLowerCase()}/mentions`, { key: free });
    expect([mentions.body.ticker, mentions.body.mentionCount > 0]).toEqual([ticker, true]);
    expect((await call('GET', '/v1/agent/digest', { key: free })).status).toBe(200);
    const history = await call('GET', `/v1/agent/thesis-history?ticker=${ticker}`);
    expect(history.body.theses.every((thesis: Json) => thesis.statements.length <= 1)).toBe(true);
    const weeks = await call('GET', `/v1/agent/ticker-stance-timeline?ticker=${ticker}&window=28`);
    expect([weeks.body.stanceChanges, weeks.body.stanceChangesLock === null]).toEqual([[], false]);
    const whole = await call('GET', `/v1/agent/ticker-stance-timeline?ticker=${ticker}`, { key: premium });
    expect(whole.body.stanceChangesLock).toBeNull();
  });

  it('follows and saves, idempotently', async () => {
    const { body } = await call('GET', '/v1/agent/ideas?limit=1', { key: free });
    const [{ id, show }] = body.ideas;
    const writes = [
      ['/v1/agent/follows/shows', { showId: show.slug }, `/v1/agent/follows/shows/${show.id}`],
      ['/v1/agent/follows/tickers', { symbol: 'brk-b' }, '/v1/agent/follows/tickers/BRK.B'],
      ['/v1/agent/saves', { ideaId: id }, `/v1/agent/saves/${id}`],
    ] as const;
    for (const [path, given, undo] of writes) {
      const headers = { 'idempotency-key': 'once' };
      const first = await call('POST', path, { key: free, body: given, headers });
      expect([first.status, first.body.already, first.body.idempotencyKey]).toEqual([200, false, 'once']);
      expect((await call('POST', path, { key: free, body: given })).body.already).toBe(true);
      expect((await call('DELETE', undo, { key: free })).body.already).toBe(false);
      expect((await call('DELETE', undo, { key: free })).body.already).toBe(true);
    }
    expect((await call('GET', '/v1/agent/follows', { key: free })).body.tickers).toEqual([]);
    expect((await call('GET', '/v1/agent/saves', { key: free })).body.ideas).toEqual([]);
  });

  it('asks, reframes a trade decision without a charge, and erases what was asked', async () => {
    const asked = await call('POST', '/v1/agent/ask', {
      key: premium,
      body: { question: 'What did the shows argue about data centers and power?' },
    });
    expect([asked.status, asked.body.refused]).toEqual([200, false]);
    const refused = await call('POST', '/v1/agent/ask', {
      key: free,
      body: { question: 'Should I buy NVDA today?' },
    });
    expect([refused.status, refused.body.refused, refused.body.remainingToday]).toEqual([200, true, 3]);
    const erased = await call('DELETE', '/v1/agent/ask/history', { key: premium });
    expect(erased.body.deleted.conversations).toBeGreaterThanOrEqual(1);
  });

  it('issues a free-tier key that opens the corpus tools and nothing personal', async () => {
    const issued = await call('POST', '/v1/agent/keys', { body: { email: 'desk@example.org' } });
    expect(issued.status).toBe(201);
    const { key } = issued.body;
    expect((await call('GET', '/v1/agent/thesis-history?ticker=NVDA', { key })).status).toBe(200);
    const personal = await call('GET', '/v1/agent/follows', { key });
    expect([personal.status, personal.body.missingScope]).toEqual([403, 'follows:read']);
  });

  it('serves MCP by key, and no stream or session', async () => {
    const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    const headers = { accept: 'application/json, text/event-stream' };
    const open = await call('POST', '/v1/mcp', { body: list, headers });
    expect(open.body.result.tools).toHaveLength(2);
    const all = await call('POST', '/v1/mcp', { key: free, body: list, headers });
    expect(all.body.result.tools).toHaveLength(12);
    for (const method of ['GET', 'DELETE']) {
      const refused = await call(method, '/v1/mcp');
      expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'POST, OPTIONS']);
    }
  });

  it.each([
    ['no key', 'GET', '/v1/agent/me', {}, 401, 'unauthorized'],
    ['a made-up key', 'GET', '/v1/agent/me', { key: 'emk_live_x' }, 401, 'unauthorized'],
    ['no key before a wrong parameter', 'GET', '/v1/agent/ideas?limit=0', {}, 401, 'unauthorized'],
    ['no key before malformed JSON', 'POST', '/v1/agent/saves', { body: '{' }, 401, 'unauthorized'],
    ['an unknown route', 'GET', '/v1/agent/nothing', {}, 404, 'not_found'],
    ['a wrong method', 'PUT', '/v1/agent/me', {}, 405, 'invalid_request'],
    ['an open tool’s wrong parameter', 'GET', '/v1/agent/ticker-stance-timeline', {}, 400, 'invalid_request'],
    ['malformed JSON of key issuance', 'POST', '/v1/agent/keys', { body: '{' }, 400, 'invalid_request'],
    ['an unknown embed', 'GET', '/v1/public/embed/show/no-such-show', {}, 404, 'not_found'],
  ] as const)('refuses %s', async (_what, method, path, options, status, error) => {
    const answered = await call(method, path, options);
    expect([answered.status, answered.body.error]).toEqual([status, error]);
    expect(answered.body.message).toMatch(/\.$/);
  });

  it('refuses a scope, a parameter, a media type and a body by the contract’s codes', async () => {
    const scope = await call('GET', '/v1/agent/ideas?limit=0', { key: narrow });
    expect([scope.status, scope.body.missingScope]).toEqual([403, 'ideas:read']);
    const parameter = await call('GET', '/v1/agent/ideas?limit=51', { key: free });
    expect([parameter.status, parameter.body.field]).toEqual([422, 'limit']);
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    expect((await call('POST', '/v1/agent/saves', { key: free, body: 'a=b', headers: form })).status).toBe(
      415,
    );
    const large = { showId: 'x'.repeat(70_000) };
    expect((await call('POST', '/v1/agent/follows/shows', { key: free, body: large })).status).toBe(413);
  });

  it('revalidates by ETag, compresses, answers HEAD, and lets allowed origins alone read', async () => {
    const first = await call('GET', '/v1/agent/shows', { key: free });
    const etag = first.headers.get('etag')!;
    const current = await call('GET', '/v1/agent/shows', { key: free, headers: { 'if-none-match': etag } });
    expect([current.status, current.body, current.headers.get('etag')]).toEqual([304, null, etag]);
    const head = await call('HEAD', '/v1/agent/shows', { key: free });
    expect([head.status, head.headers.get('etag')]).toEqual([200, etag]);
    for (const encoding of ['gzip', 'br']) {
      const packed = await call('GET', '/v1/agent/shows', {
        key: free,
        headers: { 'accept-encoding': encoding },
      });
      expect([packed.headers.get('content-encoding'), packed.body]).toEqual([served(encoding), first.body]);
    }
    const ours = await call('OPTIONS', '/v1/agent/me', { headers: { origin: 'https://agent.example' } });
    expect([ours.status, ours.headers.get('access-control-allow-origin')]).toEqual([
      204,
      'https://agent.example',
    ]);
    const theirs = await call('GET', '/v1/mcp/health', { headers: { origin: 'https://other.example' } });
    expect(theirs.headers.get('access-control-allow-origin')).toBeNull();
  });

  it('says what remains of each bucket on successes and refusals', async () => {
    const fine = await call('GET', '/v1/agent/me', { key: free });
    expect(fine.headers.get('ratelimit-policy')).toBe('"key";q=120;w=60, "account";q=600;w=3600');
    expect(fine.headers.get('ratelimit')).toMatch(/^"key";r=\d+;t=\d+, "account";r=\d+;t=\d+$/);
    const refused = await call('GET', '/v1/agent/ideas?limit=0', { key: free });
    expect(refused.headers.get('ratelimit')).toMatch(/^"key";r=\d+;t=\d+/);
    const anonymous = await call('GET', '/v1/agent/me');
    expect(anonymous.headers.get('ratelimit-policy')).toBe('"keyless";q=30;w=60');
  });

  it('bounds keyless callers by their address, as the trusted proxy names it', async () => {
    const headers = { 'x-forwarded-for': address() };
    const answers: Answered[] = [];
    for (let i = 0; i < 31; i += 1) answers.push(await call('GET', '/v1/agent/openapi.json', { headers }));
    expect(answers.map(({ status }) => status)).toEqual([...Array(30).fill(200), 429]);
    const wait = answers.at(-1)!;
    expect(Number(wait.headers.get('retry-after'))).toBe(wait.body.retryAfterSeconds);
    const spoofed = { 'x-forwarded-for': `${address()}, ${headers['x-forwarded-for']}` };
    expect((await call('GET', '/v1/agent/openapi.json', { headers: spoofed })).status).toBe(429);
  });
});
