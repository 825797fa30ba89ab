import type { Sql } from 'sql-template-tag';
import type { CompanyFacts, CompanyLine } from '#server/features/pages/schema.ts';
import type { CountedIdea } from '#server/features/theses/timeline/rules.ts';
import { ideaOfShow, isSample, listedOfShow } from '#server/features/visibility/store.ts';
import { type Db, empty, sql } from '#server/platform/db.ts';
import { unseen } from '#server/platform/postgres/prepared.ts';
import { computed, pick, tables } from '#server/platform/rows.ts';

/** Idea row `i` is about a company that had no ticker when it was said, by its slug. */
export function onCompany(slug: string): Sql {
  return isOn(unseen(sql`${slug}::text`));
}

const isOn = (slug: Sql) => sql`i."subjectKind" = 'company' AND i."subjectKey" = ${slug}`;

/** The listed ideas on a company, newest first: one more than `most` at most, so that a page costs the same however much was said. */
function newestOn(slug: string, most: number): Sql {
  return sql`
    SELECT i."showId", i."publishedAt", i."subjectName", i."speakerName" FROM ${ideaOfShow}
    WHERE ${onCompany(slug)} AND ${listedOfShow} ORDER BY i."publishedAt" DESC LIMIT ${unseen(sql`${most + 1}::int`)}`;
}

/**
 * What the corpus has on a company, by the name that it was given last; null without a listed idea. `ideaCount` is null where there are
 * more than `most`; the shows are then those of the newest.
 */
export async function companyFacts(db: Db, slug: string, most: number): Promise<CompanyFacts | null> {
  const row = await db.row(
    {
      name: computed.text.orNull(),
      ideas: computed.int,
      showCount: computed.int,
      firstAt: computed.moment.orNull(),
      lastAt: computed.moment.orNull(),
      fictional: computed.bool,
    },
    sql`
    WITH told AS MATERIALIZED (${newestOn(slug, most)})
    SELECT (SELECT "subjectName" FROM told ORDER BY "publishedAt" DESC LIMIT 1) AS name,
      count(*)::int AS ideas, count(DISTINCT t."showId")::int AS "showCount", max(t."publishedAt") AS "lastAt",
      (SELECT i."publishedAt" FROM ${ideaOfShow} WHERE ${onCompany(slug)} AND ${listedOfShow} ORDER BY i."publishedAt" LIMIT 1) AS "firstAt",
      COALESCE(bool_and(${isSample(sql`t."showId"`)}), false) AS fictional
    FROM told t`,
  );
  const { name, firstAt, lastAt, ideas, ...facts } = row!;
  if (name === null || firstAt === null || lastAt === null) return null;
  return { ...facts, name, firstAt, lastAt, ideaCount: ideas > most ? null : ideas };
}

/** Who argues on a company by a name that is borne out, those with the most of its newest `most` ideas first. */
export function speakersOnCompany(db: Db, slug: string, most: number, limit: number) {
  return db.rows(
    { name: tables.idea.speakerName.notNull(), ideas: computed.int },
    sql`
    SELECT t."speakerName" AS name, count(*)::int AS ideas FROM (${newestOn(slug, most)}) t
    WHERE t."speakerName" IS NOT NULL GROUP BY t."speakerName" ORDER BY ideas DESC, name LIMIT ${limit}`,
  );
}

/** What is counted of the listed ideas on a company that aired from `from` on and by `now`. No order. */
export function countedOnCompany(db: Db, slug: string, from: Date, now: Date): Promise<CountedIdea[]> {
  return db.rows(
    {
      ...pick(tables.idea, 'stance', 'showId'),
      date: tables.idea.publishedAt,
      show: tables.show.name,
    },
    sql`
    SELECT i.stance, i."showId", i."publishedAt" AS date, s.name AS show FROM ${ideaOfShow}
    WHERE ${onCompany(slug)} AND i."publishedAt" >= ${unseen(sql`${from}::timestamptz`)} AND i."publishedAt" <= ${unseen(sql`${now}::timestamptz`)}
      AND ${listedOfShow}`,
  );
}

/**
 * `slug`, `name` and `at` of each company with a listed idea that satisfies `among`, as the last of these has them. Steps through the
 * index from one company to the next: two look-ups for each, however much was said.
 */
export function companiesSpokenOf(among = empty): Sql {
  return sql`
    WITH RECURSIVE spoken AS (
      (SELECT "subjectKey" AS slug FROM idea WHERE "subjectKind" = 'company' ORDER BY "subjectKey" LIMIT 1)
      UNION ALL SELECT next.slug FROM spoken CROSS JOIN LATERAL (
        SELECT k."subjectKey" AS slug FROM idea k WHERE k."subjectKind" = 'company' AND k."subjectKey" > spoken.slug
        ORDER BY k."subjectKey" LIMIT 1) next)
    SELECT spoken.slug, last.name, last.at FROM spoken CROSS JOIN LATERAL (
      SELECT i."subjectName" AS name, i."publishedAt" AS at FROM ${ideaOfShow}
      WHERE ${isOn(sql`spoken.slug`)} AND ${listedOfShow} ${among} ORDER BY i."publishedAt" DESC LIMIT 1) last`;
}

/** Companies that ideas are about, those spoken of last first. */
export function listCompanies(db: Db, limit: number): Promise<CompanyLine[]> {
  return db.rows(
    { slug: computed.text, name: computed.text, lastAt: computed.moment },
    sql`SELECT c.slug, c.name, c.at AS "lastAt" FROM (${companiesSpokenOf()}) c ORDER BY c.at DESC, c.slug LIMIT ${limit}`,
  );
}
