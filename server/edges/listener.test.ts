import { createServer, get, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { frontDoor } from '#server/edges/listener.ts';
import { readerAddress, readerIsHere } from '#server/edges/pages/request.ts';
import { openDatabase, sql } from '#server/platform/db.ts';
import type { Services } from '#server/platform/services.ts';
import { type TestServices, testServices } from '#server/testing/services.ts';

let services: TestServices;
let listener: Server;
beforeAll(async () => {
  services = await testServices({ EARMARK_ALLOWED_ORIGINS: 'https://agent.example' });
  listener = createServer(frontDoor(services, (_req, res) => res.end('a page')));
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  listener.closeAllConnections();
  listener.close();
  await services.close();
});

const port = () => (listener.address() as AddressInfo).port;

/** What the server answers to a request line that no client library would send. */
function rawAnswer(requestLine: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(port(), '127.0.0.1', () =>
      socket.write(`${requestLine}\r\nHost: earmark.test\r\nConnection: close\r\n\r\n`),
    );
    socket.on('data', (chunk) => {
      text += chunk;
    });
    socket.on('end', () => resolve(text));
    socket.on('error', reject);
  });
}

/** The reader that a page sees. */
async function whoAsks(given: Services, headers: Record<string, string>) {
  const told = createServer(
    frontDoor(given, (_req, res) =>
      res.end(JSON.stringify({ address: readerAddress(), here: readerIsHere() })),
    ),
  );
  await new Promise<void>((resolve) => told.listen(0, '127.0.0.1', resolve));
  try {
    return await new Promise((resolve, reject) => {
      // `fetch` sets its own Host.
      get({ host: '127.0.0.1', port: (told.address() as AddressInfo).port, headers }, (answer) => {
        let text = '';
        answer.on('data', (chunk) => {
          text += chunk;
        });
        answer.on('end', () => resolve(JSON.parse(text)));
      }).on('error', reject);
    });
  } finally {
    told.close();
  }
}

/** The answer to a form sent in these chunks without its length, by a page that reports what it read. */
async function answerToParts(parts: readonly string[], ends = true): Promise<string> {
  const pages = createServer(
    frontDoor(services, async (req, res) => {
      const read = await buffer(req);
      const { 'content-length': told, 'transfer-encoding': encoding = 'none' } = req.headers;
      res.end(`${req.method} ${req.url}: ${read.length} of ${told}, ${encoding}, ${read.subarray(0, 9)}`);
    }),
  );
  await new Promise<void>((resolve) => pages.listen(0, '127.0.0.1', resolve));
  try {
    return await new Promise<string>((resolve, reject) => {
      let text = '';
      const socket = connect((pages.address() as AddressInfo).port, '127.0.0.1', () => {
        socket.write(
          'POST /operator HTTP/1.1\r\nHost: earmark.test\r\nConnection: close\r\nContent-Type: application/x-www-form-urlencoded\r\nTransfer-Encoding: chunked\r\n\r\n',
        );
        for (const part of parts) socket.write(`${part.length.toString(16)}\r\n${part}\r\n`);
        if (ends) socket.write('0\r\n\r\n');
      });
      socket.on('data', (chunk) => {
        text += chunk;
      });
      socket.on('close', () => resolve(text));
      socket.on('error', reject);
    });
  } finally {
    pages.closeAllConnections();
    pages.close();
  }
}

/** A front door all of whose edges fail. */
async function failingDoor() {
  const broken = {
    ...services,
    clock: () => {
      throw new Error('There is no clock.');
    },
  };
  const door = createServer(frontDoor(broken, () => undefined));
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve));
  return { door, address: `http://127.0.0.1:${(door.address() as AddressInfo).port}` };
}

/** The reader that the page after a form sees, when the server itself fetches that page, as Next does after an action. */
async function whoSent(headers: Record<string, string>): Promise<unknown> {
  const address = () => `http://127.0.0.1:${(door.address() as AddressInfo).port}/sent`;
  const door = createServer(
    frontDoor(services, async (req, res) => {
      if (req.method === 'GET')
        return res.end(JSON.stringify({ address: readerAddress(), here: readerIsHere() }));
      const { 'content-length': _, connection: __, 'transfer-encoding': ___, ...passedOn } = req.headers;
      const page = await fetch(address(), {
        headers: { ...(passedOn as Record<string, string>), 'x-forwarded-for': '127.0.0.1' },
      });
      res.end(await page.text());
    }),
  );
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve));
  try {
    return await (await fetch(address(), { method: 'POST', headers, body: 'a=1' })).json();
  } finally {
    door.closeAllConnections();
    door.close();
  }
}

