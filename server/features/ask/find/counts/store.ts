import { isOfSome, type SearchBounds, withinBounds } from '#server/features/ask/find/bounds/store.ts';
import type { SubjectFilter } from '#server/features/ask/find/store.ts';
import type { MostArgued } from '#server/features/ask/read/counting.ts';
import { ideaTables, isSample, listedWhere } from '#server/features/visibility/store.ts';
import { type Db, empty, sql } from '#server/platform/db.ts';
import { computed, type RowOf } from '#server/platform/rows.ts';

const countedSubject = {
  name: computed.text,
  ideas: computed.int,
  shows: computed.int,
  /** The idea most deeply argued. */
  deepest: computed.text,
};
/** A subject, with how many listed ideas are on it and from how many shows. */
export type CountedSubject = RowOf<typeof countedSubject>;

/** The subjects of most listed ideas within bounds, the most first. Fictional samples count where their show is asked for. */
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
    SELECT max(i."subjectName") AS name, count(*)::int AS ideas, count(DISTINCT i."showId")::int AS shows,
      (array_agg(i.id ORDER BY i."discussionDepth" DESC, i."publishedAt" DESC, i.id))[1]::text AS deepest
    FROM ${ideaTables} WHERE ${listedWhere(isOfSome(scope))} AND ${withinBounds(scope)} ${kind[among]} ${countable(scope)}
    GROUP BY i."subjectKind", i."subjectKey" ORDER BY ideas DESC, shows DESC, i."subjectKey" LIMIT ${limit}`,
  );
}

/** Nobody said what a fictional sample says, so it counts only where its show is asked for. */
function countable(scope: SearchBounds) {
  return isOfSome(scope) ? empty : sql`AND NOT ${isSample(sql`i."showId"`)}`;
}

/** How many listed ideas within bounds are on a subject, from how many shows. Fictional samples count where their show is asked for. */
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
      AND i."subjectKey" = ANY(${[...symbols, ...slugs, ...themes]}::text[]) ${countable(scope)}`,
  );
  return row!;
}
