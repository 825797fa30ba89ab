import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { errorCodes } from '#server/api/errors.ts';
import { READ_BUDGET_MS } from '#server/api/meta.ts';
import { openApiDocument } from '#server/contract/openapi.ts';
import { procedures } from '#server/contract/routes.ts';
import { v1Answer, v1Edge } from '#server/edges/front.ts';
import { createLog } from '#server/platform/log.ts';
import { asAway } from '#server/platform/postgres/connection.ts';
import type { Services } from '#server/platform/services.ts';
import { accountWithKey, call } from '#server/testing/api.ts';
import { setHidden } from '#server/testing/corpus.ts';
import { seedCorpus } from '#server/testing/seed.ts';
import { type TestServices, testServices } from '#server/testing/services.ts';
import { shortened } from '#server/testing/waits.ts';

let services: TestServices;
let corpus: Awaited<ReturnType<typeof seedCorpus>>;
let free: string;
const NOWHERE = '00000000-0000-4000-8000-000000000000';

beforeAll(async () => {
  services = await testServices({ EARMARK_ALLOWED_ORIGINS: 'https://agent.example' });
  corpus = await seedCorpus(services);
  free = (await accountWithKey(services)).key;
});
afterAll(() => services.close());

/** A service whose database fails: `reason` is thrown by every statement. */
function failing(reason: Error, log: Services['log'] = services.log): Services {
  const fail = () => Promise.reject(reason);
  const broken = { rows: fail, row: fail, run: fail, transaction: fail };
  const db = { ...services.db, ...broken, cancelledBy: () => ({ ...broken, cancelledBy: fail }) };
  return { ...services, log, db: db as unknown as Services['db'] };
}

describe('the order of refusals', () => {
  const wrong = '/v1/agent/ideas?limit=0';

  it('asks who calls before it looks at a parameter or a body, and at those before what exists', async () => {
    expect((await call(services, 'GET', wrong)).status).toBe(401);
    const narrow = (await accountWithKey(services, { scopes: ['profile:read'] })).key;
    expect((await call(services, 'GET', wrong, { key: narrow })).status).toBe(403);
    expect((await call(services, 'GET', wrong, { key: free })).status).toBe(422);
    const unknown = `/v1/agent/tickers/ZZZZZZ/mentions`;
    expect((await call(services, 'GET', `${unknown}?limit=0`, { key: free })).status).toBe(422);
    expect((await call(services, 'GET', unknown, { key: free })).status).toBe(404);
  });

  it('refuses malformed JSON with 401, 403, then 422; with 400 where no account is needed', async () => {
    const body = '{"showId":';
    const path = '/v1/agent/follows/shows';
    const narrow = (await accountWithKey(services, { scopes: ['profile:read'] })).key;
    expect((await call(services, 'POST', path, { body })).status).toBe(401);
    expect((await call(services, 'POST', path, { body, key: narrow })).status).toBe(403);
    const refused = await call(services, 'POST', path, { body, key: free });
    expect([refused.status, refused.body.error]).toEqual([422, 'invalid_request']);
    expect((await call(services, 'POST', '/v1/agent/keys', { body })).status).toBe(400);
  });

  it.each(['[]', 'null', '"text"', '1', ''])('takes no %s for a body', async (body) => {
    const refused = await call(services, 'POST', '/v1/agent/saves', { body, key: free });
    expect([refused.status, refused.body.field]).toEqual([422, 'body']);
  });
});

