import type { KnownShow } from '#server/features/ask/read/reading.ts';
import { heldBySpeaker } from '#server/features/visibility/counts/store.ts';
import { visibleShow } from '#server/features/visibility/store.ts';
import { type Db, sql } from '#server/platform/db.ts';
import { computed, pick, tables } from '#server/platform/rows.ts';

/** Every visible show by name, with its slug. */
export function listShowNames(db: Db): Promise<KnownShow[]> {
  return db.rows(
    pick(tables.show, 'id', 'slug', 'name'),
    sql`SELECT s.id, s.slug, s.name FROM show s WHERE ${visibleShow} ORDER BY s.name LIMIT 20000`,
  );
}

/** When the newest episode of each visible show aired, of those that are read; by the show's id. */
export function newestEpisodes(db: Db): Promise<{ id: string; airedAt: Date }[]> {
  return db.rows(
    { ...pick(tables.show, 'id'), airedAt: computed.moment },
    sql`SELECT s.id, newest."airedAt" FROM show s CROSS JOIN LATERAL (
        SELECT e."publishedAt" AS "airedAt" FROM episode e
        WHERE e."showId" = s.id AND e.state = 'processed' AND NOT e.hidden
        ORDER BY e."publishedAt" DESC LIMIT 1) newest
      WHERE ${visibleShow} ORDER BY s.name LIMIT 20000`,
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

/** The UTC year in which the record's first episode aired; null while it holds none. */
export async function firstYearAired(db: Db): Promise<number | null> {
  const row = await db.row(
    { year: computed.int.orNull() },
    sql`SELECT extract(year FROM min("publishedAt") AT TIME ZONE 'UTC')::int AS year FROM episode`,
  );
  return row?.year ?? null;
}
