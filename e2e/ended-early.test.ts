import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import { pinnedNode, serviceEnvironment, stop } from '#e2e/service.ts';
import { projectRoot } from '#server/platform/env.ts';
import { freePort } from '#server/platform/postgres/embedded.ts';
import { newDataFolder } from '#server/testing/database/folder.ts';

/** Starts the built service on data of its own. Both are gone once the test is over, however it ends. */
async function startService(stdio: 'ignore' | 'pipe') {
  const port = await freePort();
  const dataDir = newDataFolder();
  const env = serviceEnvironment(dataDir, { PORT: String(port), EARMARK_ENCODER: 'off' });
  const server = spawn(pinnedNode, ['server/main.ts'], { cwd: projectRoot, env, stdio });
  onTestFinished(async () => {
    await stop(server);
    rmSync(dataDir, { recursive: true, force: true });
  });
  const isReady = () =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  return { server, isReady };
}

const START = { timeout: 110_000, interval: 10 };

it('the built service ends well when it is told to in the moment in which it answers', async () => {
  const { server, isReady } = await startService('ignore');
  await expect.poll(isReady, START).toBe(true);
  server.kill('SIGTERM');
  expect(await once(server, 'exit')).toEqual([0, null]);
}, 180_000);

it('the built service goes on when nobody reads its log any more, and ends when it is told to', async () => {
  const { server, isReady } = await startService('pipe');
  await once(server.stdout!, 'data');
  server.stdout!.destroy();
  server.stderr!.destroy();
  await expect.poll(isReady, START).toBe(true);
  server.kill('SIGTERM');
  expect(await once(server, 'exit')).toEqual([0, null]);
}, 180_000);
