import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { projectRoot } from '#server/platform/env.ts';
import { accountWithKey } from '#server/testing/api.ts';
import { goThrough, openSite, register } from '#server/testing/servers/oauth.ts';
import { testServices } from '#server/testing/services.ts';

const SUITE = join(projectRoot, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');
const folder = mkdtempSync(join(tmpdir(), 'earmark-authorization-'));
let site: Awaited<ReturnType<typeof openSite>>;
let accountId: string;
beforeAll(async () => {
  site = await openSite((url) => testServices({ EARMARK_BASE_URL: url }));
  ({ accountId } = await accountWithKey(site.services));
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await site.close();
});

/** A port that is free now, for the suite to use. */
async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await new Promise((done) => probe.once('listening', done));
  const { port } = probe.address() as AddressInfo;
  await new Promise((done) => probe.close(done));
  return port;
}

/** Runs the public suite against our authorization server; `decide` acts for the person in the browser. */
async function runSuite(
  args: readonly string[],
  decide: (authorize: string) => Promise<URL>,
): Promise<string> {
  const child = spawn(process.execPath, [SUITE, 'authorization', '--url', site.url, ...args], {
    cwd: folder,
  });
  let said = '';
  let decided = false;
  const hear = async (chunk: Buffer) => {
    said += chunk;
    const authorize = /^http\S+\/oauth\/authorize\?\S+\n/m.exec(said)?.[0].trim();
    if (!authorize || decided) return;
    decided = true;
    await fetch(await decide(authorize)).catch(() => child.kill());
  };
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => void hear(chunk));
  await new Promise((done) => child.on('close', done));
  return said;
}

it.each(['2025-11-25', '2026-07-28'])(
  'the authorization server passes what the public suite asks of one in %s',
  async (revision) => {
    const port = await freePort();
    const { id } = await register(site.url, { redirect_uris: [`http://127.0.0.1:${port}/callback`] });
    const resource = `${site.url}/v1/mcp/connect`;
    const said = await runSuite(
      ['--spec-version', revision, '--client-id', id, '--resource', resource, '-p', String(port)],
      (authorize) => goThrough(site.services, authorize, { accountId, allowed: ['profile:read'] }),
    );
    const outcomes = [...said.matchAll(/^[✓✗] ([\w-]+): (\d+) passed, (\d+) failed/gmu)].map((one) =>
      one.slice(1),
    );
    expect(outcomes, said).toEqual([
      ['authorization-server-metadata-endpoint', expect.stringMatching(/[1-9]/), '0'],
      ['authorization-code-grant', '1', '0'],
    ]);
  },
  60_000,
);
