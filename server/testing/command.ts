import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { projectRoot } from '#server/platform/env.ts';
import type { Services } from '#server/platform/services.ts';

export type CommandRun = { code: number; data: Record<string, unknown>; stderr: string };

/** Runs `earmark ... --json` on the database of the test; returns its exit code, its JSON and its standard error. */
export function runCommand(
  { databaseUrl }: Services,
  args: readonly string[],
  settings: Record<string, string> = {},
): Promise<CommandRun> {
  const env = { ...process.env, DATABASE_URL: databaseUrl, NODE_OPTIONS: '', ...settings };
  return new Promise((resolve) => {
    const command = [join(projectRoot, 'server/cli.ts'), ...args, '--json'];
    execFile(process.execPath, command, { env }, (error, stdout, stderr) => {
      const code = typeof error?.code === 'number' ? error.code : error ? -1 : 0;
      resolve({ code, data: stdout ? JSON.parse(stdout) : {}, stderr });
    });
  });
}
