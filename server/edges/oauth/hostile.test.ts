import { once } from 'node:events';
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type Scope, scopes } from '#server/api/scopes.ts';
import { consentRequest, decide } from '#server/edges/oauth/consent.ts';
import { fetchDocument } from '#server/edges/oauth/document.ts';
import { authorizationServer } from '#server/edges/oauth/provider.ts';
import { grantState, REUSE_SECONDS } from '#server/features/grants/rules.ts';
import { findTokenHolder, listGrants } from '#server/features/grants/store.ts';
import { bucketPolicies } from '#server/platform/buckets/policies.ts';
import { accountWithKey, call } from '#server/testing/api.ts';
import {
  Browser,
  CALLBACK,
  codeFor,
  codeRequest,
  goThrough,
  openSite,
  register,
  tokens,
} from '#server/testing/servers/oauth.ts';
import { testServices } from '#server/testing/services.ts';

const DOCUMENT = 'https://client.example/oauth/metadata.json';
const READ: readonly Scope[] = ['profile:read', 'ideas:read'];
const READERS = scopes.filter((scope) => scope.endsWith(':read'));

let site: Awaited<ReturnType<typeof openSite>>;
let accountId: string;
let client: string;
beforeAll(async () => {
  site = await openSite((url) => testServices({ EARMARK_BASE_URL: url }));
  authorizationServer(site.services, (services) => async (url, init) => {
    if (String(url) !== DOCUMENT) return fetchDocument(services)(url as string);
    expect(init?.redirect).toBe('manual');
    return Response.json({
      client_id: DOCUMENT,
      client_name: 'A published client',
      redirect_uris: [CALLBACK, 'http://localhost/callback', 'http://127.0.0.1/callback'],
    });
  });
  ({ accountId } = await accountWithKey(site.services));
  client = (await register(site.url)).id;
});
afterAll(() => site.close());

const me = (token: string) => call(site.services, 'GET', '/v1/agent/me', { key: token });
const issued = async (allowed: readonly Scope[] = READ) =>
  (await tokens(site.url, await codeFor(site.services, client, { accountId, allowed }))).body;
const refresh = (token: string, extra: Record<string, string> = {}) =>
  tokens(site.url, { grant_type: 'refresh_token', refresh_token: token, client_id: client, ...extra });
/** The connections that settings show as in force. */
async function inForce(holder = accountId): Promise<string[]> {
  const { db, clock } = site.services;
  const grants = await listGrants(db, holder);
  return grants.filter((grant) => grantState(grant, clock()) === 'active').map(({ id }) => id);
}
/** Dates the first use of all refresh tokens back by `seconds`. */
const usedBefore = (seconds: number) =>
  site.services.db.pool.query(`
    UPDATE oauth_record SET payload = payload || jsonb_build_object('consumed', (payload->>'consumed')::int - ${seconds})
    WHERE kind = 'RefreshToken' AND payload ? 'consumed'`);
/** The browser's answer to a request for a code. */
async function asked(extra: Record<string, string | null>, id = client) {
  const response = await new Browser().get(codeRequest(site.url, id, extra).address);
  const location = response.headers.get('location');
  return {
    status: response.status,
    location: location ? new URL(location, site.url) : null,
    text: await response.text(),
  };
}

describe('what a client reads first', () => {
  it('says at the connecting address that a credential is needed, and where to get one', async () => {
    const response = await fetch(`${site.url}/v1/mcp/connect`, { method: 'POST', body: '{}' });
    expect(response.status).toBe(401);
    const [, address] = /resource_metadata="([^"]+)"/.exec(response.headers.get('www-authenticate')!)!;
    expect(await (await fetch(address!)).json()).toMatchObject({
      resource: `${site.url}/v1/mcp/connect`,
      authorization_servers: [site.url],
      bearer_methods_supported: ['header'],
    });
  });

  it('describes an authorization server of codes with S256 alone, whatever host the caller names', async () => {
    const text = await new Promise<string>((done, fail) => {
      const { port } = new URL(site.url);
      const path = '/.well-known/oauth-authorization-server';
      request(
        {
          host: '127.0.0.1',
          port,
          path,
          headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example' },
        },
        (res) => {
          let body = '';
          res.on('data', (chunk) => {
            body += chunk;
          });
          res.on('end', () => done(body));
        },
      )
        .on('error', fail)
        .end();
    });
    expect(text).not.toContain('evil.example');
    expect(JSON.parse(text)).toMatchObject({
      issuer: site.url,
      authorization_endpoint: `${site.url}/oauth/authorize`,
      token_endpoint: `${site.url}/oauth/token`,
      registration_endpoint: `${site.url}/oauth/register`,
      revocation_endpoint: `${site.url}/oauth/revoke`,
      code_challenge_methods_supported: ['S256'],
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true,
      token_endpoint_auth_methods_supported: ['none', 'private_key_jwt'],
      scopes_supported: [...scopes],
    });
  });
});

