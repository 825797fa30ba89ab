import { execFile, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from '#server/platform/env.ts';

const run = promisify(execFile);
/** A program that takes longer is ended, and its test fails. */
const LONGEST_MS = 60_000;

export const pythonKit = join(projectRoot, 'clients/python');

const version = spawnSync('python3', ['-c', 'import sys; print(*sys.version_info[:2])'], {
  encoding: 'utf8',
});
const [major, minor] = (version.stdout ?? '').split(' ').map(Number);
export const hasPython = major === 3 && minor! >= 9;
if (!hasPython)
  process.stdout.write('Python 3.9 or newer is not on this machine: its kit is not tested here.\n');

/** Runs a program of Python with the kit; what it printed. */
export async function python(program: string, url: string, key: string): Promise<string> {
  const { stdout } = await run('python3', ['-W', 'error', '-c', program], {
    timeout: LONGEST_MS,
    env: {
      ...process.env,
      PYTHONPATH: pythonKit,
      PYTHONDONTWRITEBYTECODE: '1',
      EARMARK_URL: url,
      EARMARK_KEY: key,
    },
  });
  return stdout;
}

const HEAD = `
import json, os
import earmark as kit
from earmark import Earmark, errors
earmark = Earmark(os.environ["EARMARK_URL"], os.environ["EARMARK_KEY"])
UNKNOWN = "00000000-0000-4000-8000-000000000000"
`;

/** What a program prints as JSON; it has a client called `earmark`. */
export async function printed(program: string, url: string, key: string) {
  return JSON.parse(await python(HEAD + program, url, key));
}
