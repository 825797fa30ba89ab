import { backUpInto } from '#server/platform/backup/folder.ts';
import { type BackupRecord, isDue } from '#server/platform/backup/rules.ts';
import { type Db, sql } from '#server/platform/db.ts';
import { warnOf } from '#server/platform/log.ts';
import { whileHeld } from '#server/platform/postgres/held-lock.ts';
import { type Rounds, startRounds } from '#server/platform/process/rounds.ts';
import { pick, tables } from '#server/platform/rows.ts';
import type { Services } from '#server/platform/services.ts';

const LOOK_MS = 60_000;

/**
 * Makes the scheduled backup if it is due, and records the result. Only one process on the database does it at a time. Null
 * when none is scheduled or due, or another process is making it.
 */
export async function backUpWhenDue(
  services: Services,
  signal?: AbortSignal,
): Promise<'done' | 'failed' | null> {
  if (!services.env.EARMARK_BACKUP_DIR || !(await isDueNow(services))) return null;
  return whileHeld(services.databaseUrl, 'backup', async (lost) => {
    // Another process may have made it between our check and our lock.
    if (!(await isDueNow(services))) return null;
    return backUp(services, signal ? AbortSignal.any([signal, lost]) : lost);
  });
}

async function isDueNow({ db, env, clock }: Services): Promise<boolean> {
  return isDue(await backupRecord(db), env.EARMARK_BACKUP_EVERY, clock());
}

async function backUp({ env, db, databaseUrl, clock, log }: Services, signal: AbortSignal) {
  const at = clock();
  const wanted = { kind: 'scheduled' as const, keep: env.EARMARK_BACKUP_KEEP, now: at, signal };
  const before = await backupRecord(db);
  try {
    const { file, bytes } = await backUpInto(env.backupDir, databaseUrl, wanted);
    await note(db, { done: { at: at.toISOString(), file, bytes }, failed: null });
    log.info({ file, bytes }, 'backup made');
    return 'done' as const;
  } catch (error) {
    if (signal.aborted) return null;
    const reason = error instanceof Error ? error.message : String(error);
    log.error({ err: reason }, 'backup failed');
    await note(db, { ...before, failed: { at: at.toISOString(), reason } });
    return 'failed' as const;
  }
}

const NAME = 'backup.record';

/** The results of the scheduled backups. */
export async function backupRecord(db: Db): Promise<BackupRecord> {
  const row = await db.row(
    pick(tables.setting, 'value'),
    sql`SELECT value FROM setting WHERE name = ${NAME}`,
  );
  return row ? JSON.parse(row.value) : { done: null, failed: null };
}

async function note(db: Db, record: BackupRecord): Promise<void> {
  await db.run(sql`
    INSERT INTO setting (name, value) VALUES (${NAME}, ${JSON.stringify(record)})
    ON CONFLICT (name) DO UPDATE SET value = excluded.value`);
}

/** Checks every minute whether a backup is due. `stop` aborts one under way; the next start makes it again. */
export function startBackups(services: Services): Pick<Rounds, 'stop'> {
  const stopping = new AbortController();
  const rounds = startRounds(LOOK_MS, () => backUpWhenDue(services, stopping.signal), {
    failed: warnOf(services.log, 'backups'),
  });
  return {
    stop: () => {
      stopping.abort();
      return rounds.stop();
    },
  };
}
