import { isOfSome, type SearchBounds, withinBounds } from '#server/features/ask/find/bounds/store.ts';
import type { SubjectFilter } from '#server/features/ask/find/store.ts';
import type { MostArgued } from '#server/features/ask/read/counting.ts';
import { ideaTables, listedWhere } from '#server/features/visibility/store.ts';
import { type Db, empty, sql } from '#server/platform/db.ts';
import { computed, type RowOf } from '#server/platform/rows.ts';

const countedSubject = { key: computed.text, name: computed.text, ideas: computed.int, shows: computed.int };
/** A subject, with how many listed ideas are on it and from how many shows. */
export type CountedSubject = RowOf<typeof countedSubject>;

/** The subjects of most listed ideas within bounds, the most first. */
export function mostArguedSubjects(
  db: Db,
  among: MostArgued,
  scope: SearchBounds,
  limit: number,
): Promise<CountedSubject[]> {
  const kind = {
    any: empty,
    themes: sql`AND i."subjectKind" = 'theme'`,
    companies: sql`AND i."subjectKind" <> 'theme'`,
  };
  return db.rows(
    countedSubject,
    sql`
    SELECT i."subjectKey" AS key, max(i."subjectName") AS name, count(*)::int AS ideas, count(DISTINCT i."showId")::int AS shows
    FROM ${ideaTables} WHERE ${listedWhere(isOfSome(scope))} AND ${withinBounds(scope)} ${kind[among]}
    GROUP BY i."subjectKind", i."subjectKey" ORDER BY ideas DESC, shows DESC, key LIMIT ${limit}`,
  );
}

/** How many listed ideas within bounds are on a subject, from how many shows. */
export async function countIdeas(
  db: Db,
  { symbols, slugs, themes }: SubjectFilter,
  scope: SearchBounds,
): Promise<{ readonly ideas: number; readonly shows: number }> {
  const row = await db.row(
    { ideas: computed.int, shows: computed.int },
    sql`
    SELECT count(*)::int AS ideas, count(DISTINCT i."showId")::int AS shows
    FROM ${ideaTables} WHERE ${listedWhere(isOfSome(scope))} AND ${withinBounds(scope)}
      AND i."subjectKey" = ANY(${[...symbols, ...slugs, ...themes]}::text[])`,
  );
  return row!;
}
