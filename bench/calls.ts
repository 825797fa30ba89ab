import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'undici';
import { loadSamplesOnce } from '#server/ingest/samples/load.ts';
import { readEnv } from '#server/platform/env.ts';
import { closeServices, openServices } from '#server/platform/services.ts';
import type { Asked, Statement } from './calls/server.ts';

/**
 * The routes beside a bare `node:http` and `pg` handler that sends the very same statements, prepared, and answers the
 * same body: throughput, CPU and slowest calls as ratios to it, so that the machine's speed cancels out, beside the
 * ratios kept in `bench/calls/figures.json`. On the sample shows, or on a corpus of one's own with DATABASE_URL and KEY.
 * Run: node bench/calls.ts [seconds per case] [--keep]
 */
const seconds = Number(process.argv[2] ?? 1) || 1;
const CONNECTIONS = 16;
const ROUNDS = 3;
const figuresFile = join(import.meta.dirname, 'calls/figures.json');

type Case = {
  readonly path: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
};
type Run = { readonly perSecond: number; readonly cpu: number; readonly p99: number };
type Figures = { readonly throughput: number; readonly cpu: number };
type Child = { readonly port: number; ask(asked: Asked): Promise<Told> };
type Told = { readonly statements: readonly Statement[]; readonly cpuMicros: number };

const corpus = await openCorpus();
const children: ChildProcess[] = [];
try {
  const [served, bare] = [await start('served'), await start('bare')];
  const kept: Record<string, Figures> = existsSync(figuresFile)
    ? JSON.parse(readFileSync(figuresFile, 'utf8'))
    : {};
  const measured: Record<string, Figures> = {};
  for (const [name, given] of Object.entries(await casesOf(served))) {
    measured[name] = await compare(name, given, served, bare, kept[name]);
  }
  if (process.argv.includes('--keep')) writeFileSync(figuresFile, `${JSON.stringify(measured, null, 2)}\n`);
} finally {
  for (const child of children) child.kill();
  await corpus.close();
}

async function openCorpus(): Promise<{ url: string; key: string; close(): Promise<void> }> {
  const { DATABASE_URL, KEY } = process.env;
  if (DATABASE_URL && KEY) return { url: DATABASE_URL, key: KEY, close: async () => undefined };
  const dir = mkdtempSync(join(tmpdir(), 'earmark-bench-'));
  chmodSync(dir, 0o755);
  const services = await openServices(
    readEnv({ EARMARK_DATA_DIR: dir, EARMARK_LOG_LEVEL: 'silent', EARMARK_ENCODER: 'off' }),
  );
  const key = (await loadSamplesOnce(services))!;
  const close = async () => {
    await closeServices(services);
    rmSync(dir, { recursive: true, force: true });
  };
  return { url: services.databaseUrl, key, close };
}

