import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, createServer as createTcpServer, type Server } from 'node:net';
import { networkInterfaces } from 'node:os';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createGuardedFetch, type FetchRequest, type FetchResult, type GuardConfig } from './fetch.ts';

const hasIpv6 = Object.values(networkInterfaces()).some((list) =>
  list?.some(({ address }) => address === '::1'),
);
const open: Server[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => new Promise((done) => server.close(done))));
});

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

async function serve(handler: Handler): Promise<{ port: number; host: string; url: string }> {
  const server = createServer(handler);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  server.on('connection', (socket) => socket.unref());
  open.push(server);
  const { port } = server.address() as AddressInfo;
  return { port, host: `127.0.0.1:${port}`, url: `http://127.0.0.1:${port}` };
}

function fetching(
  url: string,
  config: Partial<GuardConfig> = {},
  wanted: FetchRequest = {},
): Promise<FetchResult> {
  return createGuardedFetch({
    allowHosts: [],
    userAgent: 'Earmark test',
    timeoutMs: 5_000,
    maxWireBytes: 1_000_000,
    maxBytes: 1_000_000,
    ...config,
  })(url, wanted);
}

const text = (result: FetchResult) =>
  result.status === 'ok' ? Buffer.from(result.bytes).toString() : result;
const reason = (result: FetchResult) => (result.status === 'failed' ? result.kind : result.status);

describe('what comes back', () => {
  it('carries the bytes, the validators and the type', async () => {
    const { url, host } = await serve((_, response) => {
      response.writeHead(200, {
        'content-type': 'application/rss+xml',
        etag: '"a"',
        'last-modified': 'yesterday',
      });
      response.end('<rss/>');
    });
    const result = await fetching(`${url}/feed#part`, { allowHosts: [host] });
    expect(text(result)).toBe('<rss/>');
    expect(result).toMatchObject({
      status: 'ok',
      etag: '"a"',
      lastModified: 'yesterday',
      contentType: 'application/rss+xml',
      finalUrl: `${url}/feed`,
      permanentRedirectTo: null,
    });
  });

  it('says not modified when the server recognises the validators', async () => {
    const { url, host } = await serve((request, response) => {
      const known =
        request.headers['if-none-match'] === '"a"' && request.headers['if-modified-since'] === 'then';
      response.writeHead(known ? 304 : 200, { etag: '"a"' }).end();
    });
    const result = await fetching(url, { allowHosts: [host] }, { etag: '"a"', lastModified: 'then' });
    expect(result).toMatchObject({ status: 'not-modified', etag: '"a"' });
  });

  it('does not believe a 304 it never asked for', async () => {
    const { url, host } = await serve((_, response) => response.writeHead(304).end());
    expect(await fetching(url, { allowHosts: [host] })).toMatchObject({ status: 'failed', httpStatus: 304 });
  });

  it('tells 410 from 404', async () => {
    const { url, host } = await serve((request, response) => {
      response.writeHead(request.url === '/gone' ? 410 : 404).end('nothing');
    });
    expect(await fetching(`${url}/gone`, { allowHosts: [host] })).toMatchObject({
      gone: true,
      httpStatus: 410,
    });
    expect(await fetching(`${url}/lost`, { allowHosts: [host] })).toMatchObject({
      gone: false,
      httpStatus: 404,
    });
  });

  it('reads Retry-After in seconds and as a date', async () => {
    const { url, host } = await serve((request, response) => {
      const after = request.url === '/date' ? 'Sat, 21 Nov 2026 12:02:00 GMT' : (request.url ?? '').slice(1);
      response.writeHead(429, { 'retry-after': decodeURIComponent(after) }).end();
    });
    const now = () => Date.UTC(2026, 10, 21, 12, 0, 0);
    const waitAfter = async (path: string) => {
      const result = await fetching(`${url}${path}`, { allowHosts: [host], now });
      return result.status === 'failed' && result.retryAfterSeconds;
    };
    expect(await waitAfter('/90')).toBe(90);
    expect(await waitAfter('/date')).toBe(120);
    expect(await waitAfter('/999999999')).toBe(7 * 24 * 3600);
    expect(await waitAfter('/soon')).toBe(null);
  });

  it('decompresses gzip and brotli', async () => {
    const { url, host } = await serve((request, response) => {
      const isBrotli = request.url === '/br';
      response.writeHead(200, { 'content-encoding': isBrotli ? 'br' : 'gzip' });
      response.end(isBrotli ? brotliCompressSync('words') : gzipSync('words'));
    });
    expect(text(await fetching(`${url}/gzip`, { allowHosts: [host] }))).toBe('words');
    expect(text(await fetching(`${url}/br`, { allowHosts: [host] }))).toBe('words');
  });
});

