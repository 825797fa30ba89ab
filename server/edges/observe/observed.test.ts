import { createServer, get, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openClosing } from '#server/edges/life/closing.ts';
import { openWorkerDoor } from '#server/edges/life/worker-door.ts';
import { frontDoor } from '#server/edges/listener.ts';
import { openDatabase, sql } from '#server/platform/db.ts';
import { doing, traceHeaders } from '#server/platform/observe/doing.ts';
import { startTraces } from '#server/platform/observe/otel.ts';
import { computed } from '#server/platform/rows.ts';
import type { Services } from '#server/platform/services.ts';
import { type TestServices, testServices } from '#server/testing/services.ts';

const PARENT = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

let services: TestServices;
beforeAll(async () => {
  services = await testServices();
});
afterAll(() => services.close());

type Line = Record<string, unknown> & { edge: string };

/** A front door whose pages do `page`, and the lines that it logs. */
async function opened(
  settings: Partial<Services['env']> = {},
  page: () => Promise<unknown> = async () => 'a page',
) {
  const lines: Line[] = [];
  const note = (fields: object, edge: string) => void lines.push({ ...fields, edge });
  const log = { ...services.log, info: note, debug: () => undefined } as unknown as Services['log'];
  const given = { ...services, log, env: { ...services.env, ...settings } };
  const server = createServer(
    frontDoor(given, async (_req, res) => res.end(JSON.stringify(await page())), openClosing()),
  );
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return { server, lines, address: addressOf(server) };
}

function addressOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function close(server: Server): void {
  server.closeAllConnections();
  server.close();
}

describe('the log of requests', () => {
  it('has one line for each page and each call, named by the id that the answer carries', async () => {
    const { server, lines, address } = await opened();
    for (const [path, edge, route] of [
      ['/tickers/NVDA?from=2026-01-01', 'page', '/tickers/*'],
      ['/v1/agent/ideas?limit=1', 'rest', 'searchIdeas'],
      ['/v1/mcp/health', 'mcp', 'health'],
      ['/v1/public/embed/ticker/NVDA', 'embed', 'ticker'],
    ]) {
      const answer = await fetch(`${address}${path}`);
      await answer.text();
      await expect.poll(() => lines.length).toBe(1);
      expect(lines.pop()).toMatchObject({
        requestId: answer.headers.get('x-request-id'),
        method: 'GET',
        path: path!.split('?')[0],
        status: answer.status,
        ms: expect.any(Number),
        edge,
        route,
      });
    }
    close(server);
  });

  it('names no secret of an address', async () => {
    const { server, lines, address } = await opened();
    for (const path of [
      '/feeds/a-secret',
      '/connect/a-secret',
      '/sign-in/confirm?token=a-secret',
      '/unsubscribe?t=a-secret',
    ])
      await (await fetch(`${address}${path}`)).text();
    await expect.poll(() => lines.length).toBe(4);
    expect(JSON.stringify(lines)).not.toContain('a-secret');
    close(server);
  });

  it('leaves out who looks after the service', async () => {
    const { server, lines, address } = await opened();
    for (const path of ['/livez', '/readyz', '/metrics', '/'])
      await (await fetch(`${address}${path}`)).text();
    await expect.poll(() => lines.map(({ path }) => path)).toEqual(['/']);
    close(server);
  });
});

describe('a request', () => {
  const runNames = sql`SELECT name FROM pg_cursors`;

  it('is named at the database by each statement, and statements stay prepared', async () => {
    const db = openDatabase(services.databaseUrl, 1);
    const { server, lines, address } = await opened({}, async () => {
      const runs = [];
      for (let n = 0; n < 2; n++) runs.push(...(await db.rows({ name: computed.text }, runNames)));
      return runs.map(({ name }) => name);
    });
    const names = (await (await fetch(`${address}/`)).json()) as string[];
    await expect.poll(() => lines.length).toBe(1);
    expect(names).toEqual([`${lines[0]!.requestId}.1`, `${lines[0]!.requestId}.2`]);
    const kept = await db.rows(
      { uses: computed.int },
      sql`SELECT (generic_plans + custom_plans)::int AS uses FROM pg_prepared_statements WHERE statement = ${runNames.text}`,
    );
    expect(kept).toEqual([{ uses: 2 }]);
    close(server);
    await db.close();
  });

  it('names its transactions until they end', async () => {
    const named = sql`SELECT current_setting('application_name') AS name`;
    const db = openDatabase(services.databaseUrl, 1);
    const { server, address } = await opened({}, async () => [
      doing()!.id,
      (await db.transaction((tx) => tx.row({ name: computed.text }, named)))!.name,
      (await db.row({ name: computed.text }, named))!.name,
    ]);
    const [id, within, after] = (await (await fetch(`${address}/`)).json()) as string[];
    expect([within, after]).toEqual([`earmark ${id}`, '']);
    close(server);
    await db.close();
  });

  it('belongs to the trace of its caller, and hands it on', async () => {
    const { server, lines, address } = await opened({}, async () => traceHeaders());
    const asked = async (traceparent: string) =>
      (await fetch(`${address}/`, { headers: { traceparent } })).json();
    expect(await asked(PARENT)).toEqual({ traceparent: PARENT });
    expect(await asked('00-nonsense-b7ad6b7169203331-01')).toEqual({});
    await expect.poll(() => lines.map(({ traceId }) => traceId)).toEqual([PARENT.slice(3, 35), undefined]);
    close(server);
  });
});

type Sent = { resourceSpans: { scopeSpans: { spans: Told[] }[] }[] };
type Told = { traceId: string; spanId: string; parentSpanId?: string; name: string };

