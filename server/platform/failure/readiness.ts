import { statfs } from 'node:fs/promises';
import { sql } from '#server/platform/db.ts';
import { awayOf } from '#server/platform/postgres/connection.ts';
import { migrationNames } from '#server/platform/postgres/migrate.ts';
import { computed } from '#server/platform/rows.ts';
import type { Services } from '#server/platform/services.ts';

/** Why a process cannot do its work now; `detail` is one sentence for an operator, and for nobody else. */
export type Fault = { readonly of: 'database' | 'migrations' | 'disk'; readonly detail: string };

/** How long the database may take to answer, in milliseconds: less than load balancers wait. */
const ANSWER_MS = 1_500;

/** The embedded database writes its log in files of 16 MB: without room for two, writes fail soon. */
const LEAST_FREE_BYTES = 32 * 1024 * 1024;

/** Why this process cannot work: the database does not answer or lacks migrations, or the disk is full. Null if it can. */
export async function findFault(services: Services): Promise<Fault | null> {
  try {
    return (await missingMigrations(services)) ?? (await fullDisk(services));
  } catch (error) {
    return { of: 'database', detail: awayOf(error)?.message ?? 'The database does not answer in time.' };
  }
}

async function missingMigrations({ db }: Services): Promise<Fault | null> {
  const rows = await db
    .cancelledBy(AbortSignal.timeout(ANSWER_MS))
    .rows(
      { name: computed.text },
      sql`SELECT migration_name::text AS name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL`,
    );
  const applied = new Set(rows.map(({ name }) => name));
  const missing = migrationNames().filter((name) => !applied.has(name));
  if (missing.length === 0) return null;
  return { of: 'migrations', detail: `The database lacks migrations: ${missing.join(', ')}.` };
}

/** Bytes that this user may still write on the disk of a folder. */
export async function freeBytes(folder: string): Promise<number> {
  const disk = await statfs(folder);
  return disk.bavail * disk.bsize;
}

async function fullDisk({ env }: Services): Promise<Fault | null> {
  if (env.DATABASE_URL) return null;
  const free = await freeBytes(env.dataDir).catch(() => null);
  if (free === null || free >= LEAST_FREE_BYTES) return null;
  return { of: 'disk', detail: `The disk that holds ${env.dataDir} is full.` };
}
