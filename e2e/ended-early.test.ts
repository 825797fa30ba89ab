import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { newFolder } from '#e2e/kills/world.ts';
import { pinnedNode, serviceEnvironment } from '#e2e/service.ts';
import { projectRoot } from '#server/platform/env.ts';
import { freePort } from '#server/platform/postgres/embedded.ts';

/** The built service on data of its own, and whether it is ready. */
async function startService(stdio: 'ignore' | 'pipe') {
  const port = await freePort();
  const env = serviceEnvironment(newFolder(), { PORT: String(port), EARMARK_ENCODER: 'off' });
  const server = spawn(pinnedNode, ['server/main.ts'], { cwd: projectRoot, env, stdio });
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
