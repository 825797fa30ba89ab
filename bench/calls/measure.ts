import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { Pool } from 'undici';
import { loadSamplesOnce } from '#server/ingest/samples/load.ts';
import { readEnv } from '#server/platform/env.ts';
import { closeServices, openServices } from '#server/platform/services.ts';
import { newDataFolder } from '#server/testing/database/folder.ts';
import { quantile } from '../statistics.ts';
import type { Asked, Statement } from './server.ts';

// What several benches measure with: servers in processes of their own, calls, and their cost.

const CONNECTIONS = 16;

export type Case = {
  readonly path: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
  /** Each call is made on another day, so that what is counted once a day is counted each time. */
  readonly daily?: true;
};
/** CPU in microseconds a call, of the server's process and of the database; p99 in milliseconds. */
export type Run = {
  readonly perSecond: number;
  readonly cpu: number;
  readonly database: number;
  readonly p99: number;
};
type Told = { readonly statements: readonly Statement[]; readonly cpuMicros: number };
export type Child = { readonly port: number; ask(asked: Asked): Promise<Told>; end(): void };
export type Corpus = {
  readonly url: string;
  readonly key: string;
  /** CPU of the connections to the database so far, in microseconds; 0 if it runs on another machine. */
  cpuMicros(): Promise<number>;
  close(): Promise<void>;
};

/** What a server of `server.ts` is, with settings of its own. */
type Role = readonly [role: 'served' | 'unlisted' | 'bare', settings?: Record<string, string>];

/** Runs `work` with the corpus and a server for each role. All are ended afterwards, also when one does not start. */
export async function withServers<const Roles extends readonly Role[]>(
  roles: Roles,
  work: (corpus: Corpus, servers: { readonly [at in keyof Roles]: Child }) => Promise<void>,
): Promise<void> {
  const corpus = await openCorpus();
  const servers: Child[] = [];
  try {
    for (const [role, settings] of roles) servers.push(await startServer(corpus, role, settings));
    await work(corpus, servers as { [at in keyof Roles]: Child });
  } finally {
    for (const server of servers) server.end();
    await corpus.close();
  }
}

/** The corpus of DATABASE_URL and KEY, else the sample shows. */
async function openCorpus(): Promise<Corpus> {
  const { DATABASE_URL, KEY } = process.env;
  if (DATABASE_URL && KEY) return { ...watchedDatabase(DATABASE_URL), key: KEY };
  const dir = newDataFolder();
  const services = await openServices(
    readEnv({ EARMARK_DATA_DIR: dir, EARMARK_LOG_LEVEL: 'silent', EARMARK_ENCODER: 'off' }),
  );
  const key = (await loadSamplesOnce(services))!;
  const watched = watchedDatabase(services.databaseUrl);
  const close = async () => {
    await watched.close();
    await closeServices(services);
    rmSync(dir, { recursive: true, force: true });
  };
  return { ...watched, key, close };
}

/** A clock tick of `/proc`, in microseconds. */
const TICK = 10_000;

function watchedDatabase(url: string): Omit<Corpus, 'key'> {
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  const cpuMicros = async () => {
    const { rows } = await pool.query<{ pid: number }>(
      'SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
    );
    return rows.reduce((sum, { pid }) => sum + ticksOf(pid), 0) * TICK;
  };
  return { url, cpuMicros, close: () => pool.end() };
}

function ticksOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return Number(fields[11]) + Number(fields[12]);
  } catch {
    return 0;
  }
}

/** Starts a server in a process of its own (`server.ts`). Throws when it ends before it serves. */
export async function startServer(
  corpus: Pick<Corpus, 'url'>,
  role: Role[0],
  settings: Record<string, string> = {},
): Promise<Child> {
  const child: ChildProcess = fork(join(import.meta.dirname, 'server.ts'), [role], {
    env: { ...process.env, DATABASE_URL: corpus.url, EARMARK_ENCODER: 'off', ...settings },
    // The log is written as in production, but to no disk.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  });
  const ended = once(child, 'exit').then(() => {
    throw new Error('The server that is measured ended before it served: is its database the right one?');
  });
  const [{ port }] = (await Promise.race([once(child, 'message'), ended])) as [{ port: number }];
  return {
    port,
    end: () => child.kill(),
    ask: async (asked) => {
      const told = once(child, 'message');
      child.send(asked);
      return (await told)[0] as Told;
    },
  };
}

/** The ideas that a server lists first, and the first symbol of theirs. Throws when it refuses the key. */
export async function newestOf(server: string, headers: Record<string, string>) {
  const answer = await fetch(`${server}/v1/agent/ideas?limit=50`, { headers });
  if (!answer.ok) throw new Error(`A search with KEY was answered ${answer.status}: is it of this database?`);
  const { ideas } = (await answer.json()) as { ideas: { id: string; tickers: string[] }[] };
  return { ideas, ticker: ideas.flatMap(({ tickers }) => tickers)[0] };
}

/** The calls that are measured, by name. */
export async function casesOf(corpus: Corpus, { port }: Child): Promise<Record<string, Case>> {
  const auth = { authorization: `Bearer ${corpus.key}` };
  const { ideas, ticker } = await newestOf(`http://127.0.0.1:${port}`, auth);
  const rpc = (method: string, params: object): Case => ({
    path: '/v1/mcp',
    headers: { ...auth, 'content-type': 'application/json', 'mcp-protocol-version': '2025-11-25' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  const posted = (path: string, body: object): Case => ({
    path,
    headers: { ...auth, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return {
    'search, 20 cards': { path: '/v1/agent/ideas?limit=20', headers: auth },
    'search, one ticker': { path: `/v1/agent/ideas?ticker=${ticker}`, headers: auth },
    'full idea, read for the first time': {
      path: `/v1/agent/ideas/${ideas[0]!.id}`,
      headers: auth,
      daily: true,
    },
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
    // Last, because follows change the digest.
    'a ticker followed, again': posted('/v1/agent/follows/tickers', { symbol: ticker }),
    'an idea saved, again': posted('/v1/agent/saves', { ideaId: ideas[0]!.id }),
    'a trade decision asked for': posted('/v1/agent/ask', { question: `Should I buy ${ticker} now?` }),
  };
}

export function send({ port }: Child, { path, headers, body }: Case): Promise<Response> {
  const method = body === undefined ? 'GET' : 'POST';
  return fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    ...(headers ? { headers } : {}),
    ...(body ? { body } : {}),
  });
}

/** Calls a server for this many seconds, after a warm-up of a third of the time. */
export async function run(
  corpus: Corpus,
  who: Child,
  { path, headers, body, daily }: Case,
  seconds: number,
): Promise<Run> {
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
        if (answer.statusCode >= 300) throw new Error(`${path} answered ${answer.statusCode}`);
        times.push(performance.now() - at);
      }
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, caller));
    return times;
  };
  await who.ask({ ask: 'days', areEachCalls: daily === true });
  await during(seconds / 3);
  const [before, databaseBefore] = [await who.ask({ ask: 'cpu' }), await corpus.cpuMicros()];
  const times = await during(seconds);
  const [after, databaseAfter] = [await who.ask({ ask: 'cpu' }), await corpus.cpuMicros()];
  await pool.close();
  return {
    perSecond: times.length / seconds,
    cpu: (after.cpuMicros - before.cpuMicros) / times.length,
    database: (databaseAfter - databaseBefore) / times.length,
    p99: quantile(times, 0.99),
  };
}
