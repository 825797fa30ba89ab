import type { IncomingMessage, RequestListener, Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { errorBodySchema } from '#server/api/errors.ts';
import { openHttpServer } from '#server/edges/life/http-server.ts';
import { refusalOfParser } from '#server/edges/life/turned-away.ts';
import type { Env } from '#server/platform/env.ts';

const services = {
  env: { webUrl: 'http://earmark.test' } as Env,
  clock: () => new Date('2026-11-29T00:00:00Z'),
};
const page: RequestListener = (req, res) => {
  req.resume().on('end', () => res.end(`a page at ${req.url}`));
};

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

async function open(listener: RequestListener, takesOver?: (req: IncomingMessage) => boolean) {
  const opened = openHttpServer(services, listener, takesOver);
  server = opened;
  await new Promise<void>((resolve) => opened.listen(0, '127.0.0.1', resolve));
}

/** All that the server says on a connection until it ends it. */
function said(...parts: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    const socket = connect((server!.address() as AddressInfo).port, '127.0.0.1', async () => {
      for (const part of parts) {
        socket.write(part);
        await pause(100);
      }
    });
    socket.on('data', (part) => {
      text += part;
    });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(text));
  });
}

const head = (line: string, ...headers: string[]) =>
  `${[line, 'Host: earmark.test', ...headers].join('\r\n')}\r\n\r\n`;

describe('a wish for another protocol', () => {
  const H2C = ['Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABkAAQAAP__'];
  const WEBSOCKET = [
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
  ];

  it.each([
    ['h2c', H2C],
    ['websocket', WEBSOCKET],
  ])('is passed over, whoever listens for it: %s', async (_protocol, headers) => {
    await open(page);
    // As Next does once it has made a page.
    server!.on('upgrade', (_req, socket) => socket.destroy());
    const last = head('GET /next HTTP/1.1', 'Connection: close');
    const answer = await said(head('GET /v1/agent/me HTTP/1.1', ...headers), last);
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n[\s\S]*a page at \/v1\/agent\/me/);
    expect(answer).toContain('a page at /next');
  });

  it('is heard where somebody speaks it', async () => {
    await open(page, ({ url }) => url === '/_next/hmr');
    server!.on('upgrade', (_req, socket) => socket.end('HTTP/1.1 101 Switching Protocols\r\n\r\n'));
    expect(await said(head('GET /_next/hmr HTTP/1.1', ...WEBSOCKET))).toMatch(/^HTTP\/1\.1 101 /);
  });
});

describe('what Node turns away', () => {
  const chunked = head('POST / HTTP/1.1', 'Transfer-Encoding: chunked');

  it.each([
    ['headers that are too large', head('GET / HTTP/1.1', `X-Long: ${'x'.repeat(20_000)}`), 431],
    ['a method that HTTP does not know', head('FOO / HTTP/1.1'), 400],
    ['an expectation', head('GET / HTTP/1.1', 'Expect: 200-ok'), 417],
    ['a request without a host', 'GET / HTTP/1.1\r\n\r\n', 400],
    ['a tunnel', head('CONNECT earmark.test:443 HTTP/1.1'), 405],
    ['a body whose parts are ill-formed', `${chunked}zz\r\n`, 400],
    ['a body with much beside its parts', `${chunked}3;${'x'.repeat(20_000)}\r\nabc\r\n0\r\n\r\n`, 413],
  ])('is told why, in the form of every error: %s', async (_what, request, status) => {
    await open(page);
    const [first, body] = (await said(request)).split('\r\n\r\n');
    expect(first).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(first).toMatch(/\r\nX-Request-Id: [0-9a-f-]{36}/);
    expect(first).toMatch(/\r\nConnection: close/);
    expect(errorBodySchema.parse(JSON.parse(body!)).error).toBe('invalid_request');
  });

  it('is a body that announces more than any may have, before it is sent', async () => {
    await open(page);
    const asks = (length: number) =>
      said(
        head('POST / HTTP/1.1', `Content-Length: ${length}`, 'Expect: 100-continue', 'Connection: close'),
        'x',
      );
    expect(await asks(9_999_999_999)).toMatch(/^HTTP\/1\.1 413 /);
    expect(await asks(1)).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 /);
  });

  it('is a request that does not come whole within a minute', async () => {
    await open(page);
    expect(server!.requestTimeout).toBe(60_000);
  });

  it('is told so after the answers before it', async () => {
    await open(page);
    const answers = await said(head('GET /first HTTP/1.1'), head('FOO / HTTP/1.1'));
    expect(answers).toMatch(/a page at \/first[\s\S]*HTTP\/1\.1 400 /);
  });

  it('is told nothing in the middle of an answer', async () => {
    await open((_req, res) => void res.write('half'));
    const answer = await said(head('GET / HTTP/1.1'), head('FOO / HTTP/1.1'));
    expect(answer).toContain('half');
    expect(answer).not.toContain('invalid_request');
  });

  it('is told nothing in the place of an answer that is still to come', async () => {
    await open(() => undefined);
    expect(await said(head('GET / HTTP/1.1'), head('FOO / HTTP/1.1'))).toBe('');
  });

  it('ends nothing but its connection where that is reset at once', async () => {
    await open(page);
    const { port } = server!.address() as AddressInfo;
    for (let i = 0; i < 10; i++)
      await new Promise<void>((resolve) => {
        const socket = connect(port, '127.0.0.1', () => {
          socket.write(head('CONNECT x:443 HTTP/1.1'), () => socket.resetAndDestroy());
        });
        socket.on('error', () => undefined).on('close', () => resolve());
      });
    expect(await said(head('GET /after HTTP/1.1', 'Connection: close'))).toContain('a page at /after');
  });

  it('is told nothing where it comes behind a request under way, CONNECT too', async () => {
    await open((_req, res) => void setTimeout(() => res.end('slow'), 300));
    const both = `${head('GET /slow HTTP/1.1')}${head('CONNECT x:443 HTTP/1.1')}`;
    expect(await said(both)).not.toContain('405');
  });

  it('is told nothing where the answer to its beginning has been given', async () => {
    await open((_req, res) => void res.end('too soon'));
    const answer = await said(chunked, 'zz\r\n', head('GET / HTTP/1.1'));
    expect(answer.match(/HTTP\/1\.1 /g)).toHaveLength(1);
  });
});

describe('what the parser gives up', () => {
  it('is told so where it came too slowly, and nothing where its connection broke', () => {
    expect(refusalOfParser('ERR_HTTP_REQUEST_TIMEOUT')).toMatchObject({
      code: 'timeout',
      details: { status: 408 },
    });
    expect(refusalOfParser('ECONNRESET')).toBeNull();
  });
});
