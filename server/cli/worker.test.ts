import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { projectRoot } from '#server/platform/env.ts';
import { freePort } from '#server/platform/postgres/embedded.ts';
import { type TestServices, testServices } from '#server/testing/services.ts';

let services: TestServices;
beforeAll(async () => {
  services = await testServices();
});
afterAll(() => services.close());

it('a worker answers probes and tells its metrics where a port is set for them, and ends when it is told to', async () => {
  const port = await freePort();
  const worker = spawn(process.execPath, [join(projectRoot, 'server/cli.ts'), 'worker'], {
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
    worker.kill('SIGTERM');
    expect(await once(worker, 'exit')).toEqual([0, null]);
  } finally {
    worker.kill('SIGKILL');
  }
}, 120_000);
