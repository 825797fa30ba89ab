import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive } from '#server/platform/process/alive.ts';

type Postmaster = { readonly pid: number; readonly dataFolder: string; readonly port: number };

/** What the server noted of itself when it started; what one that died noted stays, and a copied folder carries it along. */
function notedPostmaster(data: string): Postmaster | null {
  const file = join(data, 'postmaster.pid');
  if (!existsSync(file)) return null;
  const lines = readFileSync(file, 'utf8').split('\n');
  const pid = Number(lines[0]);
  const port = Number(lines[3]);
  return pid > 0 && port > 0 ? { pid, dataFolder: lines[1] ?? '', port } : null;
}

/** Where the folder's server was last reached, also one that died: processes that outlived it look for it there. */
export function notedPort(data: string): number | null {
  const noted = notedPostmaster(data);
  return noted && isOwnNote(data, noted) ? noted.port : null;
}

/** The port of the running server of this very data folder; null when none runs. */
export function runningPort(data: string): number | null {
  const noted = notedPostmaster(data);
  return noted && isOwnServer(data, noted) ? noted.port : null;
}

/** False for the note that came along with a copied folder: it names the original. */
function isOwnNote(data: string, noted: Postmaster): boolean {
  return realpathOf(noted.dataFolder) === realpathSync(data);
}

/** The noted process runs, and it is the server of this very folder: since a reboot its number may be another's. */
function isOwnServer(data: string, noted: Postmaster): boolean {
  return isOwnNote(data, noted) && isAlive(noted.pid) && servesFolder(noted.pid, data);
}

/** PostgreSQL works in its data folder; where the system does not show that, its command line names it. */
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

/** A note of somebody else's process would keep PostgreSQL from starting, and would lead `pg_ctl` to stop that one. */
export function dropForeignNote(data: string): void {
  const noted = notedPostmaster(data);
  if (noted === null || isOwnServer(data, noted)) return;
  if (!isOwnNote(data, noted) || isAlive(noted.pid)) rmSync(join(data, 'postmaster.pid'));
}
