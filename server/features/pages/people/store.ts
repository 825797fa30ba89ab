import type { IdeaFull } from '#server/features/ideas/schema.ts';
import { ideaOfShow, listedOfShow } from '#server/features/visibility/store.ts';
import { type Db, sql } from '#server/platform/db.ts';
import { computed, pick, tables } from '#server/platform/rows.ts';

type Role = NonNullable<NonNullable<IdeaFull['speaker']>['role']>;

/** Listed ideas that stand under a name, and no others: names are kept only where an episode bears them out. */
const under = (name: string) => sql`i."speakerName" = ${name} AND ${listedOfShow}`;

/** The shows on which a name argued, with title and role as they were given last; those with the most ideas first. */
export function showsOfPerson(db: Db, name: string) {
  return db.rows(
    {
      ...pick(tables.show, 'id', 'slug', 'name'),
      title: tables.idea.speakerTitle,
      role: tables.idea.speakerRole.as<Role>(),
      ideas: computed.int,
      lastAt: tables.idea.publishedAt,
    },
    sql`
    SELECT x.* FROM (
      SELECT DISTINCT ON (s.id) s.id, s.slug, s.name, i."speakerTitle" AS title, i."speakerRole" AS role,
        count(*) OVER (PARTITION BY s.id)::int AS ideas, i."publishedAt" AS "lastAt"
      FROM ${ideaOfShow} WHERE ${under(name)} ORDER BY s.id, i."publishedAt" DESC, i.id DESC) x
    ORDER BY x.ideas DESC, x.name`,
  );
}

/** Ids of the listed ideas under a name, newest first, with what each is about. */
export function ideasOfPerson(db: Db, name: string, limit: number) {
  return db.rows(
    pick(tables.idea, 'id', 'subjectKind', 'subjectKey', 'subjectName'),
    sql`
    SELECT i.id, i."subjectKind", i."subjectKey", i."subjectName" FROM ${ideaOfShow} WHERE ${under(name)}
    ORDER BY i."publishedAt" DESC, i."timestampSeconds" DESC NULLS LAST, i.id LIMIT ${limit}`,
  );
}