describe('the page that a form leads to', () => {
  it('is made for whoever sent the form, though the front door itself fetches it', async () => {
    expect(await whoSent({})).toEqual({ address: '127.0.0.1', here: true });
  });

  it('is made for nobody at this machine where the form was passed on, whatever name it gives itself', async () => {
    const passedOn = { via: '1.1 proxy', 'x-earmark-sent-by': 'me' };
    expect(await whoSent(passedOn)).toMatchObject({ here: false });
  });
});

describe('a form that does not tell its length', () => {
  const half = `a=${'x'.repeat(32 * 1024 - 2)}`;

  it('is handed on whole, with its length, where it is no larger than a form of ours', async () => {
    expect(await answerToParts(['a=1', '&b=2'])).toContain('POST /operator: 7 of 7, none, a=1&b=2');
    expect(await answerToParts([half, half])).toContain('POST /operator: 65536 of 65536');
  });

  it('is refused as one that tells it, where it is larger', async () => {
    const told = await fetch(`http://127.0.0.1:${port()}/operator`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'x'.repeat(64 * 1024 + 1),
    });
    expect(told.status).toBe(413);
    const answer = await answerToParts([half, half, 'x']);
    expect(answer).toMatch(/^HTTP\/1.1 413 /);
    expect(answer).toContain(await told.text());
    expect(answer.toLowerCase()).toContain('\r\nconnection: close\r\n');
  });

  it('is cut off where it never ends', { timeout: 20_000 }, async () => {
    expect(await answerToParts([half, half, half], false)).toMatch(/^HTTP\/1.1 413 /);
  });
});

