import { statfs } from 'node:fs/promises';
import { type Env, SettingError } from '#server/platform/env.ts';
import { causesOf } from '#server/platform/failure/causes.ts';
import { DatabaseUnreachable, isBrokenConnection } from '#server/platform/postgres/connection.ts';

/** The disk of the embedded database is full; the message is the one sentence that says where, and what to do. */
export class DiskFull extends SettingError {
  constructor(folder: string) {
    super(`The disk of ${folder} is full: free some space; the database then starts by itself.`);
  }
}

/** The embedded database writes its log in files of 16 MB: without room for two, writes fail soon. */
const LEAST_FREE_BYTES = 32 * 1024 * 1024;

/** Bytes that this user may still write on the disk of a folder. */
export async function freeBytes(folder: string): Promise<number> {
  const disk = await statfs(folder);
  return disk.bavail * disk.bsize;
}

type Where = Pick<Env, 'DATABASE_URL' | 'dataDir'>;

/** That the disk of the embedded database is full; null where it is not, or the database is elsewhere. */
export async function fullDisk(
  { DATABASE_URL, dataDir }: Where,
  free: typeof freeBytes = freeBytes,
): Promise<DiskFull | null> {
  if (DATABASE_URL) return null;
  const left = await free(dataDir).catch(() => null);
  return left !== null && left < LEAST_FREE_BYTES ? new DiskFull(dataDir) : null;
}

/** The full disk, if that is why the database failed; else the failure itself. */
export async function causeOf(
  error: unknown,
  where: Where,
  free: typeof freeBytes = freeBytes,
): Promise<unknown> {
  const isOfDatabase =
    error instanceof DatabaseUnreachable || isBrokenConnection(error) || wantedSpace(error);
  return (isOfDatabase && (await fullDisk(where, free))) || error;
}

/** A failure of the embedded database under `folder`, as a full disk where its log or the system says so. */
export function inFolder(error: unknown, folder: string): unknown {
  return wantedSpace(error) ? new DiskFull(folder) : error;
}

const NO_SPACE_CODES = ['ENOSPC', 'EDQUOT', '53100'];

function wantedSpace(error: unknown): boolean {
  for (const { code, message } of causesOf(error))
    if (NO_SPACE_CODES.includes(code ?? '') || message?.includes('No space left on device')) return true;
  return false;
}
