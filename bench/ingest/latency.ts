import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { Pool } from 'undici';
import { median, quantile } from '../statistics.ts';
import type { Asked, Told } from './server.ts';
import { settings, withServices } from './service.ts';

/** An easy pace: calls come whether or not answers do, and the server is far from busy. */
const CALLS_A_SECOND = 40;
/** Full load: each connection sends its next call as soon as the last one is answered. */
const CONNECTIONS = 16;
const SECONDS = 15;
const ROUNDS = 4;

/**
 * Prints p50 and p99 of calls to a server at rest and to the same process while it reads episodes, and the ratio of the p99: medians
 * of rounds by turns, because the machine's load varies. Once at an easy pace, once under full load.
 */
export async function measureLatency(feeds: readonly string[]): Promise<void> {
  for (const [name, drive] of Object.entries({
    [`${CALLS_A_SECOND} calls a second`]: paced,
    [`${CONNECTIONS} connections`]: crowded,
  })) {
    console.log(`\n${name}:\n`);
    await measureUnder(drive, feeds);
  }
}

type Drive = (pool: Pool, calls: readonly Call[], seconds: number) => Promise<number[][]>;

function measureUnder(drive: Drive, feeds: readonly string[]): Promise<void> {
  return withServices(async ({ databaseUrl }) => {
    const child = fork(join(import.meta.dirname, 'server.ts'), {
      env: { ...process.env, ...settings, DATABASE_URL: databaseUrl },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const [{ port, key }] = (await once(child, 'message')) as [Told];
    const pool = new Pool(`http://127.0.0.1:${port}`, { connections: 64 });
    const calls = {
      'timeline, no key': { path: '/v1/agent/ticker-stance-timeline?ticker=NVDA', headers: {} },
      'search, with a key': {
        path: '/v1/agent/ideas?q=margins&limit=20',
        headers: { authorization: `Bearer ${key}` },
      },
    };
    const ask = async (asked: Asked) => {
      const done = once(child, 'message');
      child.send(asked);
      await done;
    };
    await ask({ poll: feeds });
    await drive(pool, Object.values(calls), 5);
    const rounds: { readonly rest: number[][]; readonly busy: number[][] }[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const rest = await drive(pool, Object.values(calls), SECONDS);
      await ask({ ingest: true });
      const busy = await drive(pool, Object.values(calls), SECONDS);
      await ask({ ingest: false });
      rounds.push({ rest, busy });
    }
    console.log(
      '| Call | p50, ms | while it ingests | p99 | while it ingests | times |\n|---|---|---|---|---|---|',
    );
    for (const [at, name] of Object.keys(calls).entries()) {
      const of = (when: 'rest' | 'busy', part: number) =>
        median(rounds.map((one) => quantile(one[when][at]!, part)));
      const cells = [of('rest', 0.5), of('busy', 0.5), of('rest', 0.99), of('busy', 0.99)];
      const times = median(
        rounds.map(({ rest, busy }) => quantile(busy[at]!, 0.99) / quantile(rest[at]!, 0.99)),
      );
      console.log(`| ${name} | ${cells.map((ms) => ms.toFixed(1)).join(' | ')} | ${times.toFixed(1)} |`);
    }
    const ended = once(child, 'exit');
    child.kill();
    await ended;
    await pool.close();
  });
}

type Call = { readonly path: string; readonly headers: Readonly<Record<string, string>> };

/** Milliseconds of the answers to each call, the calls by turns at the easy pace. */
async function paced(pool: Pool, calls: readonly Call[], seconds: number): Promise<number[][]> {
  const times: number[][] = calls.map(() => []);
  const underWay: Promise<void>[] = [];
  const started = performance.now();
  for (let n = 0; n < seconds * CALLS_A_SECOND; n += 1) {
    const due = started + (n * 1000) / CALLS_A_SECOND;
    const wait = due - performance.now();
    if (wait > 0) await new Promise((done) => setTimeout(done, wait));
    const at = n % calls.length;
    underWay.push(answered(pool, calls[at]!).then(() => void times[at]!.push(performance.now() - due)));
  }
  await Promise.all(underWay);
  return times;
}

/** The same under full load. */
async function crowded(pool: Pool, calls: readonly Call[], seconds: number): Promise<number[][]> {
  const times: number[][] = calls.map(() => []);
  const ends = performance.now() + seconds * 1000;
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async (_, connection) => {
      for (let n = connection; performance.now() < ends; n += 1) {
        const at = n % calls.length;
        const started = performance.now();
        await answered(pool, calls[at]!);
        times[at]!.push(performance.now() - started);
      }
    }),
  );
  return times;
}

async function answered(pool: Pool, call: Call): Promise<void> {
  const { statusCode, body } = await pool.request({ method: 'GET', ...call });
  await body.dump();
  if (statusCode !== 200) throw new Error(`${call.path} answered ${statusCode}`);
}
