import { spawn } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { fixtureSurface } from '#e2e/conformance/fixture.ts';
import { productSurface } from '#server/edges/mcp/product.ts';
import { mcpEdge, type Serve } from '#server/edges/mcp.ts';
import { projectRoot, readEnv } from '#server/platform/env.ts';
import { literal } from '#server/platform/pattern.ts';
import { closeServices, openServices, type Services } from '#server/platform/services.ts';
import { newDataFolder } from '#server/testing/database/folder.ts';

/**
 * Runs the public MCP conformance suite against (a) the suite's own fixtures on our transport and (b) the product, each with
 * the requirements of the newest revision of either protocol era. Scenarios that are expected to fail are listed with the
 * reason beside this file. Any other failure fails the run, and so does a listed scenario that passes. Counts go to
 * test-results/conformance.json. Run: npm run conformance [scenario]
 */
const scenario = process.argv[2];
const REVISIONS = ['2025-11-25', '2026-07-28'];
const REPORT = join(projectRoot, 'test-results/conformance.json');
const dir = newDataFolder();

const suites: Record<string, Serve> = { fixture: () => fixtureSurface, product: productSurface };

const services = await openServices(
  readEnv({ EARMARK_DATA_DIR: dir, EARMARK_LOG_LEVEL: 'silent', EARMARK_BASE_URL: 'http://localhost:4510' }),
);
const total = { passed: 0, failed: 0, skipped: 0 };
const failures: Failure[] = [];
try {
  for (const [name, serve] of Object.entries(suites)) {
    const server = await listen(serve);
    const { port } = server.address() as AddressInfo;
    for (const revision of REVISIONS) {
      const counts = await runSuite(name, revision, `http://localhost:${port}/v1/mcp`);
      for (const key of ['passed', 'failed', 'skipped'] as const) total[key] += counts[key];
      failures.push(...counts.failures);
      console.log(
        `${name}, ${revision}: ${counts.passed} scenarios passed, ${counts.failed} failed, ${counts.skipped} expected to fail`,
      );
    }
    server.closeAllConnections();
    server.close();
  }
} finally {
  await closeServices(services);
  rmSync(dir, { recursive: true, force: true });
}
mkdirSync(dirname(REPORT), { recursive: true });
writeFileSync(REPORT, JSON.stringify({ ...total, failures }));
process.exitCode = total.failed === 0 ? 0 : 1;

function listen(serve: Serve): Promise<Server> {
  let callers = 0;
  const server = createServer((req, res) => {
    // The suite has no key and calls more than thirty times a minute: each request gets an address of its own.
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

/** The services with the listener's address as their own, so that its origin is not foreign. */
function atOwnAddress(given: Services, host: string): Services {
  const webUrl = host.startsWith('localhost') ? `http://${host}` : given.env.webUrl;
  return { ...given, env: { ...given.env, webUrl } };
}

type Failure = { file: string; name: string; error: string };
type Counts = { passed: number; failed: number; skipped: number; failures: Failure[] };

/** Runs the suite once and counts its scenarios. Shows its output only when something is not as listed. */
async function runSuite(name: string, revision: string, url: string): Promise<Counts> {
  const bin = join(projectRoot, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');
  const baseline = join(import.meta.dirname, `expected-failures-${name}-${revision.slice(0, 4)}.yml`);
  const which = scenario
    ? ['--scenario', scenario, '--spec-version', revision, '--verbose']
    : ['--requirements', revision, '--expected-failures', baseline];
  const child = spawn(process.execPath, [bin, 'server', '--url', url, ...which], { cwd: dir });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk));
  // Counts are read from the output: it is whole at `close`, not yet at `exit`.
  const code = await new Promise<number>((resolve) => child.on('close', (status) => resolve(status ?? 1)));
  if (code !== 0 || scenario) console.log(said);
  // Scenarios that a revision does not require (extensions, pending ones) run and are not counted.
  const unscored = new Set([...said.matchAll(/^ {2}[✓✗] ([\w/-]+) \(\w+\)$/gmu)].map((match) => match[1]));
  const ran = [...said.matchAll(/^[✓✗] ([\w/-]+): \d+ passed, \d+ failed/gmu)].map((match) => match[1]);
  const scenarios = ran.filter((one) => !unscored.has(one)).length;
  const skipped = [...said.matchAll(/^ {2}~ [\w/-]+/gm)].length;
  const failing = code === 0 ? [] : [...said.matchAll(/^ {2}✗ ([\w/-]+)$/gmu)].map(([, one = '']) => one);
  const failures = failing.map((one) => ({
    file: `${name}, ${revision}`,
    name: one,
    error: whyOf(one, said),
  }));
  const failed = code === 0 ? 0 : Math.max(1, failures.length);
  return { passed: scenario ? 0 : Math.max(0, scenarios - skipped - failed), failed, skipped, failures };
}

/** The suite's own words on how many checks of a scenario failed. */
function whyOf(scenario: string, said: string): string {
  return new RegExp(`^[✓✗] ${literal(scenario)}: (.*)$`, 'mu').exec(said)?.[1] ?? '';
}
