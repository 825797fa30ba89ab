import { sql } from '#server/platform/db.ts';
import { freeBytes, fullDisk } from '#server/platform/failure/disk.ts';
import { awayOf } from '#server/platform/postgres/connection.ts';
import { migrationNames } from '#server/platform/postgres/migrate.ts';
import { computed } from '#server/platform/rows.ts';
import type { Services } from '#server/platform/services.ts';

/** Why a process cannot do its work now; `detail` is one sentence for an operator, and for nobody else. */
export type Fault = { readonly of: 'database' | 'migrations' | 'disk'; readonly detail: string };

/** How long the database may take to answer, in milliseconds: less than load balancers wait. */
const ANSWER_MS = 1_500;

/** Why this process cannot work: the database does not answer or lacks migrations, or the disk is full. Null if it can. */
export async function findFault(services: Services, free = freeBytes): Promise<Fault | null> {
  try {
    return (await missingMigrations(services)) ?? (await diskFault(services, free));
  } catch (error) {
    const detail = awayOf(error)?.message ?? 'The database does not answer in time.';
    return (await diskFault(services, free)) ?? { of: 'database', detail };
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

async function diskFault({ env }: Services, free: typeof freeBytes): Promise<Fault | null> {
  const full = await fullDisk(env, free);
  return full && { of: 'disk', detail: full.message };
}