async function start(role: 'served' | 'bare'): Promise<Child> {
  const child = fork(join(import.meta.dirname, 'calls/server.ts'), [role], {
    env: { ...process.env, DATABASE_URL: corpus.url, EARMARK_ENCODER: 'off' },
    // Lines are written as in production, to where they cost no disk.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  });
  children.push(child);
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  return {
    port,
    ask: async (asked) => {
      const told = once(child, 'message');
      child.send(asked);
      return (await told)[0] as Told;
    },
  };
}

async function casesOf({ port }: Child): Promise<Record<string, Case>> {
  const auth = { authorization: `Bearer ${corpus.key}` };
  const answer = await fetch(`http://127.0.0.1:${port}/v1/agent/ideas?limit=50`, { headers: auth });
  const { ideas } = (await answer.json()) as { ideas: { id: string; tickers: string[] }[] };
  const ticker = ideas.flatMap(({ tickers }) => tickers)[0];
  const rpc = (method: string, params: object): Case => ({
    path: '/v1/mcp',
    headers: { ...auth, 'content-type': 'application/json', 'mcp-protocol-version': '2025-11-25' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  return {
    'search, 20 cards': { path: '/v1/agent/ideas?limit=20', headers: auth },
    'search, one ticker': { path: `/v1/agent/ideas?ticker=${ticker}`, headers: auth },
    'full idea, read again': { path: `/v1/agent/ideas/${ideas[0]!.id}`, headers: auth },
    profile: { path: '/v1/agent/me', headers: auth },
    'follows, listed': { path: '/v1/agent/follows', headers: auth },
    'saves, listed': { path: '/v1/agent/saves', headers: auth },
    'stance timeline, no key': { path: `/v1/agent/ticker-stance-timeline?ticker=${ticker}` },
    'thesis history': { path: `/v1/agent/thesis-history?ticker=${ticker}`, headers: auth },
    digest: { path: '/v1/agent/digest', headers: auth },
    'widget JSON': { path: `/v1/public/embed/ticker/${ticker}` },
    'MCP tools/list': rpc('tools/list', {}),
    'MCP tools/call of a search': rpc('tools/call', {
      name: 'service_search_ideas',
      arguments: { limit: 20 },
    }),
    'openapi.json': { path: '/v1/agent/openapi.json' },
  };
}

async function compare(
  name: string,
  given: Case,
  served: Child,
  bare: Child,
  kept: Figures | undefined,
): Promise<Figures> {
  await (await send(served, given)).text();
  await served.ask({ ask: 'record' });
  const body = await (await send(served, given)).json();
  const { statements } = await served.ask({ ask: 'recorded' });
  await bare.ask({ ask: 'play', statements, body });
  const runs: { ours: Run; theirs: Run }[] = [];
  for (let round = 0; round < ROUNDS; round += 1)
    runs.push({ ours: await run(served, given), theirs: await run(bare, given) });
  const ratio = (what: keyof Run) => median(runs.map(({ ours, theirs }) => ours[what] / theirs[what]));
  const figures = { throughput: rounded(ratio('perSecond')), cpu: rounded(ratio('cpu')) };
  console.log(
    `${name}: ${statements.length} statements, throughput ${figures.throughput}, CPU ${figures.cpu}, p99 ${rounded(ratio('p99'))}` +
      (kept ? ` (kept: ${kept.throughput}, ${kept.cpu})` : ''),
  );
  return figures;
}

function send({ port }: Child, { path, headers, body }: Case): Promise<Response> {
  const method = body === undefined ? 'GET' : 'POST';
  return fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    ...(headers ? { headers } : {}),
    ...(body ? { body } : {}),
  });
}

/** One run, after a warm-up of a third of the time: calls a second, CPU of the server's process a call, and p99 in ms. */
async function run(who: Child, { path, headers, body }: Case): Promise<Run> {
  const pool = new Pool(`http://127.0.0.1:${who.port}`, { connections: CONNECTIONS });
  const during = async (time: number): Promise<number[]> => {
    const end = performance.now() + time * 1000;
    const times: number[] = [];
    const caller = async () => {
      for (let at = performance.now(); at < end; at = performance.now()) {
        const answer = await pool.request({
          path,
          method: body === undefined ? 'GET' : 'POST',
          headers: headers ?? {},
          body: body ?? null,
        });
        await answer.body.dump();
        if (answer.statusCode !== 200) throw new Error(`${path} answered ${answer.statusCode}`);
        times.push(performance.now() - at);
      }
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, caller));
    return times;
  };
  await during(seconds / 3);
  const before = await who.ask({ ask: 'cpu' });
  const times = (await during(seconds)).sort((a, b) => a - b);
  const after = await who.ask({ ask: 'cpu' });
  await pool.close();
  return {
    perSecond: times.length / seconds,
    cpu: (after.cpuMicros - before.cpuMicros) / times.length,
    p99: times[Math.floor(times.length * 0.99)]!,
  };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]!;
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
