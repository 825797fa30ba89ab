import { isId } from '#server/api/inputs.ts';
import type { ShowRef } from '#server/features/shows/schema.ts';
import { type Db, empty, join, sql } from '#server/platform/db.ts';
import { computed, pick, type RowOf, tables } from '#server/platform/rows.ts';

const showRef = pick(tables.show, 'id', 'slug', 'name');
const showRow = {
  ...showRef,
  ...pick(tables.show, 'description', 'artworkUrl'),
  episodeCount: computed.int,
  lastEpisodeAt: computed.moment.orNull(),
  ideaCount7d: computed.int,
};
export type ShowRow = RowOf<typeof showRow>;

/** The show with this id or slug; null when it is unknown or hidden. */
export async function findShow(db: Db, idOrSlug: string): Promise<ShowRef | null> {
  const named = isId(idOrSlug) ? sql`id = ${idOrSlug}::uuid` : sql`slug = ${idOrSlug}`;
  const row = await db.row(showRef, sql`SELECT id, slug, name FROM show WHERE ${named} AND hidden = false`);
  return row ?? null;
}

/** Visible shows whose name contains `q`, by name and id, after the show `after`. Counts are as of `now`. */
export function listShows(
  db: Db,
  list: { q: string; after: string | null; limit: number; now: Date },
): Promise<ShowRow[]> {
  const { q, after, limit, now } = list;
  return db.rows(
    showRow,
    sql`
    SELECT ${showColumns(now)} FROM (
      SELECT * FROM show s WHERE s.hidden = false ${q === '' ? empty : sql`AND s.name ILIKE ${`%${likeText(q)}%`}`}
        ${after ? sql`AND (s.name, s.id) > (SELECT a.name, a.id FROM show a WHERE a.id = ${after}::uuid)` : empty}
      ORDER BY s.name, s.id LIMIT ${limit}) s
    ORDER BY s.name, s.id`,
  );
}

/** Rows of the visible shows among `ids` whose name contains `q`, in the order of `ids`. */
export async function findShows(db: Db, ids: readonly string[], q: string, now: Date): Promise<ShowRow[]> {
  if (ids.length === 0) return [];
  const rows = await db.rows(
    showRow,
    sql`
    SELECT ${showColumns(now)} FROM show s
    WHERE s.id IN (${join(ids.map((id) => sql`${id}::uuid`))}) AND s.hidden = false AND s.name ILIKE ${`%${likeText(q)}%`}`,
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Visible shows that an operator recommended, by rank. */
export async function recommendedShowIds(db: Db, limit: number): Promise<string[]> {
  const rows = await db.rows(
    pick(tables.show, 'id'),
    sql`
    SELECT id FROM show WHERE hidden = false AND "recommendedRank" IS NOT NULL ORDER BY "recommendedRank", name, id LIMIT ${limit}`,
  );
  return rows.map((show) => show.id);
}

/** Visible shows by how many listed ideas they hold, most first. Reads the whole corpus. */
export async function busiestShowIds(db: Db, limit: number): Promise<string[]> {
  const rows = await db.rows(
    pick(tables.show, 'id'),
    sql`
    SELECT s.id FROM show s LEFT JOIN (
      SELECT "showId", count(*) AS ideas FROM idea WHERE hidden = false AND "supersededAt" IS NULL GROUP BY "showId") n ON n."showId" = s.id
    WHERE s.hidden = false ORDER BY n.ideas DESC NULLS LAST, s.name, s.id LIMIT ${limit}`,
  );
  return rows.map((show) => show.id);
}

function showColumns(now: Date) {
  return sql`s.id, s.slug, s.name, s.description, s."artworkUrl",
    (SELECT count(*)::int FROM episode e WHERE e."showId" = s.id AND e.hidden = false) AS "episodeCount",
    (SELECT max(e."publishedAt") FROM episode e WHERE e."showId" = s.id AND e.hidden = false) AS "lastEpisodeAt",
    (SELECT count(*)::int FROM idea i JOIN episode e ON e.id = i."episodeId" WHERE i."showId" = s.id AND i.hidden = false
       AND e.hidden = false AND i."supersededAt" IS NULL AND i."publishedAt" > ${now}::timestamptz - interval '7 days'
       AND i."publishedAt" <= ${now}) AS "ideaCount7d"`;
}

/** Text as it stands inside LIKE: its own `%`, `_` and `\\` mean themselves. */
function likeText(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}
