import { accessSync, constants, existsSync } from 'node:fs';
import { type Checks, type Finding, ill, well } from '#server/cli/doctor/check.ts';
import { databaseVersion } from '#server/ingest/stats/store.ts';
import { isOverdue, megabytes } from '#server/platform/backup/rules.ts';
import { backupRecord } from '#server/platform/backup/schedule.ts';
import { freeBytes } from '#server/platform/failure/disk.ts';
import { migrationState } from '#server/platform/postgres/migrate.ts';
import { missingColumns } from '#server/platform/postgres/missing.ts';
import type { Services } from '#server/platform/services.ts';

/** Checks of the database and its disks. */
export const databaseChecks: Checks = {
  database,
  migrations,
  tables,
  'data folder': dataFolder,
  disk,
  backups,
};

const OLDEST = 150_000;

async function database({ db }: Services): Promise<Finding> {
  const { number, version } = await databaseVersion(db);
  const name = version.split(' on ')[0]!;
  return number >= OLDEST ? well(name) : ill(name, 'Earmark needs PostgreSQL 15 or newer');
}

/** Whether the database has all our migrations; until it has, nothing else can be looked at. */
export async function migrations({ databaseUrl }: Pick<Services, 'databaseUrl'>): Promise<Finding> {
  const { applied, pending, failed } = await migrationState(databaseUrl);
  if (failed.length > 0)
    return ill(`${failed.join(', ')} did not come to its end`, 'start Earmark, which applies it again');
  if (pending.length > 0)
    return ill(`not applied: ${pending.join(', ')}`, 'start Earmark, which applies them');
  return well(`${applied.length} applied`);
}

async function tables({ db }: Services): Promise<Finding> {
  const missing = await missingColumns(db);
  if (missing.length === 0) return well('all there');
  return ill(
    `missing: ${missing.join(', ')}`,
    'restore the last backup into an empty database: earmark restore <file>',
  );
}

async function dataFolder({ env }: Services): Promise<Finding> {
  try {
    accessSync(env.dataDir, constants.W_OK);
    return well(env.dataDir);
  } catch {
    if (env.DATABASE_URL) return well(`${env.dataDir}, which cannot be written and need not`);
    return ill(`${env.dataDir} cannot be written`, 'make it writable for the user that runs Earmark');
  }
}

/** With less free, a busy day or an upgrade fills the disk. */
const LOW_BYTES = 256 * 1024 * 1024;

async function disk({ env }: Services): Promise<Finding> {
  const folders = [
    ...(env.DATABASE_URL ? [] : [env.dataDir]),
    ...(env.EARMARK_BACKUP_DIR && existsSync(env.backupDir) ? [env.backupDir] : []),
  ];
  return roomOn(
    await Promise.all(folders.map(async (folder) => ({ folder, bytes: await freeBytes(folder) }))),
  );
}

/** Whether the disks of these folders have room, by the bytes that are free on each. */
export function roomOn(free: readonly { readonly folder: string; readonly bytes: number }[]): Finding {
  const full = free.find(({ bytes }) => bytes < LOW_BYTES);
  if (full)
    return ill(`${megabytes(full.bytes)} free for ${full.folder}`, 'free space, or move it to a larger disk');
  if (free.length === 0) return well('the database is elsewhere');
  return well(free.map(({ folder, bytes }) => `${megabytes(bytes)} free for ${folder}`).join(', '));
}

async function backups({ db, env, clock }: Services): Promise<Finding> {
  const { done, failed } = await backupRecord(db);
  const last = done ? `the last at ${done.at}, ${done.file}, ${megabytes(done.bytes)}` : 'none made yet';
  if (!env.EARMARK_BACKUP_DIR) return well('none are scheduled (EARMARK_BACKUP_DIR schedules them)');
  if (failed)
    return ill(
      `${last}; failed at ${failed.at}: ${failed.reason}`,
      'mend that; it is tried again every hour',
    );
  if (isOverdue({ done, failed }, env.EARMARK_BACKUP_EVERY, clock()))
    return ill(`overdue, ${last}`, 'is a worker running, with EARMARK_BACKUP_DIR set?');
  return well(last);
}