describe('the front door', () => {
  it('says that a connection ends where it answers before the whole body has come', async () => {
    const head = `POST /v1/mcp HTTP/1.1\r\nHost: earmark.test\r\nContent-Type: application/json\r\n`;
    const filler = 'x'.repeat(300_000);
    for (const body of [
      `Content-Length: 2000000\r\n\r\n${filler}`,
      `Transfer-Encoding: chunked\r\n\r\n${filler.length.toString(16)}\r\n${filler}\r\n`,
    ]) {
      const answer = await new Promise<string>((resolve, reject) => {
        let text = '';
        const socket = connect(port(), '127.0.0.1', () => socket.write(head + body));
        socket.on('data', (chunk) => {
          text += chunk;
        });
        socket.on('close', () => resolve(text));
        socket.on('error', reject);
      });
      expect(answer).toMatch(/^HTTP\/1.1 413 /);
      expect(answer.toLowerCase()).toContain('\r\nconnection: close\r\n');
    }
    const whole = await fetch(`http://127.0.0.1:${port()}/v1/mcp`, { method: 'POST', body: '{}' });
    expect(whole.headers.get('connection')).toBe('keep-alive');
  });

  it.each(['/v1/mcp', '/v1/mcp/health', '/v1/agent/me', '/v1/agent/keys'])(
    'answers the preflight of an allowed browser origin for %s with that origin, once',
    async (path) => {
      const answer = await fetch(`http://127.0.0.1:${port()}${path}`, {
        method: 'OPTIONS',
        headers: { origin: 'https://agent.example', 'access-control-request-method': 'POST' },
      });
      expect(answer.status).toBe(204);
      expect(answer.headers.get('access-control-allow-origin')).toBe('https://agent.example');
    },
  );

  it.each([
    ['of the service itself', 'earmark.test', {}, true],
    ['of this machine', 'localhost:3000', {}, true],
    ['that is an address', '127.0.0.1:3000', {}, true],
    ['that a stranger pointed here', 'rebound.example', {}, false],
    [
      'of the service, over a proxy that no setting names',
      'earmark.test',
      { 'x-forwarded-for': '127.0.0.1' },
      false,
    ],
    ['of the service, over a proxy that names nobody', 'earmark.test', { via: '1.1 proxy' }, false],
  ])('tells pages whether the reader sits at this machine: a host %s', async (_what, host, headers, here) => {
    const asked = await whoAsks(services, { host, ...headers });
    expect(asked).toEqual({ address: '127.0.0.1', here });
  });

  it.each([
    ['that came straight', {}, true],
    ['that names its client elsewhere', { forwarded: 'for=8.8.8.8' }, false],
    ['that names its client in a header of its own', { 'x-real-ip': '8.8.8.8' }, false],
    ['that names the proxy alone', { via: '1.1 proxy' }, false],
    ['that names the host alone', { 'x-forwarded-host': 'earmark.test' }, false],
    ['that names the protocol alone', { 'x-forwarded-proto': 'https' }, false],
    ['that names nobody', { 'x-forwarded-for': '' }, false],
    ['that names one of two proxies’ clients', { 'x-forwarded-for': '127.0.0.1' }, false, 2],
  ])(
    'takes a request %s for one of this machine only where the trusted proxies vouch for it',
    async (_which, headers, here, trusted = 1) => {
      const env = { ...services.env, EARMARK_TRUSTED_PROXIES: trusted };
      expect(await whoAsks({ ...services, env }, { host: 'earmark.test', ...headers })).toMatchObject({
        here,
      });
    },
  );

  it.each([
    ['127.0.0.9', true],
    ['203.0.113.5', false],
  ])('takes the word of a trusted proxy for where %s is', async (address, here) => {
    const env = { ...services.env, EARMARK_TRUSTED_PROXIES: 1 };
    const headers = { host: 'earmark.test', 'x-forwarded-for': `127.0.0.1, ${address}` };
    expect(await whoAsks({ ...services, env }, headers)).toEqual({ address, here });
  });

  it.each([
    ['https://earmark.test', 'max-age=31536000'],
    ['http://earmark.test', null],
  ])('tells browsers to stay with https where it is reached so: %s', async (webUrl, wanted) => {
    const door = createServer(
      frontDoor({ ...services, env: { ...services.env, webUrl } }, (_req, res) => res.end('a page')),
    );
    await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve));
    for (const path of ['/', '/v1/nothing', '/livez']) {
      const answer = await fetch(`http://127.0.0.1:${(door.address() as AddressInfo).port}${path}`);
      expect(answer.headers.get('strict-transport-security')).toBe(wanted);
    }
    door.closeAllConnections();
    door.close();
  });

  it.each([
    [0, undefined],
    [1, 'stranger.example'],
  ])('lets pages hear of a forwarded host from a trusted proxy alone: %i', async (trusted, heard) => {
    const env = { ...services.env, EARMARK_TRUSTED_PROXIES: trusted };
    const door = createServer(
      frontDoor({ ...services, env }, (req, res) =>
        res.end(JSON.stringify([req.headers['x-forwarded-host']])),
      ),
    );
    await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve));
    const answer = await fetch(`http://127.0.0.1:${(door.address() as AddressInfo).port}/`, {
      headers: { 'x-forwarded-host': 'stranger.example' },
    });
    expect(await answer.json()).toEqual([heard ?? null]);
    door.closeAllConnections();
    door.close();
  });

  it('counts requests for an operator at this machine, and has no such page for others', async () => {
    await fetch(`http://127.0.0.1:${port()}/v1/mcp/health`);
    const metrics = `http://127.0.0.1:${port()}/metrics`;
    expect(await (await fetch(metrics)).text()).toMatch(
      /^earmark_requests_total\{edge="mcp",route="health",status="200"\} \d+$/m,
    );
    const passedOn = await fetch(metrics, { headers: { 'x-forwarded-for': '203.0.113.5' } });
    expect(await passedOn.text()).toBe('a page');
  });

  it('says that it is live and ready', async () => {
    for (const [path, status] of [
      ['/livez', 'live'],
      ['/readyz', 'ready'],
    ]) {
      const answer = await fetch(`http://127.0.0.1:${port()}${path}`);
      expect([answer.status, await answer.json()]).toEqual([200, { status }]);
      expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    }
  });

  it.each([
    ['database', async () => openDatabase('postgresql://nobody@127.0.0.1:9/none', 1)],
    [
      'migrations',
      async () => {
        const { databaseUrl } = services;
        await services.db.run(
          sql`UPDATE _prisma_migrations SET finished_at = NULL WHERE migration_name = (SELECT max(migration_name) FROM _prisma_migrations)`,
        );
        return openDatabase(databaseUrl, 1);
      },
    ],
  ])('is live but not ready for want of its %s', async (failing, open) => {
    const db = await open();
    const door = createServer(frontDoor({ ...services, db }, () => undefined));
    await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve));
    const address = `http://127.0.0.1:${(door.address() as AddressInfo).port}`;
    const ready = await fetch(`${address}/readyz`);
    expect([ready.status, ready.headers.get('retry-after'), await ready.json()]).toEqual([
      503,
      '5',
      { status: 'not ready', failing },
    ]);
    expect((await fetch(`${address}/livez`)).status).toBe(200);
    door.closeAllConnections();
    door.close();
    await db.close();
  });

  it('answers 503 from the authorization server while the database is away', async () => {
    const db = openDatabase('postgresql://127.0.0.1:1/nothing', 1);
    const { env, log, secrets, buckets, clock } = services;
    const door = createServer(
      frontDoor({ env, log, secrets, buckets, clock, db } as Services, () => undefined),
    );
    await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve));
    const { port: doorPort } = door.address() as AddressInfo;
    const answer = await fetch(`http://127.0.0.1:${doorPort}/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: 'r', client_id: 'c' }),
    });
    expect([answer.status, answer.headers.get('retry-after'), await answer.json()]).toMatchObject([
      503,
      '5',
      { error: 'server_error' },
    ]);
    door.closeAllConnections();
    door.close();
    await db.close();
  });

  it('refuses a method that no route takes with what it takes', async () => {
    const answer = await rawAnswer('TRACE /v1/agent/me HTTP/1.1');
    expect(answer).toMatch(/^HTTP\/1\.1 405 /);
    expect(answer).toMatch(/\r\nAllow: GET, HEAD, POST, DELETE, OPTIONS\r\n/);
    expect(answer).toMatch(/"error":"invalid_request"/);
  });

  it.each([
    ['PUT', '/', 405, 'GET, HEAD, POST, OPTIONS'],
    ['OPTIONS', '/', 204, 'GET, HEAD, POST, OPTIONS'],
    ['POST', '/tickers/NVDA/feed.xml', 405, 'GET, HEAD, OPTIONS'],
    ['DELETE', '/embed.js', 405, 'GET, HEAD, OPTIONS'],
    ['OPTIONS', '/embed.js', 204, 'GET, HEAD, OPTIONS'],
    ['GET', '/billing/webhook', 405, 'POST, OPTIONS'],
  ])('says which methods an address of the site takes: %s %s', async (method, path, status, allow) => {
    const answer = await fetch(`http://127.0.0.1:${port()}${path}`, { method });
    expect([answer.status, answer.headers.get('allow')]).toEqual([status, allow]);
  });

  it('gives a file whole to a caller who asks for a part that it does not have', async () => {
    const asked = createServer(frontDoor(services, (req, res) => res.end(`range ${req.headers.range}`)));
    await new Promise<void>((resolve) => asked.listen(0, '127.0.0.1', resolve));
    const address = `http://127.0.0.1:${(asked.address() as AddressInfo).port}/embed.js`;
    const answer = await fetch(address, { headers: { range: 'bytes=999999-' } });
    expect(await answer.text()).toBe('range undefined');
    asked.closeAllConnections();
    asked.close();
  });

  it('reads a target in absolute form, and its host before the Host header', async () => {
    const served = await rawAnswer('GET http://earmark.test/v1/agent/openapi.json HTTP/1.1');
    expect(served).toMatch(/^HTTP\/1\.1 200 /);
    const foreign = await rawAnswer('POST http://evil.example/v1/mcp HTTP/1.1');
    expect(foreign).toMatch(/"error":"origin_not_allowed"/);
  });

  it('names the request where an edge fails, in the form of every error', async () => {
    const { door, address } = await failingDoor();
    const answer = await fetch(`${address}/v1/agent/me`);
    const body = (await answer.json()) as { error: string; requestId: string };
    door.closeAllConnections();
    door.close();
    expect([answer.status, body.error, body.requestId]).toEqual([
      500,
      'internal_server_error',
      answer.headers.get('x-request-id'),
    ]);
  });

  it('refuses a target that is no path', async () => {
    expect(await rawAnswer('OPTIONS * HTTP/1.1')).toMatch(/^HTTP\/1\.1 400 /);
  });

  it.each(['/v1', '/v1?x=1', '/v1/', '/v1/nothing'])('answers %s in the form of an error', async (path) => {
    const answer = await fetch(`http://127.0.0.1:${port()}${path}`);
    expect([answer.status, ((await answer.json()) as { error: string }).error]).toEqual([404, 'not_found']);
  });

  it('serves the description with a slash at its end too', async () => {
    expect((await fetch(`http://127.0.0.1:${port()}/v1/agent/openapi.json/`)).status).toBe(200);
  });
});

describe.each([
  [
    'the MCP registry',
    '/.well-known/mcp-registry-auth',
    'EARMARK_MCP_REGISTRY_PROOF',
    'v=MCPv1; k=ed25519; p=QUJD',
  ],
  ['OpenAI’s apps', '/.well-known/openai-apps-challenge', 'EARMARK_OPENAI_APPS_PROOF', 'a-token_1'],
])('the proof for %s', (_directory, path, setting, proof) => {
  const asked = async (settings: Record<string, string>) => {
    const env = { ...services.env, ...settings };
    const told = createServer(frontDoor({ ...services, env }, (_req, res) => res.end('a page')));
    await new Promise<void>((resolve) => told.listen(0, '127.0.0.1', resolve));
    try {
      const { port } = told.address() as AddressInfo;
      const answer = await fetch(`http://127.0.0.1:${port}${path}`);
      return [answer.status, await answer.text()];
    } finally {
      told.closeAllConnections();
      told.close();
    }
  };

  it('is what the operator set, and not there before', async () => {
    expect(await asked({ [setting]: proof })).toEqual([200, proof]);
    expect((await asked({}))[0]).toBe(404);
  });
});
