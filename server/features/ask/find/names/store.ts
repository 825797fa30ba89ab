import type { NamedShow } from '#server/features/ask/read/reading.ts';
import { heldBySpeaker } from '#server/features/visibility/counts/store.ts';
import { visibleShow } from '#server/features/visibility/store.ts';
import { type Db, sql } from '#server/platform/db.ts';
import { pick, tables } from '#server/platform/rows.ts';

/** Every visible show by name. */
export function listShowNames(db: Db): Promise<NamedShow[]> {
  return db.rows(
    pick(tables.show, 'id', 'name'),
    sql`SELECT s.id, s.name FROM show s WHERE ${visibleShow} ORDER BY s.name LIMIT 20000`,
  );
}

/** Every name that listed ideas are attributed to. */
export async function listSpeakerNames(db: Db): Promise<string[]> {
  const rows = await db.rows(
    pick(tables.speakerName, 'name'),
    sql`SELECT n.name FROM (${heldBySpeaker()}) n ORDER BY 1 LIMIT 50000`,
  );
  return rows.map((row) => row.name);
}
