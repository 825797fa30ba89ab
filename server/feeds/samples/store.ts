import { type Db, sql } from '#server/platform/db.ts';
import { computed, pick, tables } from '#server/platform/rows.ts';

const LOADED_AT = 'samples.loadedAt';
const DONE = 'samples.done';

/** When the sample shows were first loaded; stores `now` at the first call. Their air dates count back from it. */
export async function samplesLoadedAt(db: Db, now: Date): Promise<Date> {
  const row = await db.row(
    pick(tables.setting, 'value'),
    sql`
    INSERT INTO setting (name, value) VALUES (${LOADED_AT}, ${now.toISOString()})
    ON CONFLICT (name) DO UPDATE SET value = setting.value RETURNING value`,
  );
  return new Date(row!.value);
}

/** Whether sample shows are still to be loaded: not done yet, and the operator has added no feed. */
export async function samplesWanted(db: Db): Promise<boolean> {
  const row = await db.row(
    { wanted: computed.bool },
    sql`
    SELECT NOT EXISTS (SELECT 1 FROM setting WHERE name = ${DONE}) AND NOT EXISTS (SELECT 1 FROM feed WHERE NOT sample) AS wanted`,
  );
  return row!.wanted;
}

/** Notes that the sample shows need no loading any more. Idempotent. */
export async function markSamplesDone(db: Db): Promise<void> {
  await db.run(sql`INSERT INTO setting (name, value) VALUES (${DONE}, 'true') ON CONFLICT DO NOTHING`);
}

/** Whether feeds of the sample shows are in the corpus. */
export async function hasSamples(db: Db): Promise<boolean> {
  return (await db.row(sql`SELECT 1 FROM feed WHERE sample LIMIT 1`)) !== undefined;
}
