import { publicLink } from '#server/api/links.ts';
import type { ShowFacts } from '#server/features/pages/schema.ts';
import { byName, isAfter, isNamed, type ShowPlace } from '#server/features/shows/store.ts';
import { heldCount, readOfShow } from '#server/features/visibility/counts/store.ts';
import { nameSays, visibleEpisode, visibleShow } from '#server/features/visibility/store.ts';
import { type Db, sql } from '#server/platform/db.ts';
import { computed, pick, tables } from '#server/platform/rows.ts';

const showRow = {
  ...pick(tables.show, 'id', 'slug', 'name', 'description', 'artworkUrl', 'link', 'author'),
  sample: computed.bool,
  episodeCount: computed.int,
  readCount: computed.int,
  ideaCount: computed.int,
  lastEpisodeAt: computed.moment.orNull(),
};
const showColumns = sql`
  s.id, s.slug, s.name, s.description, s."artworkUrl", s.link, s.author, COALESCE(f.sample, false) AS sample,
  ${heldCount('episodes of show', sql`s.id::text`)} AS "episodeCount",
  ${readOfShow} AS "readCount",
  ${heldCount('show', sql`s.id::text`)} AS "ideaCount",
  (SELECT max(e."publishedAt") FROM episode e WHERE e."showId" = s.id AND ${visibleEpisode}) AS "lastEpisodeAt"`;

/** Shows whose name says `q`, in the order of the catalogue. */
export async function listShowFacts(
  db: Db,
  q: string,
  after: ShowPlace | null,
  limit: number,
): Promise<ShowFacts[]> {
  const rows = await db.rows(
    showRow,
    sql`
    SELECT ${showColumns} FROM show s LEFT JOIN feed f ON f."showId" = s.id
    WHERE ${visibleShow} AND ${nameSays(sql`s.name`, q)} AND ${isAfter(after)} ORDER BY ${byName} LIMIT ${limit}`,
  );
  return rows.map(publicShow);
}

/** A show by slug or id, in any case; null when hidden or unknown. */
export async function showFacts(db: Db, slugOrId: string): Promise<ShowFacts | null> {
  const row = await db.row(
    showRow,
    sql`
    SELECT ${showColumns} FROM show s LEFT JOIN feed f ON f."showId" = s.id
    WHERE ${visibleShow} AND ${isNamed(slugOrId)}`,
  );
  return row ? publicShow(row) : null;
}

function publicShow(show: ShowFacts): ShowFacts {
  return { ...show, link: publicLink(show.link), artworkUrl: publicLink(show.artworkUrl) };
}
