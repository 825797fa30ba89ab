import { createServer, get, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drain, frontDoor } from '#server/edges/listener.ts';
import { readerAddress, readerIsHere } from '#server/edges/pages/request.ts';
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

/** Who a page is told that it is made for. */
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
    ['127.0.0.9', true],
    ['203.0.113.5', false],
  ])('takes the word of a trusted proxy for where %s is', async (address, here) => {
    const env = { ...services.env, EARMARK_TRUSTED_PROXIES: 1 };
    const headers = { host: 'earmark.test', 'x-forwarded-for': `127.0.0.1, ${address}` };
    expect(await whoAsks({ ...services, env }, headers)).toEqual({ address, here });
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

  it('refuses a method that no route takes with what it takes', async () => {
    const answer = await rawAnswer('TRACE /v1/agent/me HTTP/1.1');
    expect(answer).toMatch(/^HTTP\/1\.1 405 /);
    expect(answer).toMatch(/\r\nAllow: GET, HEAD, POST, DELETE, OPTIONS\r\n/);
    expect(answer).toMatch(/"error":"invalid_request"/);
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

describe('a server that drains', () => {
  /** A server whose answers end when they are told to, with a connection that waits for one. */
  async function asked() {
    const answers: ServerResponse[] = [];
    const server = createServer((_req, res) => void answers.push(res.writeHead(200)));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const answer = fetch(address).then((response) => response.text());
    await expect.poll(() => answers.length).toBe(1);
    return { server, address, answer, finish: () => answers[0]!.end('whole') };
  }

  it('takes no more connections, and lets an answer under way end', async () => {
    const { server, address, answer, finish } = await asked();
    const drained = drain(server, 60_000);
    await expect(fetch(address)).rejects.toThrow();
    finish();
    expect(await answer).toBe('whole');
    await drained;
  });

  it('cuts what has not ended in time', async () => {
    const { server, answer } = await asked();
    const cut = expect(answer).rejects.toThrow();
    await drain(server, 10);
    await cut;
  });
});

describe('the proof for the MCP registry', () => {
  const asked = async (settings: Record<string, string>) => {
    const env = { ...services.env, ...settings };
    const told = createServer(frontDoor({ ...services, env }, (_req, res) => res.end('a page')));
    await new Promise<void>((resolve) => told.listen(0, '127.0.0.1', resolve));
    try {
      const { port } = told.address() as AddressInfo;
      const answer = await fetch(`http://127.0.0.1:${port}/.well-known/mcp-registry-auth`);
      return [answer.status, (await answer.text()).trim()];
    } finally {
      told.closeAllConnections();
      told.close();
    }
  };

  it('is what the operator set, and not there before', async () => {
    const proof = 'v=MCPv1; k=ed25519; p=QUJD';
    expect(await asked({ EARMARK_MCP_REGISTRY_PROOF: proof })).toEqual([200, proof]);
    expect((await asked({}))[0]).toBe(404);
  });
});
