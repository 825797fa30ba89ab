import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive } from '#server/platform/process/alive.ts';

type Postmaster = { readonly pid: number; readonly dataFolder: string; readonly port: number };

/** Reads `postmaster.pid`, which the server wrote at its start. It survives a crash, and is copied along with the folder. */
function notedPostmaster(data: string): Postmaster | null {
  const file = join(data, 'postmaster.pid');
  if (!existsSync(file)) return null;
  const lines = readFileSync(file, 'utf8').split('\n');
  const pid = Number(lines[0]);
  const port = Number(lines[3]);
  return pid > 0 && port > 0 ? { pid, dataFolder: lines[1] ?? '', port } : null;
}

/** The last port of the folder's server, even a dead one: processes that outlived it still look for it there. */
export function notedPort(data: string): number | null {
  const noted = notedPostmaster(data);
  return noted && isOwnNote(data, noted) ? noted.port : null;
}

/** The port of the running server of this data folder; null when none runs. */
export function runningPort(data: string): number | null {
  const noted = notedPostmaster(data);
  return noted && isOwnServer(data, noted) ? noted.port : null;
}

/** False for a note copied along with a folder: it names the original folder. */
function isOwnNote(data: string, noted: Postmaster): boolean {
  return realpathOf(noted.dataFolder) === realpathSync(data);
}

/** Whether the noted process runs and serves this folder: after a reboot its id may be another process's. */
function isOwnServer(data: string, noted: Postmaster): boolean {
  return isOwnNote(data, noted) && isAlive(noted.pid) && servesFolder(noted.pid, data);
}

/** PostgreSQL's working directory is its data folder; without /proc, its command line names it. */
function servesFolder(pid: number, data: string): boolean {
  const process = `/proc/${pid}`;
  if (!existsSync(process)) {
    const { stdout } = spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
    return stdout.includes('postgres') && stdout.includes(data);
  }
  return (
    readFileSync(`${process}/cmdline`, 'utf8').includes('postgres') &&
    realpathOf(`${process}/cwd`) === realpathSync(data)
  );
}

function realpathOf(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    return null;
  }
}

/** Removes a note of another process: it would keep PostgreSQL from starting, or make `pg_ctl` stop that process. */
export function dropForeignNote(data: string): void {
  const noted = notedPostmaster(data);
  if (noted === null || isOwnServer(data, noted)) return;
  if (!isOwnNote(data, noted) || isAlive(noted.pid)) rmSync(join(data, 'postmaster.pid'));
}
