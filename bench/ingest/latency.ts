import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { Pool } from 'undici';
import type { Asked, Told } from './server.ts';
import { settings, withServices } from './service.ts';

/** Calls come at this pace, whatever the answers: the server is far from busy. */
const CALLS_A_SECOND = 40;
const SECONDS = 15;
const ROUNDS = 4;

/**
 * Prints the slowest of a hundred calls of a server at rest, of the same process while it reads episodes, and their ratio:
 * medians of rounds by turns, since what else the machine does comes and goes.
 */
export function measureLatency(feeds: readonly string[]): Promise<void> {
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
    await paced(pool, Object.values(calls), 5);
    const rounds: { readonly rest: number[][]; readonly busy: number[][] }[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const rest = await paced(pool, Object.values(calls), SECONDS);
      await ask({ ingest: true });
      const busy = await paced(pool, Object.values(calls), SECONDS);
      await ask({ ingest: false });
      rounds.push({ rest, busy });
    }
    console.log(
      '| Call | p50 at rest, ms | while it ingests | p99 at rest | while it ingests | times |\n|---|---|---|---|---|---|',
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

/** Milliseconds of each call's answers, the calls by turns at the pace. */
async function paced(pool: Pool, calls: readonly Call[], seconds: number): Promise<number[][]> {
  const times: number[][] = calls.map(() => []);
  const underWay: Promise<void>[] = [];
  const started = performance.now();
  for (let n = 0; n < seconds * CALLS_A_SECOND; n += 1) {
    const due = started + (n * 1000) / CALLS_A_SECOND;
    const wait = due - performance.now();
    if (wait > 0) await new Promise((done) => setTimeout(done, wait));
    const at = n % calls.length;
    underWay.push(
      pool.request({ method: 'GET', ...calls[at]! }).then(async ({ statusCode, body }) => {
        await body.dump();
        if (statusCode !== 200) throw new Error(`${calls[at]!.path} answered ${statusCode}`);
        times[at]!.push(performance.now() - due);
      }),
    );
  }
  await Promise.all(underWay);
  return times;
}

function quantile(times: readonly number[], part: number): number {
  return times.toSorted((a, b) => a - b)[Math.ceil(times.length * part) - 1]!;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return (sorted[(sorted.length - 1) >> 1]! + sorted[sorted.length >> 1]!) / 2;
}
