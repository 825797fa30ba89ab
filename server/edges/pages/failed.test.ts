import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createGzip } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { withReadableFailures } from '#server/edges/pages/failed.ts';
import { DatabaseAway } from '#server/platform/postgres/connection.ts';

type Handler = (req: IncomingMessage, res: ServerResponse) => unknown;
type Answer = { status: number; headers: IncomingMessage['headers']; body: string; logged: object[] };

/** The answer to a reader when `handler` makes the pages. */
async function answered(
  handler: Handler,
  path = '/shows',
  method = 'GET',
  away: DatabaseAway | null = null,
): Promise<Answer> {
  const logged: object[] = [];
  const log = { error: (fields: object) => void logged.push(fields) };
  const server = createServer(withReadableFailures(handler, { log, db: { away: () => away } }));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  try {
    return await new Promise((done, fail) => {
      request({ host: '127.0.0.1', port, path, method }, (res) => {
        let body = '';
        res.on('data', (chunk) => {
          body += chunk;
        });
        res.on('end', () => done({ status: res.statusCode!, headers: res.headers, body, logged }));
      })
        .on('error', fail)
        .end();
    });
  } finally {
    server.close();
  }
}

const html = (status: number, body: string): Handler => {
  return (_req, res) => {
    res.statusCode = status;
    res.setHeader('Content-Type', 'text/html; charset=utf-8');
    res.write(body);
    res.end('</html>');
  };
};
const blank = html(500, '<html id="__next_error__"><body></body>');

describe('a page that failed', () => {
  it('can be read without scripts, with the number that the log holds', async () => {
    const { status, headers, body, logged } = await answered(blank);
    expect(status).toBe(500);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers['cache-control']).toBe('no-store');
    expect(body).toMatch(/<h1>This page could not be made<\/h1>/);
    expect(body).not.toMatch(/__next_error__|<script/);
    const [, requestId] = /<code>([0-9a-f-]{36})<\/code>/.exec(body)!;
    expect(logged).toEqual([{ requestId, method: 'GET', path: '/shows' }]);
  });

  it.each([
    ['/sign-in?token=secret', '/sign-in'],
    ['/feeds/secret', '/feeds/*'],
  ])('is logged without what its address opens: %s', async (path, told) => {
    const { logged } = await answered(blank, path);
    expect(logged).toEqual([expect.objectContaining({ path: told })]);
  });

  it('is one of a service that comes back, while the database is away', async () => {
    const away = new DatabaseAway({ code: 'ECONNREFUSED' });
    const { status, headers, body, logged } = await answered(blank, '/shows', 'GET', away);
    expect([status, headers['retry-after']]).toEqual([503, '5']);
    expect(body).toContain('Earmark cannot reach its record for now. Nothing was spent.');
    expect(logged).toEqual([{ err: 'The database is away: nothing listens there.' }]);
  });

  it('is a 503 in words where a feed was asked for, while the database is away', async () => {
    const away = new DatabaseAway({ code: 'ECONNREFUSED' });
    const empty: Handler = (_req, res) => {
      res.statusCode = 500;
      res.end();
    };
    const { status, headers, body } = await answered(empty, '/tickers/NVDA/feed.xml', 'GET', away);
    expect([status, headers['retry-after'], headers['cache-control']]).toEqual([503, '5', 'no-store']);
    expect(body).toBe('Earmark cannot reach its record for now. Try again in a minute.\n');
  });

  it('leads back to the same address, as text that cannot leave its attribute', async () => {
    const { body } = await answered(blank, '/search?q="><script>x</script>');
    expect(body).toContain('href="/search?q=&#34;&#62;&#60;script&#62;x&#60;/script&#62;"');
  });

  it.each(['//elsewhere.example/x', '/\\elsewhere.example/x'])(
    'leads to no other site from %s',
    async (path) => {
      expect((await answered(blank, path)).body).toContain('href="/elsewhere.example/x"');
    },
  );

  it('promises that nothing was spent only where nothing could be', async () => {
    expect((await answered(blank)).body).toContain('Nothing was spent.');
    expect((await answered(blank, '/ideas/x', 'POST')).body).not.toContain('Nothing was spent.');
  });

  it('has a head and no body for a HEAD request', async () => {
    const { status, body, headers } = await answered(blank, '/shows', 'HEAD');
    expect([status, body]).toEqual([500, '']);
    expect(Number(headers['content-length'])).toBeGreaterThan(500);
  });

  it('is replaced whole when what failed was compressed', async () => {
    const { headers, body } = await answered((_req, res) => {
      res.statusCode = 500;
      res.setHeader('Content-Type', 'text/html').setHeader('Content-Encoding', 'gzip');
      const gzip = createGzip();
      gzip.pipe(res);
      gzip.end('<html id="__next_error__">');
    });
    expect(headers['content-encoding']).toBeUndefined();
    expect(body).toMatch(/^<!doctype html>.*<\/html>$/s);
  });
});

describe('every other answer', () => {
  it.each([
    ['a page', html(200, '<html>fine'), 200, '<html>fine</html>'],
    ['a page that is not there', html(404, '<html>none'), 404, '<html>none</html>'],
    [
      'a failure in another form',
      (_req: IncomingMessage, res: ServerResponse) => {
        res.writeHead(500, { 'Content-Type': 'application/json' });
        res.end('{}');
      },
      500,
      '{}',
    ],
  ])('passes as it is: %s', async (_name, handler, status, body) => {
    const answer = await answered(handler);
    expect([answer.status, answer.body, answer.logged]).toEqual([status, body, []]);
  });
});
