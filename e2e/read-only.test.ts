import { type ChildProcess, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pinnedNode, serviceEnvironment, stop } from '#e2e/service.ts';
import { projectRoot } from '#server/platform/env.ts';
import { freePort } from '#server/platform/postgres/embedded.ts';
import { newDataFolder } from '#server/testing/database/folder.ts';

/** Node's permissions: the process may write only where it is allowed to, whoever runs the test. */
const RIGHTS = [
  '--permission',
  '--allow-fs-read=*',
  '--allow-addons',
  '--allow-child-process',
  '--allow-worker',
];

let dataDir: string;
let address: string;
let server: ChildProcess;
let said = '';

beforeAll(async () => {
  dataDir = newDataFolder();
  const port = await freePort();
  address = `http://127.0.0.1:${port}`;
  server = spawn(pinnedNode, [...RIGHTS, `--allow-fs-write=${dataDir}`, 'server/main.ts'], {
    cwd: projectRoot,
    env: serviceEnvironment(dataDir, {
      PORT: String(port),
      EARMARK_ENCODER: 'off',
      // Nothing listens there: a start that asks a registry fails.
      npm_config_registry: 'http://127.0.0.1:9',
    }),
    // Standard output is not piped: a full pipe that nobody reads would block the process.
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  server.stderr!.on('data', (part) => {
    said += part;
  });
});
afterAll(async () => {
  await stop(server);
  rmSync(dataDir, { recursive: true, force: true });
});

it('the built service starts and serves from a checkout that it cannot write, without a registry', async () => {
  await expect
    .poll(
      () =>
        fetch(`${address}/readyz`).then(
          ({ ok }) => ok,
          () => false,
        ),
      { timeout: 110_000, interval: 500 },
    )
    .toBe(true);
  for (const path of ['/', '/shows', '/search?q=nvidia', '/embed.js', '/v1/mcp/health', '/sitemap.xml'])
    expect([path, (await fetch(`${address}${path}`)).status]).toEqual([path, 200]);
  expect(said).not.toMatch(/ERR_ACCESS_DENIED|EACCES|EROFS/);
}, 120_000);
