import type { Sql } from 'sql-template-tag';
import { currentIdea, ideaTables } from '#server/features/visibility/store.ts';
import { type Db, sql } from '#server/platform/db.ts';
import { computed, pick, type RowOf, tables } from '#server/platform/rows.ts';

/** Lock for marking repeats: two transactions at once would not see each other's ideas. */
const ONE_TELLER = 717_031;

/**
 * No other transaction marks repeats until the caller's ends. Call it after episodes and shows are locked, and before ideas are:
 * everybody locks in that order.
 */
export async function holdRepeats(tx: Db): Promise<void> {
  await tx.run(sql`SELECT pg_advisory_xact_lock(${ONE_TELLER}::bigint)`);
}

/** Orders idea rows `i` of episodes `e` as they aired; episodes of one moment as they were seen. */
export const asAired = sql`e."publishedAt", e."createdAt", e.id, COALESCE(i."quoteStartSeconds", i."timestampSeconds"), i.id`;

/** Orders those of one talk, of shows `s`, too: the current one that aired first is the one that the others repeat. */
export const firstOfTalk = sql`NOT (${currentIdea}), ${asAired}`;

/**
 * A repeat has the subject of its first. Call this after an idea's subject may have changed: repeats that no longer match are
 * grouped anew. Returns the ideas whose mark changed.
 */
export async function forgetRepeats(tx: Db, id: string): Promise<string[]> {
  const freed = await tx.rows(
    pick(tables.idea, 'id'),
    sql`
    WITH apart AS (
      SELECT r.id FROM idea r JOIN idea o ON o.id = r."repeatOf"
      WHERE (r.id = ${id}::uuid OR r."repeatOf" = ${id}::uuid) AND (r."subjectKind", r."subjectKey") <> (o."subjectKind", o."subjectKey")
    ), chosen AS (
      SELECT i.id, first_value(i.id) OVER (PARTITION BY i."repeatOf" ORDER BY ${firstOfTalk}) AS first
      FROM apart a JOIN (${ideaTables}) ON i.id = a.id
    )
    UPDATE idea i SET "repeatOf" = NULLIF(c.first, i.id) FROM chosen c WHERE i.id = c.id RETURNING i.id`,
  );
  return freed.map((idea) => idea.id);
}

/** Statement parts: `talk` holds the ids of these ideas and of everything that is of the same talk, each with the first of it. */
function talksOf(ideaIds: readonly string[]): Sql {
  return sql`
    above AS (
      SELECT id, "repeatOf" FROM idea WHERE id = ANY(${[...ideaIds]}::uuid[])
      UNION SELECT f.id, f."repeatOf" FROM above JOIN idea f ON f.id = above."repeatOf"
    ), talk AS (
      SELECT id AS talk, id FROM above WHERE "repeatOf" IS NULL
      UNION SELECT t.talk, r.id FROM talk t JOIN idea r ON r."repeatOf" = t.id
    )`;
}

const ofTalk = { ...pick(tables.idea, 'id', 'headline'), show: tables.show.name };
/** An idea of another episode that published the same talk. */
export type OfTalk = RowOf<typeof ofTalk>;

/** Current ideas of the same talks as these, without these, in the order in which they aired. */
export function othersOfTalk(tx: Db, ideaIds: readonly string[]): Promise<OfTalk[]> {
  return tx.rows(
    ofTalk,
    sql`
    WITH RECURSIVE ${talksOf(ideaIds)}
    SELECT i.id, i.headline, s.name AS show FROM ${ideaTables}
    WHERE i.id IN (SELECT id FROM talk) AND i.id <> ALL(${[...ideaIds]}::uuid[]) AND ${currentIdea}
    ORDER BY e."publishedAt", i.id`,
  );
}

const chosenIdea = {
  ...pick(tables.idea, 'id', 'episodeId', 'headline'),
  show: computed.text,
  comesForward: computed.bool,
};
/** An idea whose mark changed. `comesForward`: it repeated another and is listed in its place from now on. */
export type ChosenIdea = RowOf<typeof chosenIdea>;

/**
 * Chooses anew which idea of a talk is the first, for these ideas and everything that repeats the same: the current one that aired
 * first, else the one that aired first. All others repeat it. Call it under `holdRepeats`, after ideas were hidden, shown or
 * superseded. Returns the ideas whose mark changed; the caller updates their theses.
 */
export function chooseFirsts(tx: Db, ideaIds: readonly string[]): Promise<ChosenIdea[]> {
  return tx.rows(
    chosenIdea,
    sql`
    WITH RECURSIVE ${talksOf(ideaIds)}, chosen AS (
      SELECT i.id, i."repeatOf" AS before, ${currentIdea} AS current, first_value(i.id) OVER (PARTITION BY t.talk ORDER BY ${firstOfTalk}) AS first
      FROM talk t JOIN (${ideaTables}) ON i.id = t.id
    )
    UPDATE idea i SET "repeatOf" = NULLIF(c.first, i.id) FROM chosen c
    WHERE c.id = i.id AND c.before IS DISTINCT FROM NULLIF(c.first, c.id)
    RETURNING i.id, i."episodeId", i.headline, (SELECT name FROM show WHERE id = i."showId") AS show, c.current AND c.first = i.id AS "comesForward"`,
  );
}

/** Those that were chosen to be listed in the place of what was taken out. */
export function cameForward(chosen: readonly ChosenIdea[]): OfTalk[] {
  return chosen.filter((idea) => idea.comesForward).map(({ id, headline, show }) => ({ id, headline, show }));
}
