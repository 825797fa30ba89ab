import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { fixtureSurface } from '#e2e/conformance/fixture.ts';
import { productSurface } from '#server/edges/mcp/product.ts';
import { mcpEdge, type Serve } from '#server/edges/mcp.ts';
import { readEnv } from '#server/platform/env.ts';
import { closeServices, openServices, type Services } from '#server/platform/services.ts';

/**
 * Runs the public MCP conformance suite against (a) the suite's own fixtures on our transport and (b) what the product
 * serves. Scenarios that a stateless JSON server cannot pass are listed with reasons beside this file; anything else
 * that fails, and anything listed that passes, fails the run. Run: npm run conformance [scenario]
 */
const scenario = process.argv[2];
const dir = mkdtempSync(join(tmpdir(), 'earmark-conformance-'));
chmodSync(dir, 0o755);

const suites: Record<string, Serve> = { fixture: () => fixtureSurface, product: productSurface };

const services = await openServices(
  readEnv({ EARMARK_DATA_DIR: dir, EARMARK_LOG_LEVEL: 'silent', EARMARK_BASE_URL: 'http://localhost:4510' }),
);
let failed = 0;
try {
  for (const [name, serve] of Object.entries(suites)) {
    const server = await listen(serve);
    const { port } = server.address() as AddressInfo;
    console.log(`\n# ${name}`);
    failed += (await runSuite(name, `http://localhost:${port}/v1/mcp`)) === 0 ? 0 : 1;
    server.closeAllConnections();
    server.close();
  }
} finally {
  await closeServices(services);
  rmSync(dir, { recursive: true, force: true });
}
process.exitCode = failed === 0 ? 0 : 1;

function listen(serve: Serve): Promise<Server> {
  let callers = 0;
  const server = createServer((req, res) => {
    // The suite has no key and asks more than thirty times a minute: every request comes from an address of its own.
    callers += 1;
    void answer(serve, req, res, `10.0.${callers >> 8}.${callers & 255}`);
  });
  return new Promise((resolve) => server.listen(0, () => resolve(server)));
}

async function answer(
  serve: Serve,
  req: IncomingMessage,
  res: ServerResponse,
  address: string,
): Promise<void> {
  const url = `http://${req.headers.host}${req.url}`;
  const body = req.method === 'POST' ? { body: Readable.toWeb(req) as ReadableStream, duplex: 'half' } : {};
  const request = new Request(url, {
    method: req.method ?? 'GET',
    headers: req.headers as Record<string, string>,
    ...body,
  });
  const response = await mcpEdge(atOwnAddress(services, req.headers.host ?? ''), request, { address }, serve);
  res.writeHead(response.status, Object.fromEntries(response.headers));
  res.end(Buffer.from(await response.arrayBuffer()));
}

/** The service as it is reached here: its own origin is the listener's. */
function atOwnAddress(given: Services, host: string): Services {
  const webUrl = host.startsWith('localhost') ? `http://${host}` : given.env.webUrl;
  return { ...given, env: { ...given.env, webUrl } };
}

function runSuite(name: string, url: string): Promise<number> {
  const bin = join(import.meta.dirname, '../../node_modules/@modelcontextprotocol/conformance/dist/index.js');
  const baseline = join(import.meta.dirname, `expected-failures-${name}.yml`);
  const which = scenario ? ['--scenario', scenario] : ['--suite', 'all', '--expected-failures', baseline];
  const child = spawn(process.execPath, [bin, 'server', '--url', url, ...which], {
    stdio: 'inherit',
    cwd: dir,
  });
  return new Promise((resolve) => child.on('exit', (code) => resolve(code ?? 1)));
}