describe('an access token', () => {
  it('acts for its holder over REST within what was allowed', async () => {
    const { access_token: token, scope } = await issued(['profile:read']);
    expect(scope).toBe('profile:read');
    const { status, body } = await me(token);
    expect([status, body.key.scopes]).toEqual([200, ['profile:read']]);
    const other = await me((await issued(['profile:read'])).access_token);
    expect(body.key.keyPrefix).toMatch(/^oauth_[0-9a-f]{8}$/);
    expect(other.body.key.keyPrefix).not.toBe(body.key.keyPrefix);
    expect((await call(site.services, 'GET', '/v1/agent/saves', { key: token })).body).toMatchObject({
      error: 'forbidden_scope',
      missingScope: 'saves:read',
    });
  });

  it('is in no row of the database, nor are the code and the refresh token', async () => {
    const exchange = await codeFor(site.services, client, { accountId, allowed: READ });
    const { body } = await tokens(site.url, exchange);
    const { rows } = await site.services.db.pool.query('SELECT t::text AS row FROM oauth_record t');
    const kept = rows.map(({ row }) => row).join('\n');
    for (const secret of [exchange.code, body.access_token, body.refresh_token])
      expect(kept).not.toContain(secret);
  });

  it.each(['access_token', 'refresh_token'] as const)(
    'ends when its client revokes the %s',
    async (which) => {
      const before = await inForce();
      const given = await issued();
      const form = new URLSearchParams({ token: given[which], client_id: client });
      expect((await fetch(`${site.url}/oauth/revoke`, { method: 'POST', body: form })).status).toBe(200);
      expect((await me(given.access_token)).status).toBe(401);
      expect(await inForce()).toEqual(before);
    },
  );
});

describe('a code', () => {
  it('opens nothing twice, and what it opened is closed when it is tried again', async () => {
    const exchange = await codeFor(site.services, client, { accountId, allowed: READ });
    const first = await tokens(site.url, exchange);
    expect(first.status).toBe(200);
    expect((await tokens(site.url, exchange)).body.error).toBe('invalid_grant');
    expect((await me(first.body.access_token)).status).toBe(401);
  });

  it('is exchanged by one of several that try at once', async () => {
    const exchange = await codeFor(site.services, client, { accountId, allowed: READ });
    const answers = await Promise.all(Array.from({ length: 5 }, () => tokens(site.url, exchange)));
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
  });

  it.each([
    ['without its verifier', { code_verifier: '' }],
    ['with another verifier', { code_verifier: 'x'.repeat(43) }],
    ['for another redirect', { redirect_uri: 'http://127.0.0.1:1/elsewhere' }],
  ])('opens nothing %s', async (_how, wrong) => {
    const exchange = await codeFor(site.services, client, { accountId, allowed: READ });
    const { status, body } = await tokens(site.url, { ...exchange, ...wrong });
    expect([status, body.access_token]).toEqual([400, undefined]);
  });

  it('is not spent where another resource is asked for', async () => {
    const exchange = await codeFor(site.services, client, { accountId, allowed: READ });
    const wrong = await tokens(site.url, { ...exchange, resource: 'https://evil.example/v1' });
    expect(wrong.body.error).toBe('invalid_target');
    expect((await tokens(site.url, { ...exchange, resource: `${site.url}/v1/agent` })).status).toBe(200);
  });

  it('makes a connection of the consent once it is exchanged, however often that was given', async () => {
    const holder = await accountWithKey(site.services);
    const browser = new Browser();
    const { address, verifier } = codeRequest(site.url, client);
    const uid = (await browser.get(address)).headers.get('location')!.split('/').at(-1)!;
    const decision = { accountId: holder.accountId, allowed: READ };
    await decide(site.services, browser.cookie, uid, decision);
    const next = await decide(site.services, browser.cookie, uid, decision);
    const back = new URL((await browser.get(next!)).headers.get('location')!);
    expect(await inForce(holder.accountId)).toEqual([]);
    const { status } = await tokens(site.url, {
      grant_type: 'authorization_code',
      code: back.searchParams.get('code')!,
      client_id: client,
      redirect_uri: CALLBACK,
      code_verifier: verifier,
    });
    expect([status, (await inForce(holder.accountId)).length]).toEqual([200, 1]);
  });

  it('is of the client that asked for it, and of no other', async () => {
    const exchange = await codeFor(site.services, client, { accountId, allowed: READ });
    const other = (await register(site.url)).id;
    expect((await tokens(site.url, { ...exchange, client_id: other })).body.error).toBe('invalid_grant');
  });
});

