import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from '#server/platform/db.ts';
import { projectRoot } from '#server/platform/env.ts';
import { freePort } from '#server/platform/postgres/embedded.ts';
import { type TestServices, testServices } from '#server/testing/services.ts';

let services: TestServices;
beforeAll(async () => {
  services = await testServices();
});
afterAll(() => services.close());

/** A worker on the test's database that answers probes on `port`. */
function started(port: number): ChildProcess {
  return spawn(process.execPath, [join(projectRoot, 'server/cli.ts'), 'worker'], {
    env: {
      ...process.env,
      NODE_OPTIONS: '',
      DATABASE_URL: services.databaseUrl,
      EARMARK_WORKER_PORT: String(port),
      EARMARK_ENCODER: 'off',
      HOST: '127.0.0.1',
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
}

it('a worker answers probes and tells its metrics where a port is set for them, and ends when it is told to', async () => {
  const port = await freePort();
  const worker = started(port);
  const asked = async (path: string) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`).catch(() => null);
    return answer && [answer.status, answer.status === 200 ? await answer.json() : null];
  };
  try {
    await expect
      .poll(() => asked('/readyz'), { timeout: 60_000, interval: 100 })
      .toEqual([200, { status: 'ready' }]);
    expect(await asked('/livez')).toEqual([200, { status: 'live' }]);
    expect(await asked('/v1/mcp/health')).toEqual([404, null]);
    const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    expect(metrics).toMatch(/^earmark_build_info\{version="[\d.]+",part="worker"\} 1$/m);
    expect(metrics).toMatch(/^earmark_queue_episodes 0$/m);
    const ended = once(worker, 'exit');
    worker.kill('SIGINT');
    await expect.poll(() => asked('/readyz')).not.toEqual([200, { status: 'ready' }]);
    // From the terminal, and once more from the parent process.
    worker.kill('SIGINT');
    expect(await ended).toEqual([0, null]);
  } finally {
    worker.kill('SIGKILL');
  }
}, 120_000);

it('a worker that cannot begin its work ends, so that it is started again, and is not called ready', async () => {
  await services.db.run(sql`DROP SCHEMA IF EXISTS pgboss CASCADE`);
  await services.db.run(sql`CREATE SCHEMA pgboss`);
  await services.db.run(sql`CREATE TABLE pgboss.version (other text)`);
  const worker = started(await freePort());
  try {
    expect(await once(worker, 'exit')).toEqual([1, null]);
  } finally {
    worker.kill('SIGKILL');
  }
}, 60_000);
