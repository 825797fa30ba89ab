import { currentIdea, ideaTables, visibleEpisode, visibleShow } from '#server/features/visibility/store.ts';
import { utcDay } from '#server/platform/clock.ts';
import { type Db, sql } from '#server/platform/db.ts';
import { computed, tables } from '#server/platform/rows.ts';

/** Widgets that belong to a show; those of a ticker are nobody's. */
export const countedForms = ['show', 'episode', 'image'] as const;
export type CountedForm = (typeof countedForms)[number];

/** Counts that a widget was shown: of a show by its slug, of an episode by its id. Nothing of who looked is kept. */
export async function countView(db: Db, form: CountedForm, id: string, now: Date): Promise<void> {
  const show =
    form === 'episode'
      ? sql`SELECT s.id FROM episode e JOIN show s ON s.id = e."showId" WHERE e.id = ${id}::uuid AND ${visibleEpisode}`
      : sql`SELECT s.id FROM show s WHERE s.slug = ${id} AND ${visibleShow}`;
  await db.run(sql`
    INSERT INTO embed_count ("showId", day, form, views) SELECT x.id, ${utcDay(now)}::date, ${form}, 1 FROM (${show}) x
    ON CONFLICT ("showId", day, form) DO UPDATE SET views = embed_count.views + 1`);
}

/** Counts that a link of a widget to an idea was followed. */
export async function countClick(db: Db, form: CountedForm, ideaId: string, now: Date): Promise<void> {
  await db.run(sql`
    INSERT INTO embed_count ("showId", day, form, clicks)
    SELECT s.id, ${utcDay(now)}::date, ${form}, 1 FROM ${ideaTables} WHERE i.id = ${ideaId}::uuid AND ${currentIdea} AND s."embedEnabled"
    ON CONFLICT ("showId", day, form) DO UPDATE SET clicks = embed_count.clicks + 1`);
}

/** Views and clicks of a show's widgets on the UTC days from that of `from` on, by form. */
export function countsOfShow(db: Db, showId: string, from: Date) {
  return db.rows(
    { form: tables.embedCount.form.as<CountedForm>(), views: computed.int, clicks: computed.int },
    sql`
    SELECT form, sum(views)::int AS views, sum(clicks)::int AS clicks FROM embed_count
    WHERE "showId" = ${showId}::uuid AND day >= ${utcDay(from)}::date GROUP BY form ORDER BY form DESC`,
  );
}