describe('each error of the table', () => {
  it('401 unauthorized: says where to make a key and where to read on', async () => {
    for (const options of [{}, { key: 'x' }, { headers: { authorization: 'Basic eDp5' } }]) {
      const { status, body, headers } = await call(services, 'GET', '/v1/agent/me', options);
      expect([status, body.error]).toEqual([401, 'unauthorized']);
      expect(body.settingsUrl).toBe('http://earmark.test/settings/connectors');
      expect(body.helpUrl).toBe('http://earmark.test/help/connector-keys');
      expect(headers.get('www-authenticate')).toMatch(/^Bearer/);
    }
  });

  it('403 forbidden_scope: names the scope on each route that needs one', async () => {
    const none = (await accountWithKey(services, { scopes: [] })).key;
    const routes = {
      'GET /v1/agent/me': 'profile:read',
      'GET /v1/agent/digest': 'ideas:read',
      'GET /v1/agent/ideas': 'ideas:read',
      [`GET /v1/agent/ideas/${NOWHERE}`]: 'ideas:read',
      'GET /v1/agent/tickers/NVDA/mentions': 'ideas:read',
      'GET /v1/agent/shows': 'ideas:read',
      [`GET /v1/agent/ideas/${NOWHERE}/media`]: 'media:read',
      'GET /v1/agent/follows': 'follows:read',
      'POST /v1/agent/follows/shows': 'follows:write',
      'DELETE /v1/agent/follows/shows/x': 'follows:write',
      'POST /v1/agent/follows/tickers': 'follows:write',
      'DELETE /v1/agent/follows/tickers/X': 'follows:write',
      'GET /v1/agent/saves': 'saves:read',
      'POST /v1/agent/saves': 'saves:write',
      [`DELETE /v1/agent/saves/${NOWHERE}`]: 'saves:write',
      'POST /v1/agent/ask': 'ask:write',
      'DELETE /v1/agent/ask/history': 'ask:write',
    };
    for (const [route, scope] of Object.entries(routes)) {
      const [method, path] = route.split(' ') as [string, string];
      const { status, body } = await call(services, method, path, { key: none });
      expect([route, status, body.error, body.missingScope]).toEqual([route, 403, 'forbidden_scope', scope]);
      expect(body.settingsUrl).toBe('http://earmark.test/settings/connectors');
    }
  });

  it('403 forbidden_scope: a free-tier key opens no personal route', async () => {
    const issued = await call(services, 'POST', '/v1/agent/keys', { body: { email: 'a@example.org' } });
    const { status, body } = await call(services, 'GET', '/v1/agent/me', { key: issued.body.key });
    expect([status, body.error, body.missingScope]).toEqual([403, 'forbidden_scope', 'profile:read']);
  });

  it('403 forbidden_scope: says in WWW-Authenticate which scope to ask for, and where', async () => {
    const { key } = await accountWithKey(services, { scopes: [] });
    const { headers } = await call(services, 'GET', '/v1/agent/saves', { key });
    const challenge = headers.get('www-authenticate');
    expect(challenge).toContain('error="insufficient_scope", scope="saves:read"');
    expect(challenge).toContain('/.well-known/oauth-protected-resource/v1/agent"');
  });

  it('never 401 on key issuance, which looks at no key', async () => {
    const options = { key: 'emk_live_wrong', body: { email: 'b@example.org' } };
    expect((await call(services, 'POST', '/v1/agent/keys', options)).status).toBe(201);
  });

  it('404 not_found: the same for an unknown id and a hidden one', async () => {
    await setHidden(services, 'idea', [corpus.ideas.msftToday.id], true);
    const [unknown, hidden] = await Promise.all(
      [NOWHERE, corpus.ideas.msftToday.id].map((id) =>
        call(services, 'GET', `/v1/agent/ideas/${id}`, { key: free }),
      ),
    );
    expect(unknown!.status).toBe(404);
    expect(hidden!.body).toEqual(unknown!.body);
    await setHidden(services, 'idea', [corpus.ideas.msftToday.id], false);
  });

  it('429 key_limit: five free-tier keys for an address of mail and twenty for a caller a UTC day', async () => {
    const issue = (email: string, ip: string) =>
      call(services, 'POST', '/v1/agent/keys', { body: { email }, ip });
    for (let i = 0; i < 5; i += 1)
      expect((await issue('many@example.org', `198.51.100.${i}`)).status).toBe(201);
    const sixth = await issue('Many@example.org', '198.51.100.9');
    expect([sixth.status, sixth.body.error]).toEqual([429, 'key_limit']);
    expect(sixth.headers.get('retry-after')).toBe('43200');
    for (let i = 0; i < 20; i += 1)
      expect((await issue(`m${i}@example.org`, '198.51.100.77')).status).toBe(201);
    expect((await issue('m20@example.org', '198.51.100.77')).body.error).toBe('key_limit');
  });

  it('503 agent_api_disabled: on every route of the agent surface, with when to come back', async () => {
    const off: Services = { ...services, env: { ...services.env, EARMARK_AGENT_API: false } };
    for (const path of ['/v1/agent/me', '/v1/agent/thesis-history?ticker=NVDA']) {
      const { status, body, headers } = await call(off, 'GET', path, { key: free });
      expect([status, body.error, headers.get('retry-after')]).toEqual([503, 'agent_api_disabled', '300']);
    }
    expect((await call(off, 'GET', '/v1/agent/openapi.json')).status).toBe(200);
  });

  it('503 ask_disabled: questions alone are switched off', async () => {
    const off: Services = { ...services, env: { ...services.env, EARMARK_ASK: false } };
    const body = { question: 'What did shows say about Nvidia?' };
    const asked = await call(off, 'POST', '/v1/agent/ask', { key: free, body });
    expect([asked.status, asked.body.error]).toEqual([503, 'ask_disabled']);
    expect((await call(off, 'GET', '/v1/agent/me', { key: free })).body.quotas.asks.used).toBe(0);
  });

  it('504 timeout: a call that was cancelled in the database', async () => {
    const cancelled = Object.assign(new Error('canceling statement due to user request'), { code: '57014' });
    const { status, body } = await call(
      failing(cancelled),
      'GET',
      '/v1/agent/ticker-stance-timeline?ticker=NVDA',
    );
    expect([status, body.error]).toEqual([504, 'timeout']);
  });

  it.each([
    ['that nobody listens for', { code: 'ECONNREFUSED', message: 'connect ECONNREFUSED 10.0.0.1:5432' }],
    ['that is stopping', { code: '57P01', severity: 'FATAL', message: 'terminating connection' }],
    ['whose disk is full', { code: '53100', message: 'could not extend file' }],
  ])(
    '503 internal_server_error: a database %s, with when to come back and one line in the log',
    async (_what, fault) => {
      const error = vi.fn();
      const log = { ...createLog('silent'), error } as unknown as Services['log'];
      const down = failing(asAway(Object.assign(new Error(), fault)) as Error, log);
      for (let i = 0; i < 20; i++) {
        const { status, body, headers } = await call(down, 'GET', '/v1/agent/me', { key: free });
        expect([status, body.error, headers.get('retry-after')]).toEqual([503, 'internal_server_error', '5']);
        expect(body.requestId).toBe(headers.get('x-request-id'));
        expect(JSON.stringify(body)).not.toMatch(/10\.0\.0\.1|file|connect/);
      }
      expect(error.mock.calls).toEqual([
        [{ err: expect.stringMatching(/^The database is away: /) }, 'calls fail'],
      ]);
    },
  );

  it('500 internal_server_error: says nothing of the cause, and carries the request id that is in the log', async () => {
    const error = vi.fn();
    const log = { ...createLog('silent'), error } as unknown as Services['log'];
    const secret = new Error('relation "idea" of postgresql://earmark:hunter2@10.0.0.1 is gone');
    const path = '/v1/agent/ticker-stance-timeline?ticker=NVDA';
    const { status, body, headers } = await call(failing(secret, log), 'GET', path);
    expect([status, body.error]).toEqual([500, 'internal_server_error']);
    expect(JSON.stringify(body)).not.toMatch(/idea|postgres|hunter2|at /);
    const requestId = headers.get('x-request-id');
    expect(body.requestId).toBe(requestId);
    expect(error).toHaveBeenCalledWith(
      expect.objectContaining({ requestId, err: expect.stringContaining('hunter2') }),
      expect.any(String),
    );
  });

  it('is one sentence for a person', async () => {
    const answers = await Promise.all([
      call(services, 'GET', '/v1/agent/me'),
      call(services, 'GET', '/v1/agent/ideas?limit=0', { key: free }),
      call(services, 'GET', '/v1/agent/ideas?from=2026-02-30', { key: free }),
      call(services, 'POST', '/v1/agent/saves', { key: free, body: { ideaId: 5 } }),
      call(services, 'POST', '/v1/agent/saves', { key: free, body: { ideaId: NOWHERE, other: 1 } }),
      call(services, 'GET', `/v1/agent/ideas/${NOWHERE}`, { key: free }),
    ]);
    for (const { body } of answers) expect(body.message).toMatch(/^[A-Z].{5,160}\.$/);
    expect(answers.map(({ body }) => body.field)).toEqual([
      undefined,
      'limit',
      'from',
      'ideaId',
      'other',
      undefined,
    ]);
  });

  it('is described: no code is answered that the table lacks', () => {
    const described = openApiDocument('http://earmark.test').components.schemas.Error.properties.error.enum;
    expect([...described].sort()).toEqual([...errorCodes].sort());
  });
});

