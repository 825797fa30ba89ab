import { BackupError } from '#server/platform/backup/contents.ts';
import { backUpInto } from '#server/platform/backup/folder.ts';
import { megabytes } from '#server/platform/backup/rules.ts';
import { systemClock } from '#server/platform/clock.ts';
import type { Env } from '#server/platform/env.ts';
import { migrate } from '#server/platform/postgres/migrate.ts';

const KEEP = 3;

/**
 * Migrates a database to this version. One that has tables is backed up first; standard error says what is done and how to undo
 * it. Throws BackupError when that backup fails, and leaves the database unchanged.
 */
export async function upgrade(url: string, env: Env): Promise<void> {
  let isUpgrade = false;
  await migrate(url, async (pending) => {
    isUpgrade = true;
    say(`The database is of an earlier version. To be applied: ${pending.join(', ')}.`);
    if (!env.EARMARK_BACKUP_BEFORE_UPGRADE)
      return say('No backup is made before: EARMARK_BACKUP_BEFORE_UPGRADE is off.');
    say(`Backing it up first, into ${env.backupDir} ...`);
    const { file, bytes, rows } = await backUp(url, env);
    say(
      `Backed up ${rows} rows (${megabytes(bytes)}). To undo this upgrade, start the version before on an empty database, after: npx earmark restore ${file}`,
    );
  });
  if (isUpgrade) say('The database is of this version now.');
}

async function backUp(url: string, env: Env) {
  try {
    return await backUpInto(env.backupDir, url, { kind: 'before-upgrade', keep: KEEP, now: systemClock() });
  } catch (error) {
    if (!(error instanceof BackupError)) throw error;
    throw new BackupError(
      `The database was left as it is, since no backup could be made before its upgrade. ${error.message} Set EARMARK_BACKUP_DIR to another folder, or EARMARK_BACKUP_BEFORE_UPGRADE=off.`,
    );
  }
}

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}
