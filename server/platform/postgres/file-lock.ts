import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { SettingError } from '#server/platform/env.ts';

/** A lock on a file, held until released or until its process ends, however that ends. */
export type FileLock = { release(): void };

const SQLITE_BUSY = 5;
const SQLITE_FULL = 13;
const PAUSE_MS = 50;

/**
 * Locks `file` (created if absent) against other processes of this machine and within this one: `shared` beside other shared
 * locks, `exclusive` alone. Null when a conflicting lock is held.
 */
export function tryLock(file: string, mode: 'shared' | 'exclusive'): FileLock | null {
  // Node reaches the system's file locks through SQLite only; nothing is ever written to the file.
  const holder = new DatabaseSync(file, { timeout: 0 });
  try {
    holder.exec(mode === 'exclusive' ? 'BEGIN EXCLUSIVE' : 'BEGIN; SELECT 1 FROM sqlite_schema');
    return { release: () => holder.close() };
  } catch (error) {
    holder.close();
    if ((error as SqliteError).errcode === SQLITE_BUSY) return null;
    throw lockFailure(error as SqliteError, file);
  }
}

type SqliteError = Error & { readonly errcode?: number };

/** The error of a failed lock; one sentence if an operator can fix the cause. */
export function lockFailure(error: SqliteError, file: string): Error {
  if (error.errcode !== SQLITE_FULL) return error;
  return new SettingError(
    `The disk of ${dirname(file)} is full: make room on it, or move it to a larger one.`,
  );
}

/** Like `tryLock`, but retries for up to `patienceMs` milliseconds. */
export async function lockWithin(
  patienceMs: number,
  file: string,
  mode: 'shared' | 'exclusive',
): Promise<FileLock | null> {
  for (let waited = 0; ; waited += PAUSE_MS) {
    const lock = tryLock(file, mode);
    if (lock || waited >= patienceMs) return lock;
    await pause(PAUSE_MS);
  }
}
