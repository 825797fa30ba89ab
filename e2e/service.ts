import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '#server/platform/env.ts';
import { freePort } from '#server/platform/postgres/embedded.ts';
import { newDataFolder } from '#server/testing/database/folder.ts';
import { ownSettingsUnset } from '#server/testing/own-settings.ts';

/** Where the started service is, and what tests need to play its surroundings. */
export type Service = {
  /** The built service behind its front door, with the sample shows. */
  readonly baseUrl: string;
  /** The same data through `next start` alone: the route handlers, without the front door. */
  readonly handlersUrl: string;
  /** `host:port` that feeds may come from. Only what a test starts listens there. */
  readonly publisher: string;
  /** `host:port` of the payment provider. Only what a test starts listens there. */
  readonly payments: string;
  /** EARMARK_DATA_DIR of both, also for the operator's command. */
  readonly dataDir: string;
  /** The key that the service prints at its first start: every scope, free plan. */
  readonly firstKey: string;
};

/** The secret with which the tests' payment provider signs its events. */
export const PAYMENTS_SECRET = 'whsec_end_to_end';

const START_MS = 240_000;
const STOP_MS = 10_000;

export const pinnedNode = join(projectRoot, 'node_modules/node/bin/node');

/** The environment variable that tells the processes of either test runner of their service. */
const SERVICE = 'EARMARK_E2E_SERVICE';

/** The service that was started for this process; throws where none was. */
export function running(): Service {
  const told = process.env[SERVICE];
  if (!told) throw new Error('No service was started for these tests: npm run test:one starts one.');
  return JSON.parse(told);
}

/**
 * Starts what a user would start, on a folder of its own. This process, and those that it starts later, find it by
 * `running()`. Returns what ends it and removes its data.
 */
export async function openService(): Promise<() => Promise<void>> {
  if (!existsSync(join(projectRoot, '.next/BUILD_ID'))) {
    throw new Error('The pages are not built: run npm test, or npm start once.');
  }
  const dataDir = newDataFolder();
  const started: ChildProcess[] = [];
  const end = async () => {
    for (const child of started.reverse()) await stop(child);
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    const publisher = `127.0.0.1:${await freePort()}`;
    const payments = `127.0.0.1:${await freePort()}`;
    const hosts = { publisher, payments };
    const baseUrl = await start(started, dataDir, hosts, ['server/main.ts'], /Earmark is running at/);
    const next = ['node_modules/next/dist/bin/next', 'start'];
    const handlersUrl = await start(started, dataDir, hosts, next, /Ready in/);
    const firstKey = readFileSync(join(dataDir, 'newcomer.key'), 'utf8').trim();
    const service: Service = { baseUrl, handlersUrl, publisher, payments, dataDir, firstKey };
    process.env[SERVICE] = JSON.stringify(service);
  } catch (error) {
    await end();
    throw error;
  }
  return end;
}

/** The environment of a process on the tests' data. Of the caller's own settings and environment it has only paths. */
export function serviceEnvironment(dataDir: string, extra: Record<string, string> = {}): NodeJS.ProcessEnv {
  return {
    ...ownSettingsUnset(),
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    TMPDIR: process.env.TMPDIR,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
    NODE_ENV: 'production',
    NEXT_TELEMETRY_DISABLED: '1',
    EARMARK_DATA_DIR: dataDir,
    EARMARK_LOG_LEVEL: 'warn',
    ...extra,
  };
}

async function start(
  started: ChildProcess[],
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
    // Each test names the address that it calls from, so that tests do not share a keyless bucket.
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
  started.push(child);
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

/** Ends a process: SIGTERM, and SIGKILL after ten seconds. Returns once it is gone, at once where it already is. */
export function stop(child: ChildProcess): Promise<void> {
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
