import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { newFolder } from '#e2e/kills/world.ts';
import { pinnedNode, serviceEnvironment } from '#e2e/service.ts';
import { projectRoot } from '#server/platform/env.ts';
import { freePort } from '#server/platform/postgres/embedded.ts';

it('the built service ends well when it is told to in the moment in which it answers', async () => {
  const port = await freePort();
  const env = serviceEnvironment(newFolder(), { PORT: String(port), EARMARK_ENCODER: 'off' });
  const server = spawn(pinnedNode, ['server/main.ts'], { cwd: projectRoot, env, stdio: 'ignore' });
  const isReady = () =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  await expect.poll(isReady, { timeout: 110_000, interval: 10 }).toBe(true);
  server.kill('SIGTERM');
  expect(await once(server, 'exit')).toEqual([0, null]);
}, 180_000);
