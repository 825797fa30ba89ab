import { rmSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Pool } from 'undici';
import { frontDoor } from '#server/edges/listener.ts';
import { readEnv } from '#server/platform/env.ts';
import { closeServices, openServices } from '#server/platform/services.ts';
import { newDataFolder } from '#server/testing/database/folder.ts';
import { unmetered } from './unmetered.ts';

/**
 * Requests a second of the MCP endpoint as ratios to a bare `node:http` handler that reads the body and answers JSON, in one
 * process and one run, so that the machine's speed cancels out. Run: node bench/mcp.ts [seconds per case]
 */
const seconds = Number(process.argv[2] ?? 3);
const CONNECTIONS = 16;

type Case = { readonly path: string; readonly headers?: Record<string, string>; readonly body?: object };

const rpc = (method: string, params: object = {}): object => ({ jsonrpc: '2.0', id: 1, method, params });
const timeline = { name: 'service_ticker_stance_timeline', arguments: { ticker: 'NVDA' } };
const envelope = {
  _meta: {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  },
};
const modern = (method: string, name?: string) => ({
  'mcp-protocol-version': '2026-07-28',
  'mcp-method': method,
  ...(name ? { 'mcp-name': name } : {}),
});

const cases: Record<string, Case> = {
  'tools/list, 2025': { path: '/v1/mcp', body: rpc('tools/list') },
  'tools/list, 2026': { path: '/v1/mcp', headers: modern('tools/list'), body: rpc('tools/list', envelope) },
  'tools/call timeline, 2025': { path: '/v1/mcp', body: rpc('tools/call', timeline) },
  'tools/call timeline, 2026': {
    path: '/v1/mcp',
    headers: modern('tools/call', timeline.name),
    body: rpc('tools/call', { ...timeline, ...envelope }),
  },
  'REST timeline': { path: '/v1/agent/ticker-stance-timeline?ticker=NVDA' },
};

const dir = newDataFolder();
const services = await openServices(
  readEnv({ EARMARK_DATA_DIR: dir, EARMARK_LOG_LEVEL: 'silent', EARMARK_BASE_URL: 'http://localhost:3000' }),
);
const bare = await listen((req, res) => {
  req
    .on('data', () => undefined)
    .on('end', () => {
      res.writeHead(200, { 'Content-Type': 'application/json' });
      res.end('{"jsonrpc":"2.0","id":1,"result":{}}');
    });
});
const served = await listen(frontDoor(unmetered(services), (_req, res) => void res.end()));
try {
  const reference = await rate(bare, { path: '/', body: rpc('ping') });
  console.log(`bare handler: ${Math.round(reference)}/s = 1`);
  for (const [name, given] of Object.entries(cases)) {
    const perSecond = await rate(served, given);
    console.log(`${name}: ${Math.round(perSecond)}/s = ${(perSecond / reference).toFixed(3)}`);
  }
} finally {
  bare.close();
  served.close();
  await closeServices(services);
  rmSync(dir, { recursive: true, force: true });
}

function listen(listener: RequestListener): Promise<Server> {
  const server = createServer(listener);
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

/** Answers a second over all connections, after a warm-up of a third of the time. Throws when one is not 200. */
async function rate(server: Server, { path, headers, body }: Case): Promise<number> {
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const pool = new Pool(origin, { connections: CONNECTIONS });
  const send = async () => {
    const answer = await pool.request({
      path,
      method: body ? 'POST' : 'GET',
      headers: { 'content-type': 'application/json', ...headers },
      body: body ? JSON.stringify(body) : null,
    });
    await answer.body.dump();
    if (answer.statusCode !== 200) throw new Error(`${path} answered ${answer.statusCode}`);
  };
  await during(seconds / 3, send);
  const answered = await during(seconds, send);
  await pool.close();
  return answered / seconds;
}

async function during(time: number, send: () => Promise<void>): Promise<number> {
  const end = performance.now() + time * 1000;
  let sent = 0;
  const worker = async () => {
    while (performance.now() < end) {
      await send();
      sent += 1;
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, worker));
  return sent;
}
