import type { Sql } from 'sql-template-tag';
import { idOrNull } from '#server/api/inputs.ts';
import type { EmbedKind } from '#server/features/embeds/schema.ts';
import { MAX_EMBED_IDEAS } from '#server/features/embeds/schema.ts';
import { widgetTitle } from '#server/features/embeds/titles.ts';
import { cardColumns, cardRow, type IdeaRow } from '#server/features/ideas/store.ts';
import {
  ideaTables,
  isSample,
  listedWhere,
  visibleEpisode,
  visibleShow,
} from '#server/features/visibility/store.ts';
import { sampleName } from '#server/feeds/samples/rules.ts';
import { type Db, sql } from '#server/platform/db.ts';
import { computed, pick, tables } from '#server/platform/rows.ts';

/** What a widget is of. `id` is what its address names it by. */
export type EmbedSubject = {
  readonly id: string;
  readonly name: string;
  readonly path: string;
  /** Whether it is one of the fictional samples, or of one. */
  readonly sample: boolean;
};

type OptedIn = Exclude<EmbedKind, 'ticker'>;

/** The show or episode that a widget may show; null when unknown, hidden or not opted in, all alike. */
export function findSubject(db: Db, kind: OptedIn, id: string): Promise<EmbedSubject | null> {
  return kind === 'show' ? findShow(db, id) : findEpisode(db, id);
}

async function findShow(db: Db, slug: string): Promise<EmbedSubject | null> {
  const row = await db.row(
    { id: tables.show.slug, name: tables.show.name, path: computed.text, sample: computed.bool },
    sql`
    SELECT s.slug AS id, s.name, '/shows/' || s.slug AS path, ${isSample(sql`s.id`)} AS sample
    FROM show s WHERE s.slug = ${slug.toLowerCase()} AND ${visibleShow} AND s."embedEnabled"`,
  );
  return row ?? null;
}

async function findEpisode(db: Db, id: string): Promise<EmbedSubject | null> {
  const row = await db.row(
    { ...pick(tables.episode, 'id', 'title', 'publishedAt'), sample: computed.bool },
    sql`
    SELECT e.id, e.title, e."publishedAt", ${isSample(sql`s.id`)} AS sample FROM episode e JOIN show s ON s.id = e."showId"
    WHERE e.id = ${idOrNull(id)}::uuid AND ${visibleEpisode} AND s."embedEnabled"`,
  );
  if (!row) return null;
  const { title, publishedAt, sample } = row;
  const named = widgetTitle(title, publishedAt);
  return { id: row.id, name: sample ? sampleName(named) : named, path: `/episodes/${row.id}`, sample };
}

/** The path of the page of an episode, or of a show by its slug or its name, that readers may see, opted in or not; null where there is none, or several have the name. */
export async function pagePath(db: Db, kind: OptedIn, id: string): Promise<string | null> {
  const pages = await db.rows(
    { path: computed.text },
    kind === 'show'
      ? sql`
        SELECT '/shows/' || s.slug AS path FROM show s WHERE s.slug = ${id.toLowerCase()} AND ${visibleShow}
        UNION ALL (SELECT '/shows/' || s.slug FROM show s WHERE ${visibleShow} AND ${isCalled(id)}
          AND NOT EXISTS (SELECT FROM show k WHERE k.slug = ${id.toLowerCase()}) LIMIT 2)`
      : sql`
        SELECT '/episodes/' || e.id AS path FROM episode e JOIN show s ON s.id = e."showId"
        WHERE e.id = ${idOrNull(id)}::uuid AND ${visibleEpisode}`,
  );
  return pages.length === 1 ? pages[0]!.path : null;
}

/** A name as names are compared: whatever its case and its blanks. */
const asCompared = (name: Sql) => sql`lower(btrim(regexp_replace(${name}, '\\s+', ' ', 'g')))`;

/** A show is called so, with or without what its name ends with in brackets. */
const isCalled = (name: string) =>
  sql`${asCompared(sql`${name}::text`)} IN (${asCompared(sql`s.name`)}, ${asCompared(sql`regexp_replace(s.name, '\\s*\\([^()]*\\)\\s*$', '')`)})`;

/** The slug of the one show that may be embedded and is called so. */
export async function embeddableNamed(db: Db, name: string): Promise<string | null> {
  const rows = await db.rows(
    pick(tables.show, 'slug'),
    sql`SELECT s.slug FROM show s WHERE ${visibleShow} AND s."embedEnabled" AND ${isCalled(name)} LIMIT 2`,
  );
  return rows.length === 1 ? rows[0]!.slug : null;
}

/** Shows that may be embedded, by name. */
export function embeddableShows(db: Db, limit: number): Promise<{ slug: string; name: string }[]> {
  return db.rows(
    pick(tables.show, 'slug', 'name'),
    sql`SELECT s.slug, s.name FROM show s WHERE ${visibleShow} AND s."embedEnabled" ORDER BY s.name, s.id LIMIT ${limit}`,
  );
}

/** An idea of a widget, and whether its show is one of the fictional samples. */
export type EmbedIdea = IdeaRow & { readonly sample: boolean };

/** The newest listed ideas of a widget's subject. */
export function widgetIdeas(db: Db, kind: EmbedKind, id: string): Promise<EmbedIdea[]> {
  const { rows, where, at } = belongsTo[kind](id);
  // A limit that the planner cannot see has it follow the index of air dates, however many ideas it expects.
  return db.rows(
    { ...cardRow, sample: computed.bool },
    sql`
    SELECT ${cardColumns}, ${isSample(sql`s.id`)} AS sample FROM ${rows} WHERE ${listedWhere(kind !== 'ticker')} AND ${where}
    ORDER BY ${at} DESC, i."timestampSeconds" ASC NULLS LAST, i.id DESC LIMIT (SELECT ${MAX_EMBED_IDEAS}::int)`,
  );
}

/** A subject's ideas, and the column of their air dates that leads the index they are found by. */
type Belonging = { readonly rows: Sql; readonly where: Sql; readonly at: Sql };

const byAirDate = { rows: ideaTables, at: sql`i."publishedAt"` };

const belongsTo = {
  show: (slug) => ({ ...byAirDate, where: sql`i."showId" = (SELECT id FROM show WHERE slug = ${slug})` }),
  episode: (id) => ({ ...byAirDate, where: sql`i."episodeId" = ${idOrNull(id)}::uuid` }),
  ticker: (symbol) => ({
    rows: sql`idea_ticker k JOIN (${ideaTables}) ON i.id = k."ideaId"`,
    where: sql`k.symbol = ${symbol}`,
    at: sql`k."publishedAt"`,
  }),
} satisfies Record<EmbedKind, (id: string) => Belonging>;
