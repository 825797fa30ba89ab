import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { projectRoot } from '#server/platform/env.ts';
import { freePort } from '#server/platform/postgres/embedded.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The built service behind its front door, with the sample shows. */
    baseUrl: string;
    /** The same data through `next start` alone: the route handlers, without the front door. */
    handlersUrl: string;
    /** `host:port` that feeds may be served from; nothing listens there but what a test starts. */
    publisher: string;
    /** `host:port` that the payment provider is expected at; nothing listens there but what a test starts. */
    payments: string;
    /** EARMARK_DATA_DIR of both; `operator.ts` gives it to the command line. */
    dataDir: string;
    /** Key of the newcomer's account that the service prints at its first start: every scope, free plan. */
    firstKey: string;
  }
}

/** What the tests' payment provider signs its events with. */
export const PAYMENTS_SECRET = 'whsec_end_to_end';

const START_MS = 240_000;
const STOP_MS = 10_000;

export const pinnedNode = join(projectRoot, 'node_modules/node/bin/node');

/** Starts what a user would start, on a folder of its own, and removes everything when the tests end. */
export default async function setup(project: TestProject) {
  if (!existsSync(join(projectRoot, '.next/BUILD_ID'))) {
    throw new Error('The pages are not built: run npm test, or npm start once.');
  }
  const dataDir = mkdtempSync(join(tmpdir(), 'earmark-e2e-'));
  // The embedded database runs as another user when this one is root.
  chmodSync(dataDir, 0o755);
  const running: ChildProcess[] = [];
  const end = async () => {
    for (const child of running.reverse()) await stop(child);
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    const publisher = `127.0.0.1:${await freePort()}`;
    const payments = `127.0.0.1:${await freePort()}`;
    const hosts = { publisher, payments };
    const baseUrl = await start(running, dataDir, hosts, ['server/main.ts'], /Earmark is running at/);
    const next = ['node_modules/next/dist/bin/next', 'start'];
    const handlersUrl = await start(running, dataDir, hosts, next, /Ready in/);
    project.provide('publisher', publisher);
    project.provide('payments', payments);
    project.provide('baseUrl', baseUrl);
    project.provide('handlersUrl', handlersUrl);
    project.provide('dataDir', dataDir);
    project.provide('firstKey', readFileSync(join(dataDir, 'newcomer.key'), 'utf8').trim());
  } catch (error) {
    await end();
    throw error;
  }
  return end;
}

/** Settings of a process that shares the tests' data: nothing of the caller's own environment but where things are. */
export function serviceEnvironment(dataDir: string, extra: Record<string, string> = {}): NodeJS.ProcessEnv {
  return {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    TMPDIR: process.env.TMPDIR,
    NODE_ENV: 'production',
    NEXT_TELEMETRY_DISABLED: '1',
    EARMARK_DATA_DIR: dataDir,
    EARMARK_LOG_LEVEL: 'warn',
    ...extra,
  };
}

async function start(
  running: ChildProcess[],
  dataDir: string,
  hosts: { readonly publisher: string; readonly payments: string },
  command: readonly string[],
  ready: RegExp,
): Promise<string> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const settings = {
    PORT: String(port),
    HOST: '127.0.0.1',
    EARMARK_BASE_URL: url,
    // Each test says which address it calls from, so that tests do not share a keyless bucket.
    EARMARK_TRUSTED_PROXIES: '1',
    EARMARK_ALLOWED_ORIGINS: 'https://agent.example',
    EARMARK_FEED_ALLOW_HOSTS: hosts.publisher,
    EARMARK_WEBHOOK_ALLOW_HOSTS: '127.0.0.1',
    STRIPE_SECRET_KEY: 'sk_test_end_to_end',
    STRIPE_WEBHOOK_SECRET: PAYMENTS_SECRET,
    STRIPE_PRICE_MONTHLY: 'price_month',
    STRIPE_PRICE_YEARLY: 'price_year',
    STRIPE_API_BASE: `http://${hosts.payments}`,
  };
  const child = spawn(pinnedNode, command, {
    cwd: projectRoot,
    env: serviceEnvironment(dataDir, settings),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.push(child);
  await readiness(child, command.join(' '), ready);
  return url;
}

function readiness(child: ChildProcess, name: string, ready: RegExp): Promise<void> {
  return new Promise((done, fail) => {
    let said = '';
    const late = setTimeout(() => fail(new Error(`${name} was not ready in time:\n${said}`)), START_MS);
    const listen = (chunk: Buffer) => {
      said = (said + chunk).slice(-20_000);
      if (!ready.test(said)) return;
      clearTimeout(late);
      done();
    };
    child.stdout!.on('data', listen);
    child.stderr!.on('data', listen);
    child.once('exit', (code) => {
      clearTimeout(late);
      fail(new Error(`${name} ended with ${code}:\n${said}`));
    });
  });
}

function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((done) => {
    const late = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
    child.once('exit', () => {
      clearTimeout(late);
      done();
    });
    child.kill('SIGTERM');
  });
}
