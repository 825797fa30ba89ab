import { createWriteStream, existsSync } from 'node:fs';
import { link, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import {
  BackupError,
  type BackupReport,
  type Part,
  type TableReport,
} from '#server/platform/backup/contents.ts';
import { encodeParts } from '#server/platform/backup/parts.ts';
import { readUnfinished, type Unfinished, unfinishedName } from '#server/platform/backup/rules.ts';
import { describe, onSnapshot, partsOf } from '#server/platform/backup/snapshot.ts';
import { HOUR_MS } from '#server/platform/clock.ts';
import { productVersion } from '#server/platform/env.ts';
import { isAlive } from '#server/platform/process/alive.ts';

/** Keeps up with the rows on one core; the highest level takes five times as long and saves a tenth. */
const GZIP_LEVEL = 4;

/** This host in the name of an unfinished file. */
const HOST = hostname().replaceAll('.', '_');

/** The unfinished files that this process is writing. */
const beingWritten = new Set<string>();

type WriteOptions = {
  readonly now: Date;
  /** Aborts the backup; no file is left. */
  readonly signal?: AbortSignal;
  readonly onTable?: (done: number, all: number) => void;
};

/**
 * Writes a consistent snapshot of the database at `url` into the new file `file`, readable by this user only. The file gets its
 * name once it is complete and on the disk. Throws BackupError, DatabaseUnreachable.
 */
export async function writeBackup(url: string, file: string, options: WriteOptions): Promise<BackupReport> {
  if (existsSync(file)) throw thereAlready(file);
  const unfinished = unfinishedName(file, HOST, process.pid);
  await removeUnfinished(dirname(file), (name) => name === basename(file));
  beingWritten.add(unfinished);
  try {
    const report = await onSnapshot(url, async (client) => {
      const header = await describe(client, productVersion, options.now);
      const tables: TableReport[] = [];
      const parts = watched(partsOf(client, header), (table) => {
        tables.push(table);
        options.onTable?.(tables.length, header.tables.length);
      });
      const out = createWriteStream(unfinished, { flags: 'wx', mode: 0o600, flush: true });
      await pipeline(Readable.from(encodeParts(parts)), createGzip({ level: GZIP_LEVEL }), out, {
        ...(options.signal ? { signal: options.signal } : {}),
      });
      const rows = tables.reduce((sum, table) => sum + table.rows, 0);
      return { file, bytes: out.bytesWritten, header, tables, rows };
    });
    await giveName(unfinished, file);
    await keepName(dirname(file));
    return report;
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => undefined);
    throw unwritten(file, error);
  } finally {
    beingWritten.delete(unfinished);
  }
}

async function* watched(
  parts: AsyncIterable<Part>,
  onTable: (table: TableReport) => void,
): AsyncGenerator<Part> {
  let name = '';
  for await (const part of parts) {
    if (part.kind === 'table') name = part.value.name;
    if (part.kind === 'tableEnd') onTable({ name, ...part.value });
    yield part;
  }
}

/** Gives the complete backup its name. A link, unlike a rename, replaces no file that another process wrote meanwhile. */
async function giveName(unfinished: string, file: string): Promise<void> {
  try {
    await link(unfinished, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw thereAlready(file);
    // Not every disk has links.
    return rename(unfinished, file);
  }
  await rm(unfinished);
}

function thereAlready(file: string): BackupError {
  return new BackupError(`The file ${file} is there already: name a new one.`);
}

/** Syncs a folder: without it a rename may be lost in a power cut. */
async function keepName(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Removes the unfinished files that killed processes left in a folder, if `isOurs` accepts the name of the backup. On this host
 * the process id shows whether its process still writes. A file of another host counts as left after an hour without a write.
 */
export async function removeUnfinished(folder: string, isOurs: (name: string) => boolean): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const left = readUnfinished(name);
    if (left && isOurs(left.file) && !(await isBeingWritten(join(folder, name), left)))
      await rm(join(folder, name), { force: true });
  }
}

async function isBeingWritten(path: string, { host, pid }: Unfinished): Promise<boolean> {
  if (host !== HOST) return Date.now() - ((await stat(path).catch(() => null))?.mtimeMs ?? 0) < HOUR_MS;
  // A restarted container has the same process ids as before.
  return pid === process.pid ? beingWritten.has(path) : isAlive(pid);
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such folder',
  ENOTDIR: 'there is no such folder',
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'the disk takes no writes',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk is full',
};

function unwritten(file: string, error: unknown): unknown {
  const { code = '' } = error as NodeJS.ErrnoException;
  const why = REASONS[code];
  return why ? new BackupError(`The backup ${file} cannot be written: ${why} (${code}).`) : error;
}