describe('a refresh token', () => {
  it('is replaced at each use; one that comes back ends the whole connection', async () => {
    const first = await issued();
    const second = (await refresh(first.refresh_token)).body;
    expect((await me(second.access_token)).status).toBe(200);
    await usedBefore(REUSE_SECONDS);
    expect((await refresh(first.refresh_token)).body.error).toBe('invalid_grant');
    expect((await me(second.access_token)).status).toBe(401);
    expect((await refresh(second.refresh_token)).body.error).toBe('invalid_grant');
  });

  it('that is used several times at once has one successor, and the connection stays', async () => {
    const first = await issued();
    const answers = await Promise.all(Array.from({ length: 5 }, () => refresh(first.refresh_token)));
    const successors = new Set(answers.map(({ body }) => body.refresh_token));
    expect([answers.map(({ status }) => status), successors.size]).toEqual([Array(5).fill(200), 1]);
    for (const { body } of answers) expect((await me(body.access_token)).status).toBe(200);
    expect((await refresh(answers[0]!.body.refresh_token)).status).toBe(200);
  });

  it('whose successor was used does not make that new again', async () => {
    const first = await issued();
    const second = (await refresh(first.refresh_token)).body;
    await refresh(second.refresh_token);
    await refresh(first.refresh_token);
    await usedBefore(REUSE_SECONDS);
    expect((await refresh(second.refresh_token)).body.error).toBe('invalid_grant');
  });

  it('is not spent where another resource is asked for', async () => {
    const given = await issued();
    const wrong = await refresh(given.refresh_token, { resource: 'https://evil.example/v1' });
    expect([wrong.status, wrong.body.error]).toEqual([400, 'invalid_target']);
    await usedBefore(REUSE_SECONDS);
    expect((await refresh(given.refresh_token)).status).toBe(200);
  });

  it.each(['/v1/mcp', '/v1/agent', '/v1/mcp/connect/'])('takes our own %s for the resource', async (path) => {
    const given = await issued();
    const { status, body } = await refresh(given.refresh_token, { resource: `${site.url}${path}` });
    expect([status, (await me(body.access_token)).status]).toEqual([200, 200]);
  });

  it('gives no scope that was not allowed', async () => {
    const given = await issued(['profile:read']);
    const { status, body } = await refresh(given.refresh_token, { scope: 'profile:read saves:write' });
    expect([status, body.error]).toEqual([400, 'invalid_scope']);
  });
});

