import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { Pool } from 'undici';
import type { Begin, Told } from './server.ts';
import { settings, withServices } from './service.ts';

/** Calls come at this pace, whatever the answers: the server is far from busy. */
const CALLS_A_SECOND = 40;
const SECONDS = 30;

/**
 * Prints the slowest of a hundred calls of a server at rest, of the same process while it polls and reads episodes, and
 * their ratio.
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
    await paced(pool, Object.values(calls), 5);
    const rest = await paced(pool, Object.values(calls), SECONDS);
    child.send({ feeds } satisfies Begin);
    // Polling is over by then, and episodes are read.
    await paced(pool, Object.values(calls), 10);
    const busy = await paced(pool, Object.values(calls), SECONDS);
    console.log(
      '| Call | p50 at rest, ms | while it ingests | p99 at rest | while it ingests | times |\n|---|---|---|---|---|---|',
    );
    for (const [at, name] of Object.keys(calls).entries()) {
      const cells = [0.5, 0.99].flatMap((part) => [quantile(rest[at]!, part), quantile(busy[at]!, part)]);
      console.log(
        `| ${name} | ${cells.map((ms) => ms.toFixed(1)).join(' | ')} | ${(cells[3]! / cells[2]!).toFixed(1)} |`,
      );
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
