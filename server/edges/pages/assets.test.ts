import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerAsset } from '#server/edges/pages/assets.ts';

const SCRIPT = 'console.log("a script")\n'.repeat(50);
const folder = mkdtempSync(join(tmpdir(), 'earmark-assets-'));
let server: Server;
beforeAll(async () => {
  mkdirSync(join(folder, 'chunks'));
  writeFileSync(join(folder, 'chunks/1.js'), SCRIPT);
  writeFileSync(join(folder, 'chunks/1.js.br'), brotliCompressSync(SCRIPT));
  writeFileSync(join(folder, 'chunks/1.js.gz'), gzipSync(SCRIPT));
  writeFileSync(join(folder, 'chunks/2.js'), SCRIPT);
  server = createServer((req, res) => {
    if (!answerAsset(req, res, folder)) res.writeHead(418).end();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, { method, headers });

describe('scripts that the build compressed', () => {
  it.each([
    ['br, gzip', 'br'],
    ['gzip', 'gzip'],
  ])('are answered in the best form that a reader of %s takes', async (accepted, encoding) => {
    const answer = await ask('/_next/static/chunks/1.js', { 'accept-encoding': accepted });
    expect(answer.headers.get('content-encoding')).toBe(encoding);
    expect(answer.headers.get('cache-control')).toContain('immutable');
    expect(answer.headers.get('content-type')).toContain('javascript');
    expect(await answer.text()).toBe(SCRIPT);
  });

  it('are not sent to whoever holds them', async () => {
    const headers = { 'accept-encoding': 'br' };
    const etag = (await ask('/_next/static/chunks/1.js', headers)).headers.get('etag')!;
    const again = await ask('/_next/static/chunks/1.js', { ...headers, 'if-none-match': etag });
    expect([again.status, await again.text()]).toEqual([304, '']);
  });

  it.each([
    ['takes no compressed form', '/_next/static/chunks/1.js', { 'accept-encoding': 'identity' }, 'GET'],
    ['asks for what was not compressed', '/_next/static/chunks/2.js', { 'accept-encoding': 'br' }, 'GET'],
    ['asks for what lies outside', '/_next/static/../../package.json', { 'accept-encoding': 'br' }, 'GET'],
    ['asks for a page', '/tickers/NVDA', { 'accept-encoding': 'br' }, 'GET'],
    ['posts', '/_next/static/chunks/1.js', { 'accept-encoding': 'br' }, 'POST'],
  ])('are left to Next where a reader %s', async (_what, path, headers, method) => {
    expect((await ask(path, headers, method)).status).toBe(418);
  });
});
