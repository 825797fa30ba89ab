import type { Sql } from 'sql-template-tag';
import { inOrderOf, type SearchBounds, withinBounds } from '#server/features/ask/find/bounds/store.ts';
import {
  MOST_CANDIDATES,
  type PassageCandidate,
  passageCandidate,
  passagesWithin,
} from '#server/features/ask/find/store.ts';
import { visibleEpisode } from '#server/features/visibility/store.ts';
import { type Db, sql } from '#server/platform/db.ts';
import { computed, pick, tables } from '#server/platform/rows.ts';

/**
 * Transcript windows of visible episodes in which any of these people speaks, or under nobody's name for null and anybody for
 * none, by air date. A family name alone will do.
 */
export async function passagesBySpeakers(
  db: Db,
  people: readonly string[] | null,
  scope: SearchBounds,
): Promise<PassageCandidate[]> {
  const bySome =
    people === null ? sql`p.speaker IS NULL` : people.length === 0 ? sql`true` : await isBy(db, people);
  return db.rows(
    passageCandidate,
    sql`
    ${passagesWithin(scope)} AND ${bySome}
    ORDER BY e."publishedAt" ${inOrderOf(scope)}, p.id LIMIT ${MOST_CANDIDATES}`,
  );
}

async function isBy(db: Db, people: readonly string[]): Promise<Sql> {
  const partly = people.filter((name) => !name.includes(' '));
  const speakers = [...people, ...(partly.length > 0 ? await speakersCalled(db, partly) : [])];
  return sql`p.speaker = ANY(${speakers}::text[])`;
}

/** Whether any of these people speaks in a transcript window of a visible episode within bounds. A family name alone will do. */
export async function isAnyHeard(db: Db, people: readonly string[], scope: SearchBounds): Promise<boolean> {
  const heard = await db.row(
    pick(tables.passage, 'id'),
    sql`
    SELECT p.id FROM passage p JOIN episode e ON e.id = p."episodeId" JOIN show s ON s.id = e."showId"
    WHERE ${await isBy(db, people)} AND ${visibleEpisode} AND ${withinBounds(scope, sql`e."publishedAt"`)} LIMIT 1`,
  );
  return heard !== undefined;
}

/** Who argued each of these ideas, by id; null where that is not on record. */
export async function speakersOfIdeas(
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string | null>> {
  const rows = await db.rows(
    pick(tables.idea, 'id', 'speakerName'),
    sql`SELECT id, "speakerName" FROM idea WHERE id = ANY(${[...ids]}::uuid[])`,
  );
  return new Map(rows.map(({ id, speakerName }) => [id, speakerName]));
}

/** Speakers of transcripts by family name. Each name is sought in its index behind the one before. */
async function speakersCalled(db: Db, familyNames: readonly string[]): Promise<string[]> {
  const rows = await db.rows(
    { name: computed.text },
    sql`
    WITH RECURSIVE named AS (
      SELECT min(speaker) AS name FROM passage
      UNION ALL
      SELECT (SELECT min(speaker) FROM passage WHERE speaker > n.name) FROM named n WHERE n.name IS NOT NULL)
    SELECT name FROM named WHERE split_part(name, ' ', -1) = ANY(${[...familyNames]}::text[])`,
  );
  return rows.map(({ name }) => name);
}