describe('where it will not go', () => {
  it.each([
    'http://127.0.0.1:9/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://0177.0.0.1/',
    'http://127.1/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://169.254.169.254/latest/meta-data',
    'http://10.0.0.1/',
    'http://100.64.0.1/',
    'http://[fe80::1]/',
    'http://[fd00::1]/',
    'http://0.0.0.0/',
  ])('refuses the literal %s', async (url) => {
    expect(reason(await fetching(url))).toBe('blocked');
  });

  it('refuses the port of another protocol, whatever the name resolves to', async () => {
    const lookup = vi.fn(async () => [{ address: '93.184.216.34', family: 4 as const }]);
    expect(reason(await fetching('http://feeds.example:25/', { lookup }))).toBe('blocked');
    expect(lookup).not.toHaveBeenCalled();
  });

  it('refuses a name that resolves to a private address, even beside a public one', async () => {
    const lookup = async () => [
      { address: '93.184.216.34', family: 4 as const },
      { address: '127.0.0.1', family: 4 as const },
    ];
    expect(reason(await fetching('http://feeds.example/', { lookup }))).toBe('blocked');
    expect(reason(await fetching('http://localhost/'))).toBe('blocked');
  });

  it('never connects to the private address a name resolves to', async () => {
    let reached = 0;
    const { port } = await serve((_, response) => {
      reached++;
      response.end('secret');
    });
    const lookup = async () => [{ address: '127.0.0.1', family: 4 as const }];
    expect(reason(await fetching(`http://rebinding.example:${port}/`, { lookup }))).toBe('blocked');
    expect(reached).toBe(0);
  });

  it('asks the resolver once and connects to that very answer, so a name cannot change its mind between', async () => {
    const { port } = await serve((_, response) => response.end('first answer'));
    let calls = 0;
    const lookup = async () => {
      calls++;
      return [{ address: calls === 1 ? '127.0.0.1' : '127.0.0.2', family: 4 as const }];
    };
    const allowHosts = [`rebinding.example:${port}`];
    expect(text(await fetching(`http://rebinding.example:${port}/`, { lookup, allowHosts }))).toBe(
      'first answer',
    );
    expect(calls).toBe(1);
  });

  it('checks a name it meets on a redirect', async () => {
    const lookup = async () => [{ address: '10.0.0.1', family: 4 as const }];
    const { url, host } = await serve((_, response) => {
      response.writeHead(302, { location: 'http://internal.example/' }).end();
    });
    expect(reason(await fetching(url, { lookup, allowHosts: [host] }))).toBe('blocked');
  });

  it.skipIf(!hasIpv6)('opens an IPv6 host only when the operator names it', async () => {
    const server = createServer((_, response) => response.end('six'));
    await new Promise<void>((done) => server.listen(0, '::1', done));
    open.push(server);
    const { port } = server.address() as AddressInfo;
    expect(reason(await fetching(`http://[::1]:${port}/`))).toBe('blocked');
    expect(text(await fetching(`http://[::1]:${port}/`, { allowHosts: [`[::1]:${port}`] }))).toBe('six');
  });

  it('checks every redirect', async () => {
    let reached = 0;
    const inner = await serve((_, response) => {
      reached++;
      response.end('secret');
    });
    const outer = await serve((_, response) =>
      response.writeHead(302, { location: `${inner.url}/admin` }).end(),
    );
    expect(reason(await fetching(outer.url, { allowHosts: [outer.host] }))).toBe('blocked');
    expect(reached).toBe(0);
    expect(text(await fetching(outer.url, { allowHosts: [outer.host, inner.host] }))).toBe('secret');
  });

  it('speaks only http and https, also after a redirect', async () => {
    const { url, host } = await serve((_, response) =>
      response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
    );
    expect(reason(await fetching('file:///etc/passwd'))).toBe('address');
    expect(reason(await fetching('ftp://example.org/feed'))).toBe('address');
    expect(reason(await fetching('not a url'))).toBe('address');
    expect(reason(await fetching(url, { allowHosts: [host] }))).toBe('address');
  });

  it('sends credentials of the address to that host alone', async () => {
    const seen: (string | undefined)[] = [];
    const other = await serve((request, response) => {
      seen.push(request.headers.authorization);
      response.end('there');
    });
    const first = await serve((request, response) => {
      seen.push(request.headers.authorization);
      response.writeHead(301, { location: `http://eve:x@${other.host}/` }).end();
    });
    const config = { allowHosts: [first.host, other.host] };
    const result = await fetching(`http://me:p%40ss@${first.host}/`, config);
    expect(text(result)).toBe('there');
    expect(seen).toEqual([`Basic ${Buffer.from('me:p@ss').toString('base64')}`, undefined]);
    expect(result).toMatchObject({ finalUrl: `http://${other.host}/`, permanentRedirectTo: null });
  });
});

