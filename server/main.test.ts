import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { projectRoot } from '#server/platform/env.ts';
import { holdInstance } from '#server/platform/postgres/data-dir.ts';

let dataDir: string;
beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'earmark-main-'));
});
afterAll(() => rmSync(dataDir, { recursive: true }));

/** How a process of ours ends on these settings, and what it says of it. */
async function run(program: string[], settings: Record<string, string>) {
  const { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE } = process.env;
  const child = spawn(process.execPath, program, {
    cwd: projectRoot,
    env: {
      PATH,
      HOME,
      TMPDIR,
      NODE_COMPILE_CACHE,
      NODE_ENV: 'production',
      EARMARK_DATA_DIR: dataDir,
      HOST: '127.0.0.1',
      PORT: '0',
      ...settings,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  return { code, said };
}
const server = (settings: Record<string, string>) => run(['server/main.ts'], settings);
const command = (settings: Record<string, string>) => run(['server/cli.ts', 'stats'], settings);

const NOWHERE = 'postgres://ann:hunter22@nosuch.invalid/earmark';

it.each([
  [
    'the server',
    { HOST: '192.0.2.1' },
    server,
    /^Setting HOST must be an address of this machine, which 192\.0\.2\.1 is not \(EADDRNOTAVAIL\)\.\n$/,
  ],
  [
    'the server',
    { HOST: 'nosuch.invalid' },
    server,
    /^Setting HOST must be an address of this machine, which nosuch\.invalid is not \(E\w+\)\.\n$/,
  ],
  [
    'the server',
    { EARMARK_DATA_DIR: '/etc/passwd' },
    server,
    /^Setting EARMARK_DATA_DIR names \/etc\/passwd, which is no folder \(EEXIST\)\.\n$/,
  ],
  [
    'a command',
    { EARMARK_DATA_DIR: '/etc/passwd/x' },
    command,
    /^Setting EARMARK_DATA_DIR names \/etc\/passwd\/x, which is no folder \(ENOTDIR\)\.\n$/,
  ],
  [
    'the server',
    { DATABASE_URL: NOWHERE },
    server,
    /^The database at nosuch\.invalid:5432\/earmark cannot be opened: [^\n]+\.\n$/,
  ],
  [
    'a command',
    { DATABASE_URL: NOWHERE },
    command,
    /^The database at nosuch\.invalid:5432\/earmark cannot be opened: [^\n]+\.\n$/,
  ],
])(
  'ends %s in one sentence: %j',
  async (_what, settings, start, sentence) => {
    const { code, said } = await start(settings as Record<string, string>);
    expect(said).toMatch(sentence);
    expect(code).toBe(1);
  },
  60_000,
);

it('leaves a port to whoever has it', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as AddressInfo;
  expect(await server({ PORT: String(port) })).toEqual({
    code: 1,
    said: `Port ${port} is in use: set PORT to another one.\n`,
  });
  taken.close();
}, 60_000);

it('starts no second server on a data directory, whatever became of the first one’s connections', async () => {
  const first = holdInstance(dataDir);
  const { code, said } = await server({});
  expect(said).toBe(
    `Earmark is already running on the data in ${dataDir}: stop it first, or set EARMARK_DATA_DIR to another folder.\n`,
  );
  expect(code).toBe(1);
  first.release();
}, 60_000);
