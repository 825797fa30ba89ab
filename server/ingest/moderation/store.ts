import { idOrNull } from '#server/api/inputs.ts';
import { moveEvents } from '#server/features/alerts/events/moves/store.ts';
import { hideReadings, showReadings } from '#server/features/corrections/readings/store.ts';
import { isNamed } from '#server/features/shows/store.ts';
import { holdSubjects } from '#server/features/theses/store.ts';
import type { SubjectKey } from '#server/features/theses/subject.ts';
import { updateTheses } from '#server/features/theses/update/store.ts';
import {
  type ChosenIdea,
  cameForward,
  chooseFirsts,
  holdRepeats,
  type OfTalk,
} from '#server/features/visibility/repeats/store.ts';
import { holdIdeas } from '#server/features/visibility/store.ts';
import { turnIdeas } from '#server/features/visibility/turn.ts';
import { type Db, sql } from '#server/platform/db.ts';
import { pick, tables } from '#server/platform/rows.ts';

const subjectKey = { kind: tables.idea.subjectKind.as<SubjectKey['kind']>(), key: tables.idea.subjectKey };

/**
 * Hides an idea with the earlier readings that it stands for, or serves them again, and updates repeats, theses and alerts in the same
 * transaction. Returns the ideas that are listed in its place; null when there is no such idea.
 */
export async function setIdeaHidden(
  db: Db,
  id: string,
  hidden: boolean,
  now: Date,
): Promise<OfTalk[] | null> {
  return db.transaction(async (tx) => {
    // Locked as publishing locks it: nothing is replaced after its readings are found.
    await tx.row(sql`
      SELECT 1 FROM episode WHERE id = (SELECT "episodeId" FROM idea WHERE id = ${idOrNull(id)}::uuid) FOR UPDATE`);
    await holdRepeats(tx);
    await holdIdeas(tx, sql`SELECT ${idOrNull(id)}::uuid`);
    const row = await tx.row(
      pick(tables.idea, 'id'),
      sql`UPDATE idea SET hidden = ${hidden}, "hiddenWith" = NULL, withdrawn = withdrawn AND ${hidden} WHERE id = ${idOrNull(id)}::uuid RETURNING id`,
    );
    if (!row) return null;
    if (hidden) await hideReadings(tx, [row.id]);
    else await showReadings(tx, row.id);
    return inItsPlace(await turnIdeas(tx, [row.id], now), hidden);
  });
}

/** Hides an episode with its ideas or serves it again, as `setIdeaHidden`; null when there is no such episode. */
export async function setEpisodeHidden(
  db: Db,
  id: string,
  hidden: boolean,
  now: Date,
): Promise<OfTalk[] | null> {
  return db.transaction(async (tx) => {
    // Locked as publishing locks it: no idea is added after the subjects are read.
    const changed = await tx.run(sql`SELECT 1 FROM episode WHERE id = ${idOrNull(id)}::uuid FOR UPDATE`);
    if (changed === 0) return null;
    await holdRepeats(tx);
    await holdIdeas(tx, sql`SELECT id FROM idea WHERE "episodeId" = ${idOrNull(id)}::uuid`);
    await tx.run(sql`UPDATE episode SET hidden = ${hidden} WHERE id = ${idOrNull(id)}::uuid`);
    const rows = await tx.rows(
      pick(tables.idea, 'id'),
      sql`SELECT id FROM idea WHERE "episodeId" = ${idOrNull(id)}::uuid`,
    );
    const ids = rows.map((idea) => idea.id);
    return inItsPlace(await turnIdeas(tx, ids, now), hidden);
  });
}

/** Hides a show with all its ideas or serves it again, as `setIdeaHidden`; null when there is no such show. */
export async function setShowHidden(
  db: Db,
  idOrSlug: string,
  hidden: boolean,
  now: Date,
): Promise<OfTalk[] | null> {
  return db.transaction(async (tx) => {
    const show = await tx.row(
      pick(tables.show, 'id'),
      sql`SELECT s.id FROM show s WHERE ${isNamed(idOrSlug)}`,
    );
    if (!show) return null;
    await holdShow(tx, show.id);
    return turnShow(tx, show.id, hidden, now);
  });
}

/**
 * Hides a show that the transaction holds, or serves it again, as `turnIdeas` does; returns what came forward. Updates theses episode
 * by episode: each update reads only what was said around that episode. One for all would read everything from the first to the last.
 */
export async function turnShow(tx: Db, showId: string, hidden: boolean, now: Date): Promise<OfTalk[]> {
  await tx.run(sql`UPDATE show SET hidden = ${hidden} WHERE id = ${showId}::uuid`);
  const own = await tx.rows(
    pick(tables.idea, 'id', 'episodeId'),
    sql`SELECT id, "episodeId" FROM idea WHERE "showId" = ${showId}::uuid`,
  );
  const chosen = await chooseFirsts(
    tx,
    own.map(({ id }) => id),
  );
  const turned = [...own, ...chosen];
  for (const ideas of Map.groupBy(turned, ({ episodeId }) => episodeId).values())
    await updateTheses(
      tx,
      ideas.map(({ id }) => id),
      now,
    );
  await moveEvents(
    tx,
    turned.map(({ id }) => id),
  );
  return inItsPlace(chosen, hidden);
}

/** Ideas now listed instead of what was hidden. Empty when something is shown again. */
function inItsPlace(chosen: readonly ChosenIdea[], hidden: boolean): OfTalk[] {
  return hidden ? cameForward(chosen) : [];
}

/**
 * Until the transaction ends, nothing of the show is published or polled, and no thesis on a subject of its ideas is written by others.
 * Locks the feed before the rest, as a poll does, which writes the show before its episodes; then in the order of publishing
 * (episodes, show, repeats, ideas, subjects): no idea is added after the subjects are read, and nobody who holds a subject waits
 * for a row that the caller changes.
 */
export async function holdShow(tx: Db, showId: string): Promise<void> {
  await tx.run(sql`SELECT 1 FROM feed WHERE "showId" = ${showId}::uuid ORDER BY id FOR UPDATE`);
  await tx.run(sql`SELECT 1 FROM episode WHERE "showId" = ${showId}::uuid ORDER BY id FOR UPDATE`);
  await tx.run(sql`SELECT 1 FROM show WHERE id = ${showId}::uuid FOR UPDATE`);
  await holdRepeats(tx);
  await holdIdeas(tx, sql`SELECT id FROM idea WHERE "showId" = ${showId}::uuid`);
  const subjects = await tx.rows(
    subjectKey,
    sql`
    SELECT DISTINCT "subjectKind" AS kind, "subjectKey" AS key FROM idea WHERE "showId" = ${showId}::uuid`,
  );
  await holdSubjects(tx, subjects);
}