describe('traces', () => {
  it('are sent to the collector of the settings: the request, its statements, under the trace of its caller', async () => {
    const told: Told[] = [];
    const collector = createServer((req, res) => {
      let text = '';
      req.on('data', (chunk) => {
        text += chunk;
      });
      req.on('end', () => {
        for (const { scopeSpans } of (JSON.parse(text) as Sent).resourceSpans)
          told.push(...scopeSpans.flatMap(({ spans }) => spans));
        res.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
      });
    });
    await new Promise<void>((done) => collector.listen(0, '127.0.0.1', done));
    const settings = { OTEL_EXPORTER_OTLP_ENDPOINT: addressOf(collector) };
    const sendRest = await startTraces({ ...services.env, ...settings }, '1');
    const { server, lines, address } = await opened({}, async () => {
      await services.db.row(sql`SELECT 1`);
      return traceHeaders();
    });
    const handedOn = await (await fetch(`${address}/shows`, { headers: { traceparent: PARENT } })).json();
    await expect.poll(() => lines.length).toBe(1);
    await sendRest();
    const request = told.find(({ name }) => name === 'GET /shows')!;
    expect(request).toMatchObject({ traceId: PARENT.slice(3, 35), parentSpanId: PARENT.slice(36, 52) });
    expect(told.find(({ name }) => name === 'SELECT')).toMatchObject({
      traceId: request.traceId,
      parentSpanId: request.spanId,
    });
    expect(handedOn).toEqual({ traceparent: `00-${request.traceId}-${request.spanId}-01` });
    close(server);
    close(collector);
  });
});

describe('/metrics', () => {
  /** The status for a caller that came through a proxy from `from`. */
  const asked = async (settings: Partial<Services['env']>, headers: Record<string, string> = {}) => {
    const { server, address } = await opened({ EARMARK_TRUSTED_PROXIES: 1, ...settings });
    const answer = await new Promise<string>((done, fail) => {
      get(`${address}/metrics`, { headers: { 'x-forwarded-for': '10.1.2.3', ...headers } }, (res) => {
        let text = '';
        res.on('data', (chunk) => {
          text += chunk;
        });
        res.on('end', () => done(text));
      }).on('error', fail);
    });
    close(server);
    return answer.includes('earmark_pool_connections');
  };
  const token = 'a token of thirty characters';

  it.each([
    ['a stranger', {}, {}, false],
    ['a network of the settings', { EARMARK_METRICS_NETWORKS: ['10.0.0.0/8'] }, {}, true],
    ['a network beside them', { EARMARK_METRICS_NETWORKS: ['10.9.0.0/16', 'fd00::/8'] }, {}, false],
    [
      'a network of the settings, over a proxy that nobody spoke of',
      { EARMARK_METRICS_NETWORKS: ['10.0.0.0/8', '127.0.0.0/8'], EARMARK_TRUSTED_PROXIES: 0 },
      {},
      false,
    ],
    [
      'the token',
      { EARMARK_METRICS_TOKEN: 'a-token-of-thirty-characters' },
      { authorization: 'Bearer a-token-of-thirty-characters' },
      true,
    ],
    [
      'another token',
      { EARMARK_METRICS_TOKEN: token },
      { authorization: 'Bearer a-token-of-forty-characters' },
      false,
    ],
    ['a token where none is set', {}, { authorization: 'Bearer undefined' }, false],
  ])('opens to %s: %#', async (_who, settings, headers, opens) => {
    expect(await asked(settings, headers)).toBe(opens);
  });

  it('tells of the process, of its requests and of the work of the database', async () => {
    const { server, lines, address } = await opened();
    await (await fetch(`${address}/shows`)).text();
    await expect.poll(() => lines.length).toBe(1);
    const text = await (await fetch(`${address}/metrics`)).text();
    for (const line of [
      /^earmark_requests_total\{edge="page",route="\/shows",status="200"\} \d+$/m,
      /^earmark_request_duration_seconds_count\{edge="page",route="\/shows"\} \d+$/m,
      /^earmark_pool_connections\{state="waiting"\} 0$/m,
      /^earmark_episodes\{state="failed"\} 0$/m,
      /^earmark_queue_age_seconds 0$/m,
      /^earmark_database_up 1$/m,
    ])
      expect(text).toMatch(line);
    close(server);
  });

  it('says that the database is away, and leaves out what it cannot know', async () => {
    const db = openDatabase('postgresql://127.0.0.1:1/nothing', 1);
    const door = createServer(frontDoor({ ...services, db }, () => undefined));
    await new Promise<void>((done) => door.listen(0, '127.0.0.1', done));
    const text = await (await fetch(`${addressOf(door)}/metrics`)).text();
    expect(text).toMatch(/^earmark_database_up 0$/m);
    expect(text).not.toContain('earmark_episodes{');
    close(door);
    await db.close();
  });

  it('is told by a worker, too, beside whether it lives and is ready', async () => {
    const probe = createServer();
    await new Promise<void>((done) => probe.listen(0, '127.0.0.1', done));
    const { port } = probe.address() as AddressInfo;
    await new Promise((done) => probe.close(done));
    const door = await openWorkerDoor(services, port);
    const status = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).status;
    expect([
      await status('/livez'),
      await status('/readyz'),
      await status('/metrics'),
      await status('/'),
    ]).toEqual([200, 200, 200, 404]);
    door.begin();
    expect([await status('/livez'), await status('/readyz')]).toEqual([200, 503]);
    await door.close();
  });
});
