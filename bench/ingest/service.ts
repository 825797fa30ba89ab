import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { readEnv } from '#server/platform/env.ts';
import { closeServices, openServices, type Services } from '#server/platform/services.ts';
import { newDataFolder } from '#server/testing/database/folder.ts';

/** Settings of a service that reads feeds from this machine. */
export const settings = { EARMARK_LOG_LEVEL: 'silent', EARMARK_FEED_ALLOW_HOSTS: '127.0.0.1' };

/** Runs `work` with services on an empty database of their own, which is deleted afterwards. */
export async function withServices<Result>(
  work: (services: Services, dir: string) => Promise<Result>,
): Promise<Result> {
  const dir = newDataFolder();
  const services = await openServices(readEnv({ ...settings, EARMARK_DATA_DIR: dir }));
  try {
    return await work(services, dir);
  } finally {
    await closeServices(services);
    rmSync(dir, { recursive: true, force: true });
  }
}

/** CPU seconds of this process (all threads) and of the database, and the most memory of the process, in MB. */
export type Spent = { readonly cpu: number; readonly database: number; readonly megabytes: number };

/** Measures one stretch of work after another. */
export type Meter = {
  /** What was spent since the last lap. */
  lap(): Spent;
  end(): void;
};

/** A meter of this process and of the database in a data directory. */
export function startMeter(dir: string): Meter {
  let most = 0;
  const sample = () => {
    most = Math.max(most, process.memoryUsage.rss());
  };
  const sampling = setInterval(sample, 20);
  let before = { cpu: process.cpuUsage(), database: databaseSeconds(dir) };
  return {
    lap: () => {
      sample();
      const { user, system } = process.cpuUsage(before.cpu);
      const now = { cpu: process.cpuUsage(), database: databaseSeconds(dir) };
      const spent = {
        cpu: (user + system) / 1e6,
        database: now.database - before.database,
        megabytes: most / 2 ** 20,
      };
      before = now;
      most = 0;
      return spent;
    },
    end: () => clearInterval(sampling),
  };
}

/** The unit in which `/proc` counts CPU time. */
const TICK_SECONDS = 0.01;

/** CPU seconds of all processes of the database in a data directory, ended ones included; 0 if there is no `/proc`. */
function databaseSeconds(dir: string): number {
  const file = join(dir, 'postgres/postmaster.pid');
  if (!existsSync('/proc/self/stat') || !existsSync(file)) return 0;
  const postmaster = readFileSync(file, 'utf8').split('\n')[0]!;
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.reduce((sum, pid) => sum + secondsOf(pid, postmaster), 0);
}

function secondsOf(pid: string, postmaster: string): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    if (pid === postmaster) return (fields[11]! + fields[12]! + fields[13]! + fields[14]!) * TICK_SECONDS;
    return fields[1] === Number(postmaster) ? (fields[11]! + fields[12]!) * TICK_SECONDS : 0;
  } catch {
    return 0;
  }
}
