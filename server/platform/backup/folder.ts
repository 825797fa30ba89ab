import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { BackupError, type BackupReport } from '#server/platform/backup/contents.ts';
import { readBackup } from '#server/platform/backup/read.ts';
import { type BackupKind, fileName, isFileName, outdated } from '#server/platform/backup/rules.ts';
import { removeUnfinished, writeBackup } from '#server/platform/backup/write.ts';

type Wanted = {
  readonly kind: BackupKind;
  /** How many of this kind stay. */
  readonly keep: number;
  readonly now: Date;
  readonly signal?: AbortSignal;
};

/**
 * Makes a backup in a folder under a name of its own, reads it back, and only then deletes older ones of its kind. One that
 * cannot be read back is set aside as `<name>.bad`: it must not count among those that are kept. After an abort nothing is
 * left. Throws BackupError, DatabaseUnreachable.
 */
export async function backUpInto(folder: string, url: string, wanted: Wanted): Promise<BackupReport> {
  await makeFolder(folder);
  await removeUnfinished(folder, isFileName);
  const file = join(folder, fileName(wanted.kind, wanted.now));
  const report = await writeBackup(url, file, wanted);
  await readBack(file, wanted.signal);
  for (const name of outdated(await readdir(folder), wanted.kind, wanted.keep))
    await rm(join(folder, name), { force: true });
  return report;
}

async function readBack(file: string, signal?: AbortSignal): Promise<void> {
  try {
    await readBackup(file, undefined, signal);
  } catch (error) {
    if (signal?.aborted) await rm(file);
    else await rename(file, `${file}.bad`);
    throw error;
  }
}

async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    throw new BackupError(`The folder ${folder} cannot be made for backups (${code}).`);
  }
}