describe('redirects', () => {
  it('follows five and no more', async () => {
    const { url, host } = await serve((request, response) => {
      const left = Number((request.url ?? '').slice(1));
      if (left === 0) response.end('arrived');
      else response.writeHead(302, { location: `/${left - 1}` }).end();
    });
    expect(text(await fetching(`${url}/5`, { allowHosts: [host] }))).toBe('arrived');
    expect(reason(await fetching(`${url}/6`, { allowHosts: [host] }))).toBe('redirect');
  });

  it('reports a new home only when the whole way there was permanent', async () => {
    const { url, host } = await serve((request, response) => {
      const way: Record<string, [number, string]> = {
        '/a': [301, '/b'],
        '/b': [308, '/c'],
        '/t': [302, '/a'],
        '/p': [301, '/q'],
        '/q': [302, '/c'],
      };
      const next = way[request.url ?? ''];
      if (next) response.writeHead(next[0], { location: next[1] }).end();
      else response.end('here');
    });
    const home = async (path: string) => {
      const result = await fetching(`${url}${path}`, { allowHosts: [host] });
      return result.status === 'ok' && result.permanentRedirectTo;
    };
    expect(await home('/a')).toBe(`${url}/c`);
    expect(await home('/t')).toBe(null);
    expect(await home('/p')).toBe(`${url}/q`);
    expect(await home('/c')).toBe(null);
  });

  it('refuses a redirect without a target', async () => {
    const { url, host } = await serve((_, response) => response.writeHead(301).end());
    expect(reason(await fetching(url, { allowHosts: [host] }))).toBe('redirect');
  });
});

describe('what it will not swallow', () => {
  it('stops a body that is larger than announced or allowed', async () => {
    const { url, host } = await serve((request, response) => {
      if (request.url === '/announced') response.writeHead(200, { 'content-length': '5000000' });
      response.on('error', () => undefined);
      const more = () => {
        if (!response.destroyed) response.write(Buffer.alloc(64 * 1024, 'x'), () => setImmediate(more));
      };
      more();
    });
    const config = { allowHosts: [host], maxWireBytes: 200_000 };
    expect(reason(await fetching(`${url}/announced`, config))).toBe('too-large');
    expect(reason(await fetching(`${url}/endless`, config))).toBe('too-large');
  });

  it('stops a compression bomb at the decompressed limit', async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000));
    expect(bomb.length).toBeLessThan(100_000);
    const { url, host } = await serve((_, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb);
    });
    expect(reason(await fetching(url, { allowHosts: [host] }))).toBe('too-large');
  });

  it('gives up on a server that drips its answer', async () => {
    const { url, host } = await serve((request, response) => {
      if (request.url === '/silent') return;
      response.writeHead(200);
      const drip = setInterval(() => response.write('x'), 50);
      response.on('close', () => clearInterval(drip));
    });
    const config = { allowHosts: [host], timeoutMs: 400 };
    const started = performance.now();
    expect(reason(await fetching(`${url}/drip`, config))).toBe('timeout');
    expect(reason(await fetching(`${url}/silent`, config))).toBe('timeout');
    expect(performance.now() - started).toBeLessThan(10_000);
  });

  it('fails on damaged compression, an unknown one, and a broken connection', async () => {
    const { url, host } = await serve((request, response) => {
      if (request.url === '/cut') return void request.socket.destroy();
      response
        .writeHead(200, { 'content-encoding': request.url === '/odd' ? 'compress' : 'gzip' })
        .end('not gzip');
    });
    expect(reason(await fetching(`${url}/bad`, { allowHosts: [host] }))).toBe('network');
    expect(reason(await fetching(`${url}/odd`, { allowHosts: [host] }))).toBe('encoding');
    expect(reason(await fetching(`${url}/cut`, { allowHosts: [host] }))).toBe('network');
  });

  it('fails on an answer cut short', async () => {
    const { url, host } = await serve((_, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('half', () => response.destroy());
    });
    expect(reason(await fetching(url, { allowHosts: [host] }))).toBe('network');
  });

  it('fails in one sentence when nobody listens, the name is unknown, or it is not HTTP', async () => {
    const server = createTcpServer((socket) => socket.resume().end('hello\r\n\r\n'));
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    open.push(server);
    const { port } = server.address() as AddressInfo;
    const unknown = async (): Promise<never> => {
      throw Object.assign(new Error('no'), { code: 'ENOTFOUND' });
    };
    const results = [
      await fetching(`http://127.0.0.1:${port}/`, { allowHosts: ['127.0.0.1'] }),
      await fetching('http://nowhere.example/', { lookup: unknown }),
      await fetching(`http://127.0.0.1:${await freePort()}/`, { allowHosts: ['127.0.0.1'] }),
    ];
    expect(results.map((result) => (result.status === 'failed' ? result.reason : result))).toEqual([
      'The server does not answer with valid HTTP.',
      'The host name could not be resolved.',
      'The server refused the connection.',
    ]);
  });

  it('can be called off', async () => {
    const { url, host } = await serve(() => undefined);
    const controller = new AbortController();
    const pending = fetching(url, { allowHosts: [host] }, { signal: controller.signal });
    controller.abort();
    expect(reason(await pending)).toBe('aborted');
  });
});

async function freePort(): Promise<number> {
  const server = createTcpServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  expect(await new Promise((done) => connect(port, '127.0.0.1').on('error', () => done('closed')))).toBe(
    'closed',
  );
  return port;
}
