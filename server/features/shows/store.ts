import type { Sql } from 'sql-template-tag';
import { isId } from '#server/api/inputs.ts';
import type { ShowRef } from '#server/features/shows/schema.ts';
import { heldCount, heldCounts } from '#server/features/visibility/counts/store.ts';
import {
  currentOfShow,
  nameContains,
  visibleEpisode,
  visibleShow,
} from '#server/features/visibility/store.ts';
import { type Db, raw, sql } from '#server/platform/db.ts';
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

/** Show row `s` has this id or slug, in any case. What has the form of an id is one: no two shows answer to one text. */
export function isNamed(idOrSlug: string): Sql {
  return isId(idOrSlug) ? sql`s.id = ${idOrSlug}::uuid` : sql`s.slug = ${idOrSlug.toLowerCase()}`;
}

/** The show with this id or slug; null when it is unknown or hidden. */
export async function findShow(db: Db, idOrSlug: string): Promise<ShowRef | null> {
  const row = await db.row(
    showRef,
    sql`SELECT s.id, s.slug, s.name FROM show s WHERE ${isNamed(idOrSlug)} AND ${visibleShow}`,
  );
  return row ?? null;
}

/** Whether a show has this slug, be it served or hidden. */
export async function isShow(db: Db, slug: string): Promise<boolean> {
  return (await db.row(sql`SELECT 1 FROM show WHERE slug = ${slug}`)) !== undefined;
}

/** Where a page of the catalogue ended: the last show may be gone or renamed by the next. */
export type ShowPlace = { readonly name: string; readonly id: string };

/** How many characters of a name shows are ordered by: as many as a cursor can hold of any name. */
const ORDERED_BY = 80;

/** The place of a show in the catalogue. */
export function placeOf({ name, id }: ShowPlace): ShowPlace {
  return { name: [...name].slice(0, ORDERED_BY).join(''), id };
}

/** The order of the catalogue, of show rows `s`. */
export const byName = sql`left(s.name, ${raw(String(ORDERED_BY))}), s.id`;

/** Condition: show row `s` stands after a place in the catalogue; every one does when that is null. */
export function isAfter(place: ShowPlace | null): Sql {
  return place === null ? sql`true` : sql`(${byName}) > (${place.name}, ${place.id}::uuid)`;
}

/** Visible shows whose name contains `q`, in the order of the catalogue. Counts are as of `now`. */
export function listShows(
  db: Db,
  list: { q: string; after: ShowPlace | null; limit: number; now: Date },
): Promise<ShowRow[]> {
  const { q, limit, now } = list;
  return db.rows(
    showRow,
    sql`
    SELECT ${showColumns(now)} FROM (
      SELECT * FROM show s WHERE ${visibleShow} AND ${nameContains(sql`s.name`, q)} AND ${isAfter(list.after)}
      ORDER BY ${byName} LIMIT ${limit}) s
    ORDER BY ${byName}`,
  );
}

/** Rows of the visible shows among `ids` whose name contains `q`, in the order of `ids`. */
export async function findShows(db: Db, ids: readonly string[], q: string, now: Date): Promise<ShowRow[]> {
  if (ids.length === 0) return [];
  const rows = await db.rows(
    showRow,
    sql`
    SELECT ${showColumns(now)} FROM show s
    WHERE s.id = ANY(${[...ids]}::uuid[]) AND ${visibleShow} AND ${nameContains(sql`s.name`, q)}`,
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** The visible shows among `ids`, in their order. */
export async function stillVisible(db: Db, ids: readonly string[]): Promise<string[]> {
  const rows = await db.rows(
    pick(tables.show, 'id'),
    sql`SELECT s.id FROM show s WHERE s.id = ANY(${[...ids]}::uuid[]) AND ${visibleShow}`,
  );
  const visible = new Set(rows.map((show) => show.id));
  return ids.filter((id) => visible.has(id));
}

/** Visible shows that an operator recommended, by rank. */
export async function recommendedShowIds(db: Db, limit: number): Promise<string[]> {
  const rows = await db.rows(
    pick(tables.show, 'id'),
    sql`
    SELECT s.id FROM show s WHERE ${visibleShow} AND s."recommendedRank" IS NOT NULL ORDER BY s."recommendedRank", s.name, s.id LIMIT ${limit}`,
  );
  return rows.map((show) => show.id);
}

/** Visible shows by how many listed ideas they hold, most first. */
export async function busiestShowIds(db: Db, limit: number): Promise<string[]> {
  const rows = await db.rows(
    pick(tables.show, 'id'),
    sql`
    SELECT s.id FROM show s LEFT JOIN (${heldCounts('show')}) h ON h.key = s.id::text WHERE ${visibleShow}
    ORDER BY COALESCE(h.ideas, 0) DESC, s.name, s.id LIMIT ${limit}`,
  );
  return rows.map((show) => show.id);
}

function showColumns(now: Date) {
  return sql`s.id, s.slug, s.name, s.description, s."artworkUrl",
    ${heldCount('episodes of show', sql`s.id::text`)} AS "episodeCount",
    (SELECT max(e."publishedAt") FROM episode e WHERE e."showId" = s.id AND ${visibleEpisode}) AS "lastEpisodeAt",
    (SELECT count(*)::int FROM idea i WHERE i."showId" = s.id AND ${currentOfShow}
       AND i."publishedAt" > ${now}::timestamptz - interval '7 days' AND i."publishedAt" <= ${now}) AS "ideaCount7d"`;
}
