import { type ToldIdea, toldIdeas } from '#server/features/corrections/made/store.ts';
import { standsFor } from '#server/features/corrections/readings/rules.ts';
import { type Db, sql } from '#server/platform/db.ts';

/** An idea that a later reading replaced, and the current one that stands for it. */
export type Reading = { readonly id: string; readonly standing: string };

/** What later readings replaced in the episodes of these ideas, as far as a current idea stands for it. */
async function readingsBeside(db: Db, ideaIds: readonly string[]): Promise<Reading[]> {
  const beside = await toldIdeas(
    db,
    sql`i."episodeId" IN (SELECT "episodeId" FROM idea WHERE id = ANY(${[...ideaIds]}::uuid[]))`,
  );
  return [...Map.groupBy(beside, ({ episodeId }) => episodeId).values()].flatMap(readingsIn);
}

function readingsIn(ideas: readonly ToldIdea[]): Reading[] {
  const current = ideas.filter(({ superseded }) => !superseded);
  return ideas.flatMap(({ id, superseded, found }) => {
    const standing = superseded && found ? standsFor(found, current) : null;
    return standing === null ? [] : [{ id, standing }];
  });
}

/** What later readings replaced and these ideas stand for. Its ids still answer. */
export async function readingsOf(db: Db, ideaIds: readonly string[]): Promise<Reading[]> {
  const beside = await readingsBeside(db, ideaIds);
  return beside.filter(({ standing }) => ideaIds.includes(standing));
}

/** The current idea that stands for one that a later reading replaced; null where none does, and for a current one. */
export async function standingFor(db: Db, ideaId: string): Promise<string | null> {
  const beside = await readingsBeside(db, [ideaId]);
  return beside.find(({ id }) => id === ideaId)?.standing ?? null;
}

/** Hides what these ideas stand for, until `showReadings`. Call it after the ideas were hidden, under a lock on their episodes. */
export async function hideReadings(tx: Db, ideaIds: readonly string[]): Promise<void> {
  const readings = await readingsOf(tx, ideaIds);
  if (readings.length === 0) return;
  await tx.run(sql`
    UPDATE idea i SET hidden = true, "hiddenWith" = own.standing
    FROM unnest(${readings.map(({ id }) => id)}::uuid[], ${readings.map(({ standing }) => standing)}::uuid[]) AS own (id, standing)
    WHERE i.id = own.id AND NOT i.hidden`);
}

/** Serves again what `hideReadings` hid with an idea; what was hidden by itself stays so. */
export async function showReadings(tx: Db, ideaId: string): Promise<void> {
  await tx.run(sql`
    UPDATE idea SET hidden = false, "hiddenWith" = NULL
    WHERE "episodeId" = (SELECT "episodeId" FROM idea WHERE id = ${ideaId}::uuid) AND "hiddenWith" = ${ideaId}::uuid`);
}
