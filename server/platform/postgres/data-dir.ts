import { accessSync, constants, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { SettingError } from '#server/platform/env.ts';
import { type FileLock, lockWithin, tryLock } from '#server/platform/postgres/file-lock.ts';
import { sayingWait } from '#server/platform/postgres/waiting.ts';

/** Longer than any start or stop of the embedded database takes. */
const PATIENCE_MS = 180_000;

/** Makes the data directory where it is absent. Throws SettingError when it cannot be one or cannot be written. */
export function openDataDir(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true });
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    const why =
      code === 'EEXIST' || code === 'ENOTDIR'
        ? 'which is no folder'
        : 'which this user cannot read and write';
    throw new SettingError(`Setting EARMARK_DATA_DIR names ${dataDir}, ${why} (${code}).`);
  }
}

/** Makes this process the one server on the data of `dataDir`. Throws SettingError while another is. */
export function holdInstance(dataDir: string): FileLock {
  openDataDir(dataDir);
  const held = tryLock(join(dataDir, 'server.lock'), 'exclusive');
  if (held) return held;
  throw new SettingError(
    `Earmark is already running on the data in ${dataDir}: stop it first, or set EARMARK_DATA_DIR to another folder.`,
  );
}

/** Runs `work` while no other process starts or stops the embedded database of `dataDir`. */
export async function alone<Result>(dataDir: string, work: () => Promise<Result>): Promise<Result> {
  const gate = await sayingWait(
    () => `another process, which starts or stops the database in ${dataDir}`,
    lockWithin(PATIENCE_MS, join(dataDir, 'postgres.gate'), 'exclusive'),
  );
  if (!gate) {
    throw new SettingError(
      `Another process has been starting or stopping the database in ${dataDir} for minutes: end it, then try again.`,
    );
  }
  try {
    return await work();
  } finally {
    gate.release();
  }
}

/** Counts this process among those that use the embedded database of `dataDir`. Call within `alone`. */
export function joinUsers(dataDir: string): FileLock {
  return tryLock(join(dataDir, 'postgres.users'), 'shared')!;
}

/** Whether no process uses the embedded database of `dataDir`. Call within `alone`. */
export function isUnused(dataDir: string): boolean {
  const found = tryLock(join(dataDir, 'postgres.users'), 'exclusive');
  found?.release();
  return found !== null;
}
