import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { pinnedNode, running, serviceEnvironment } from '#e2e/service.ts';
import type { Scope } from '#server/api/scopes.ts';
import { projectRoot } from '#server/platform/env.ts';

const run = promisify(execFile);

/** Runs the operator's command on the data of the running service; returns what it printed as JSON. */
// biome-ignore lint/suspicious/noExplicitAny: a test reads any field of an answer
export async function earmark(...args: string[]): Promise<any> {
  const { stdout } = await run(pinnedNode, ['server/cli.ts', ...args, '--json'], {
    cwd: projectRoot,
    env: serviceEnvironment(running().dataDir, {
      EARMARK_BASE_URL: running().baseUrl,
      EARMARK_FEED_ALLOW_HOSTS: running().publisher,
      EARMARK_WEBHOOK_ALLOW_HOSTS: '127.0.0.1',
    }),
  });
  return JSON.parse(stdout);
}

let made = 0;

/** An account with a connector key, made by the operator. */
export async function operatorKey(
  options: { plan?: 'free' | 'premium'; scopes?: readonly Scope[] } = {},
): Promise<{ key: string; email: string }> {
  made += 1;
  const email = `e2e-${process.pid}-${made}@example.org`;
  await earmark('account', 'create', '--email', email, '--plan', options.plan ?? 'free');
  const scopes = options.scopes ? ['--scopes', options.scopes.join(',')] : [];
  const { key } = await earmark('key', 'create', '--email', email, ...scopes);
  return { key, email };
}