describe('requests beside the contract', () => {
  it('404 for an unknown route, in the form of every error', async () => {
    for (const path of [
      '/v1/agent',
      '/v1/agent/',
      '/v1/agent/nothing',
      '/v1/agent/me/x',
      '/v1/x',
      '/v1/public/embed/x/y',
    ]) {
      const { status, body } = await call(services, 'GET', path, { key: free });
      expect([path, status, body.error]).toEqual([path, 404, 'not_found']);
    }
  });

  it('405 for a wrong method, saying which are right', async () => {
    const refused = await call(services, 'DELETE', '/v1/agent/ideas', { key: free });
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
    const post = await call(services, 'GET', '/v1/agent/ask', { key: free });
    expect([post.status, post.headers.get('allow')]).toEqual([405, 'POST, OPTIONS']);
    const put = await call(services, 'PUT', '/v1/agent/openapi.json');
    expect([put.status, put.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
  });

  it('413 for a body over 64 KiB and 415 for another media type', async () => {
    const body = { showId: 'x'.repeat(65_536) };
    expect((await call(services, 'POST', '/v1/agent/follows/shows', { key: free, body })).status).toBe(413);
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
      const options = { key: free, body: '{}', headers: { 'content-type': type } };
      expect((await call(services, 'POST', '/v1/agent/saves', options)).status).toBe(415);
    }
    for (const [charset, status] of [
      ['charset=utf-8', 200],
      ['Charset="UTF-8"', 200],
      ['charset=utf-16', 415],
      ['charset=latin1', 415],
    ]) {
      const headers = { 'content-type': `Application/JSON; ${charset}` };
      const options = { key: free, body: { ideaId: corpus.ideas.nvdaToday.id }, headers };
      expect([charset, (await call(services, 'POST', '/v1/agent/saves', options)).status]).toEqual([
        charset,
        status,
      ]);
    }
  });

  it('answers within the time of a call whose body does not end', async () => {
    const asked = {
      method: 'POST',
      url: 'http://earmark.test/v1/agent/saves',
      headers: new Headers({ authorization: `Bearer ${free}`, 'content-type': 'application/json' }),
      body: new ReadableStream(),
      signal: new AbortController().signal,
    };
    const time = shortened(READ_BUDGET_MS, 100);
    const { status } = await v1Answer(services, asked, { address: '192.0.2.7' }).finally(time.end);
    expect(status).toBe(504);
  });

  it('passes over the body of a DELETE, whatever it is', async () => {
    const path = `/v1/agent/saves/${corpus.ideas.nvdaToday.id}`;
    for (const [body, type] of [
      ['{"nonsense":1}', 'application/json'],
      ['no JSON', 'text/plain'],
    ] as const) {
      const options = { key: free, body, headers: { 'content-type': type } };
      expect((await call(services, 'DELETE', path, options)).status).toBe(200);
    }
  });

  it('415 for a compressed body, saying so and what is taken', async () => {
    const headers = { 'content-encoding': 'gzip' };
    const body = { ideaId: corpus.ideas.nvdaToday.id };
    const packed = await call(services, 'POST', '/v1/agent/saves', { key: free, body, headers });
    expect([packed.status, packed.headers.get('accept-encoding')]).toEqual([415, 'identity']);
    expect(packed.body.message).toBe('The body comes with Content-Encoding gzip: send it uncompressed.');
    const plain = { key: free, body, headers: { 'content-encoding': 'identity' } };
    expect((await call(services, 'POST', '/v1/agent/saves', plain)).status).toBe(200);
  });

  it('reads percent-encoded and Unicode path segments as text', async () => {
    const mentions = (segment: string) =>
      call(services, 'GET', `/v1/agent/tickers/${segment}/mentions`, { key: free });
    for (const segment of ['BRK.B', 'BRK%2EB', '%24BRK.B', 'brk-b', '$brk.b', 'BRK%2FB', '%EF%BC%A2RK.B'])
      expect([segment, (await mentions(segment)).body.ticker]).toEqual([segment, 'BRK.B']);
    for (const segment of ['%00', '%E0%A4%A', '%ED%A0%80', '%F0%9F%98%80', '..%2F..', 'constructor'])
      expect([404, 422]).toContain((await mentions(segment)).status);
  });

  it('takes parameters that share a name with parts of the language for unknown ones', async () => {
    for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty'])
      expect((await call(services, 'GET', `/v1/agent/shows?${name}=1&${name}=2`, { key: free })).status).toBe(
        200,
      );
  });

  it('refuses a parameter that is given twice', async () => {
    const twice = await call(services, 'GET', '/v1/agent/ideas?limit=1&limit=2', { key: free });
    expect([twice.status, twice.body.field]).toEqual([422, 'limit']);
    expect(twice.body.message).toBe('Parameter limit is given more than once.');
  });

  it('calls what is wrong in a body a field, and counts one character as one', async () => {
    const { body } = await call(services, 'POST', '/v1/agent/ask', { key: free, body: { question: '' } });
    expect(body.message).toBe('Field question must be at least 1 character long.');
  });

  it('reads the slug of a show and of a theme in any case', async () => {
    const found = async (query: string) =>
      (await call(services, 'GET', `/v1/agent/ideas?${query}`, { key: free })).body.total;
    expect(await found('showId=ALPHA')).toBe(await found('showId=alpha'));
    expect(await found('theme=Semiconductors')).toBe(1);
    const body = { showId: 'Alpha' };
    expect((await call(services, 'POST', '/v1/agent/follows/shows', { key: free, body })).status).toBe(200);
  });

  it('takes an empty parameter for one that is left out, over MCP alike', async () => {
    const left = await call(services, 'GET', '/v1/agent/ideas', { key: free });
    const names = ['q', 'ticker', 'showId', 'theme', 'minDepth', 'from', 'to', 'limit', 'cursor'];
    const empty = await call(services, 'GET', `/v1/agent/ideas?${names.join('=&')}=`, { key: free });
    expect([empty.status, empty.body.ideas]).toEqual([200, left.body.ideas]);
    expect(left.body.ideas.length).toBeGreaterThan(0);
    const params = { name: 'service_search_ideas', arguments: { ticker: '', from: '' } };
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
    const { result } = (await call(services, 'POST', '/v1/mcp', { key: free, body })).body;
    expect(result.structuredContent.ideas).toEqual(left.body.ideas);
    const required = await call(services, 'GET', '/v1/agent/ticker-stance-timeline?ticker=');
    expect([required.status, required.body.field]).toEqual([400, 'ticker']);
  });

  it('bounds Idempotency-Key at 128 characters on writes, and ignores it on reads', async () => {
    const key = (length: number) => ({ 'idempotency-key': 'k'.repeat(length) });
    const body = { symbol: 'NVDA' };
    const path = '/v1/agent/follows/tickers';
    const echoed = await call(services, 'POST', path, { key: free, body, headers: key(128) });
    expect([echoed.status, echoed.body.idempotencyKey]).toEqual([200, 'k'.repeat(128)]);
    const refused = await call(services, 'POST', path, { key: free, body, headers: key(129) });
    expect([refused.status, refused.body.field]).toEqual([422, 'Idempotency-Key']);
    expect((await call(services, 'GET', '/v1/agent/me', { key: free, headers: key(129) })).status).toBe(200);
    const empty = await call(services, 'POST', path, { key: free, body, headers: key(0) });
    expect([empty.status, empty.body.idempotencyKey]).toEqual([200, undefined]);
  });
});

describe('the craft of HTTP', () => {
  it('names every answer, a new name each time', async () => {
    const answers = await Promise.all([
      call(services, 'GET', '/v1/agent/me', { key: free }),
      call(services, 'GET', '/v1/agent/me'),
      call(services, 'GET', '/v1/agent/nothing'),
      call(services, 'OPTIONS', '/v1/agent/me'),
      call(services, 'PUT', '/v1/agent/me'),
      call(services, 'GET', '/v1/agent/openapi.json'),
      call(services, 'OPTIONS', '/v1/agent/openapi.json'),
      call(services, 'GET', '/v1/mcp/health'),
      call(services, 'GET', '/v1/public/embed/ticker/NVDA'),
      call(services, 'OPTIONS', '/v1/public/embed/ticker/NVDA'),
    ]);
    const names = answers.map(({ headers }) => headers.get('x-request-id'));
    expect(names.every((name) => /^[0-9a-f-]{36}$/.test(name ?? ''))).toBe(true);
    expect(new Set(names).size).toBe(names.length);
  });

  it('revalidates reads of the corpus by their content', async () => {
    for (const path of [
      '/v1/agent/ideas',
      '/v1/agent/shows',
      '/v1/agent/tickers/NVDA/mentions',
      '/v1/agent/openapi.json',
    ]) {
      const first = await call(services, 'GET', path, { key: free });
      const etag = first.headers.get('etag')!;
      expect(etag).toMatch(/^W\/"/);
      for (const given of [etag, etag.replace('W/', ''), `"other", ${etag}`, '*']) {
        const again = await call(services, 'GET', path, { key: free, headers: { 'if-none-match': given } });
        expect([path, given, again.status, again.body, again.headers.get('etag')]).toEqual([
          path,
          given,
          304,
          null,
          etag,
        ]);
      }
      const stale = await call(services, 'GET', path, { key: free, headers: { 'if-none-match': '"other"' } });
      expect(stale.status).toBe(200);
    }
  });

  it('keeps what is personal out of shared caches, and the catalogue for an hour', async () => {
    const caching = async (path: string) =>
      (await call(services, 'GET', path, { key: free })).headers.get('cache-control');
    expect(await caching('/v1/agent/me')).toBe('private, no-store');
    expect(await caching('/v1/agent/ideas')).toBe('private, no-cache');
    expect(await caching('/v1/agent/shows')).toBe('private, max-age=3600');
    expect((await call(services, 'GET', '/v1/agent/me')).headers.get('cache-control')).toBe('no-store');
    const { headers } = await call(services, 'GET', '/v1/agent/ideas', { key: free });
    for (const name of ['Authorization', 'X-Service-Api-Key', 'Origin', 'Accept-Encoding'])
      expect(headers.get('vary')).toContain(name);
  });

  it('says in a 304 what its 200 depends on', async () => {
    for (const path of ['/v1/agent/ideas', '/v1/agent/openapi.json']) {
      const whole = await call(services, 'GET', path, { key: free });
      const headers = { 'if-none-match': whole.headers.get('etag')! };
      const current = await call(services, 'GET', path, { key: free, headers });
      expect([path, current.status, current.headers.get('vary')]).toEqual([
        path,
        304,
        whole.headers.get('vary'),
      ]);
    }
  });

  it('says of a preflight and of a wrong method how they may be kept', async () => {
    const caching = async (method: string, path: string) =>
      (await call(services, method, path)).headers.get('cache-control');
    expect(await caching('OPTIONS', '/v1/agent/saves')).toBe('no-store');
    expect(await caching('POST', '/v1/agent/openapi.json')).toBe('no-store');
  });

  it('answers HEAD as GET, without the body', async () => {
    for (const path of ['/v1/agent/ideas', '/v1/agent/openapi.json', '/v1/agent/nothing', '/v1/mcp/health']) {
      const [get, head] = await Promise.all(
        ['GET', 'HEAD'].map((method) => call(services, method, path, { key: free })),
      );
      expect([path, head!.status, head!.body]).toEqual([path, get!.status, null]);
      expect(head!.headers.get('content-type')).toBe(get!.headers.get('content-type'));
    }
  });

  it('answers a preflight with the methods of the route, and names only origins of the allowlist', async () => {
    const preflight = (origin: string) =>
      call(services, 'OPTIONS', '/v1/agent/saves', { headers: { origin } });
    const ours = await preflight('https://agent.example');
    expect(ours.status).toBe(204);
    expect(ours.headers.get('access-control-allow-origin')).toBe('https://agent.example');
    expect(ours.headers.get('access-control-allow-methods')).toBe('GET, POST, HEAD, OPTIONS');
    expect(ours.headers.get('access-control-allow-headers')).toContain('Authorization');
    const theirs = [...(await preflight('https://other.example')).headers.keys()];
    expect(theirs.filter((name) => name.startsWith('access-control-'))).toEqual([]);
    const read = await call(services, 'GET', '/v1/agent/me', {
      key: free,
      headers: { origin: 'https://agent.example' },
    });
    for (const name of ['X-Request-Id', 'WWW-Authenticate'])
      expect(read.headers.get('access-control-expose-headers')).toContain(name);
    expect(read.headers.get('access-control-allow-credentials')).toBeNull();
  });

  it('says on every answer of a route that will end since when and until when', async () => {
    const ending = procedures().find(({ meta }) => meta.route?.operationId === 'getProfile')!.meta.route!;
    onTestFinished(() => void Object.assign(ending, { deprecated: undefined }));
    const said = async (options: object = {}) => {
      const { status, headers } = await call(services, 'GET', '/v1/agent/me', options);
      return [status, headers.get('deprecation'), headers.get('sunset')];
    };
    expect(await said({ key: free })).toEqual([200, null, null]);
    Object.assign(ending, { deprecated: { since: '2027-01-01', endsOn: '2028-02-01' } });
    const told = ['@1798761600', 'Tue, 01 Feb 2028 00:00:00 GMT'];
    expect(await said({ key: free })).toEqual([200, ...told]);
    expect(await said()).toEqual([401, ...told]);
    Object.assign(ending, { deprecated: { since: '2027-01-01', endsOn: '2027-03-01' } });
    expect(() => procedures()).toThrow(/less than 12 months/);
  });

  it('compresses long answers with what the caller accepts', async () => {
    const packed = (encoding: string) =>
      v1Edge(
        services,
        new Request('http://earmark.test/v1/agent/openapi.json', {
          headers: { 'accept-encoding': encoding },
        }),
        { address: `192.0.2.${encoding.length}` },
      );
    expect((await packed('gzip, br')).headers.get('content-encoding')).toBe('br');
    expect((await packed('gzip')).headers.get('content-encoding')).toBe('gzip');
    expect((await packed('identity')).headers.get('content-encoding')).toBeNull();
  });
});