describe('a request for a code', () => {
  it.each([
    ['another host', 'https://evil.example/callback'],
    ['another path', 'http://127.0.0.1:33418/callback/more'],
    ['this host in front of another', 'http://127.0.0.1:33418@evil.example/callback'],
  ])('is sent back to no address but those registered: %s', async (_what, redirect) => {
    const { status, location, text } = await asked({ redirect_uri: redirect });
    expect([status, location]).toEqual([400, null]);
    expect(text).toContain('This could not be connected');
  });

  it.each([
    ['without PKCE', { code_challenge: null, code_challenge_method: null }, 'invalid_request'],
    ['with plain PKCE', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['for a token at once', { response_type: 'token' }, 'unsupported_response_type'],
    ['for another resource', { resource: 'https://evil.example/v1' }, 'invalid_target'],
    ['where it may ask nobody', { prompt: 'none' }, 'interaction_required'],
  ])('is refused %s', async (_what, wrong, error) => {
    const { location } = await asked(wrong);
    const told = location!.searchParams;
    expect([told.get('error'), told.get('iss'), told.get('code')]).toEqual([error, site.url, null]);
  });

  it.each([
    ['without PKCE', { code_challenge: null, code_challenge_method: null }, 'invalid_request'],
    ['for a token at once', { response_type: 'token' }, 'unsupported_response_type'],
    ['for another resource', { resource: 'https://evil.example/v1' }, 'invalid_target'],
    ['that may ask nobody', { prompt: 'none' }, 'interaction_required'],
    ['to be answered with a page', { response_mode: 'form_post' }, 'unsupported_response_mode'],
  ])('sends nobody who decided nothing to a stranger’s address: %s', async (_what, wrong, error) => {
    const CB = 'https://stranger.example/callback';
    const { id } = await register(site.url, { redirect_uris: [CB] });
    for (const redirect_uri of [CB, null]) {
      const { status, location, text } = await asked({ ...wrong, redirect_uri }, id);
      expect([status, location]).toEqual([400, null]);
      expect(text).toContain('This could not be connected');
      expect(text).toContain(error);
    }
  });

  it('leads to a stranger’s address whoever decided, also to decline', async () => {
    const redirect_uri = 'https://stranger.example/callback';
    const { id } = await register(site.url, { redirect_uris: [redirect_uri] });
    const { address } = codeRequest(site.url, id, { redirect_uri });
    const back = await goThrough(site.services, address, { accountId, allowed: null });
    expect([back.host, back.searchParams.get('error')]).toEqual(['stranger.example', 'access_denied']);
  });

  it.each([
    ['form_post', 'unsupported_response_mode'],
    ['fragment', 'unsupported_response_mode'],
  ])('is answered in the query of its address and in no other way: %s', async (mode, error) => {
    const { location } = await asked({ response_mode: mode });
    expect(location?.searchParams.get('error')).toBe(error);
    expect((await asked({ response_mode: 'query' })).location?.pathname).toMatch(/^\/connect\//);
  });

  it('waits for a decision in the browser that began it, and in no other', async () => {
    const browser = new Browser();
    const response = await browser.get(codeRequest(site.url, client).address);
    const uid = response.headers.get('location')!.split('/').at(-1)!;
    expect(await consentRequest(site.services, browser.cookie, uid)).toMatchObject({
      clientName: 'Desk agent',
      publishedBy: null,
      sentBackTo: 'an application on this computer',
      scopes: READ,
    });
    const other = new Browser();
    await other.get(codeRequest(site.url, client).address);
    expect(await decide(site.services, other.cookie, uid, { accountId, allowed: READ })).toBeNull();
    expect(await decide(site.services, '', uid, { accountId, allowed: READ })).toBeNull();
  });

  it('is not said to be gone while the database is away', async () => {
    const browser = new Browser();
    const uid = (await browser.get(codeRequest(site.url, client).address)).headers
      .get('location')!
      .split('/')
      .at(-1)!;
    const row = vi.spyOn(site.services.db, 'row').mockRejectedValue(new Error('connection refused'));
    onTestFinished(() => row.mockRestore());
    await expect(consentRequest(site.services, browser.cookie, uid)).rejects.toThrow('connection refused');
  });

  it.each([
    ['client_id', 'a\0b'],
    ['state', 'a\0b'],
  ])('is refused, not failed, where its %s is no text', async (name, value) => {
    const { status } = await asked({ [name]: value });
    expect(status).toBeLessThan(500);
  });

  it('ends with the refusal of a holder who declines', async () => {
    const { address } = codeRequest(site.url, client);
    const back = await goThrough(site.services, address, { accountId, allowed: null });
    expect(back.searchParams.get('error')).toBe('access_denied');
    expect(back.searchParams.get('iss')).toBe(site.url);
    expect(back.searchParams.get('state')).toBe('a state');
  });

  it('acts for the account that decides, whoever decided before in the same browser', async () => {
    const browser = new Browser();
    const second = await accountWithKey(site.services);
    for (const holder of [accountId, second.accountId]) {
      const { address, verifier } = codeRequest(site.url, client, { scope: 'profile:read' });
      const decision = { accountId: holder, allowed: ['profile:read'] as const };
      const back = await goThrough(site.services, address, decision, browser);
      expect(back.href).toContain('code=');
      const { body } = await tokens(site.url, {
        grant_type: 'authorization_code',
        code: back.searchParams.get('code')!,
        client_id: client,
        redirect_uri: CALLBACK,
        code_verifier: verifier,
      });
      const found = await findTokenHolder(site.services.db, body.access_token, 'live', site.services.clock());
      expect(found?.accountId).toBe(holder);
    }
  });

  it.each([
    ['no scope', null, READERS],
    ['none of ours', 'openid admin', READERS],
    ['others beside ours', 'openid offline_access profile:read', ['profile:read']],
  ])(
    'that names %s asks for what there is, and is answered once it is allowed',
    async (_what, scope, asks) => {
      const browser = new Browser();
      const { address, verifier } = codeRequest(site.url, client, { scope });
      const response = await browser.get(address);
      const uid = response.headers.get('location')!.split('/').at(-1)!;
      expect((await consentRequest(site.services, browser.cookie, uid))?.scopes).toEqual(asks);
      const back = await goThrough(site.services, address, { accountId, allowed: READERS });
      const { body } = await tokens(site.url, {
        grant_type: 'authorization_code',
        code: back.searchParams.get('code')!,
        client_id: client,
        redirect_uri: CALLBACK,
        code_verifier: verifier,
      });
      expect(body.scope.split(' ').sort()).toEqual([...asks].sort());
    },
  );
});

describe('a client', () => {
  it.each([
    'http://evil.example/callback',
    'javascript:alert(1)',
    'data:text/html,x',
    'https://user@evil.example/callback',
  ])('registers no redirect to %s', async (redirect) => {
    for (const type of ['native', 'web']) {
      const { status } = await register(site.url, { redirect_uris: [redirect], application_type: type });
      expect(status).toBe(400);
    }
  });

  it('is told which addresses are taken when one of its own is not', async () => {
    const response = await fetch(`${site.url}/oauth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ client_name: 'A client', redirect_uris: ['http://evil.example/callback'] }),
    });
    expect(await response.json()).toMatchObject({
      error: 'invalid_redirect_uri',
      error_description: expect.stringMatching(
        /https:\/\/ of one host, http:\/\/ on this computer .*, or of an application’s own scheme/,
      ),
    });
  });

  it.each([
    ['one address', { redirect_uris: 'https://a.example/cb' }, 'invalid_redirect_uri'],
    ['an object', { redirect_uris: {} }, 'invalid_redirect_uri'],
    ['numbers', { redirect_uris: [5] }, 'invalid_redirect_uri'],
    ['a name that is no text', { client_name: 'a\0b' }, 'invalid_client_metadata'],
    ['half a character', { client_name: '\ud800' }, 'invalid_client_metadata'],
  ])('that registers with %s is told what is wrong', async (_what, sent, error) => {
    const response = await fetch(`${site.url}/oauth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ client_name: 'A client', redirect_uris: [CALLBACK], ...sent }),
    });
    const body = (await response.json()) as { error: string };
    expect([response.status, body.error]).toEqual([400, error]);
  });

  it('without a name asks without one', async () => {
    const browser = new Browser();
    const nameless = (await register(site.url, { client_name: undefined })).id;
    const response = await browser.get(codeRequest(site.url, nameless).address);
    const uid = response.headers.get('location')!.split('/').at(-1)!;
    expect(await consentRequest(site.services, browser.cookie, uid)).toMatchObject({ clientName: null });
  });

  it.each([
    [
      'Cursor',
      {
        redirect_uris: [
          'cursor://anysphere.cursor-mcp/oauth/callback',
          'https://www.cursor.com/agents/mcp/oauth/callback',
          'http://localhost:8787/callback',
        ],
      },
    ],
    [
      'VS Code',
      {
        redirect_uris: ['https://vscode.dev/redirect', 'http://127.0.0.1/', 'http://127.0.0.1:33418/'],
        grant_types: ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:device_code'],
      },
    ],
    [
      'Claude',
      {
        redirect_uris: ['https://claude.ai/api/mcp/auth_callback'],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    [
      'ChatGPT',
      {
        redirect_uris: ['https://chatgpt.com/connector/oauth/abc'],
        token_endpoint_auth_method: 'client_secret_basic',
        scope: 'openid email offline_access profile:read',
      },
    ],
    [
      'a client of the implicit flow',
      { redirect_uris: ['https://client.example/cb'], response_types: ['code', 'token'] },
    ],
    [
      'a client that takes forms',
      { redirect_uris: ['https://client.example/cb'], response_modes: ['form_post'] },
    ],
  ])('is registered as what it can be here, and told so, when it asks as %s does', async (_name, sent) => {
    const response = await fetch(`${site.url}/oauth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ client_name: 'A known client', ...sent }),
    });
    const registered = await response.json();
    expect([response.status, registered]).toEqual([
      201,
      expect.objectContaining({
        redirect_uris: sent.redirect_uris,
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
      }),
    ]);
    expect(registered).not.toHaveProperty('client_secret');
  });

  it('that publishes its description is named by the host that holds it', async () => {
    const browser = new Browser();
    const response = await browser.get(codeRequest(site.url, DOCUMENT).address);
    const uid = response.headers.get('location')!.split('/').at(-1)!;
    expect(await consentRequest(site.services, browser.cookie, uid)).toMatchObject({
      clientName: 'A published client',
      publishedBy: 'client.example',
    });
  });

  it.each(['http://localhost:3118/callback', 'http://127.0.0.1:51234/callback'])(
    'that publishes an address of this computer without a port is sent back to the port it has: %s',
    async (redirect) => {
      const { location } = await asked({ redirect_uri: redirect }, DOCUMENT);
      expect(location?.pathname).toMatch(/^\/connect\//);
    },
  );

  it.each([
    'https://127.0.0.1/c.json',
    'https://10.0.0.8/c.json',
    'https://[::1]/c.json',
    'https://169.254.169.254/c.json',
  ])('whose description lies at a private address is not known: %s', async (id) => {
    const { status, location } = await asked({}, id);
    expect([status, location]).toEqual([400, null]);
  });
});

describe('a caller of the authorization server', () => {
  it.each(['/oauth/register/', '/oauth/REGISTER', '/oauth/reg%69ster', '/oauth/./register'])(
    'registers nothing under another spelling of the address, where other limits would hold: %s',
    async (path) => {
      const { port } = new URL(site.url);
      const sent = request({ host: '127.0.0.1', port, path, method: 'POST' }).setHeader(
        'content-type',
        'application/json',
      );
      sent.end(JSON.stringify({ redirect_uris: [CALLBACK] }));
      const [answer] = await once(sent, 'response');
      expect(answer.statusCode).toBe(404);
    },
  );

  it.each(['/oauth/authorize/', '/oauth/Authorize'])(
    'asks for no code under another spelling of the address, where scopes would not be ours: %s',
    async (path) => {
      const { address } = codeRequest(site.url, client, { scope: 'openid' });
      address.pathname = path;
      expect((await new Browser().get(address)).status).toBe(404);
    },
  );

  it('is one by its /64, whichever of its addresses it takes', async () => {
    const behind = await openSite((url) =>
      testServices({ EARMARK_BASE_URL: url, EARMARK_TRUSTED_PROXIES: '1' }),
    );
    const from = async (address: string) => {
      const answer = await fetch(`${behind.url}/oauth/register`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
        body: '{}',
      });
      return answer.status;
    };
    const statuses = [];
    const { quota } = bucketPolicies.oauthClient;
    for (let host = 1; host <= quota + 1; host++) statuses.push(await from(`2001:db8:9:9::${host}`));
    expect([...new Set(statuses.slice(0, quota)), statuses[quota]]).toEqual([400, 429]);
    expect(await from('2001:db8:9:a::1')).toBe(400);
    await behind.close();
  });
});
