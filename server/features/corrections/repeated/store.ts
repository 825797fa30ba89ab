import { correctedAlike } from '#server/features/corrections/repeated/rules.ts';
import { formerOf } from '#server/features/corrections/rules.ts';
import type { Amendable } from '#server/features/corrections/schema.ts';
import { amendableOf, findRecord } from '#server/features/corrections/store.ts';
import { keepVersion, writeAmended } from '#server/features/corrections/writing/store.ts';
import { type Db, sql } from '#server/platform/db.ts';
import { tables } from '#server/platform/rows.ts';

/** Puts an idea right as another of the same talk was, with the last note of that one. The caller updates repeats and theses. */
export async function correctAlike(tx: Db, ideaId: string, modelId: string, now: Date): Promise<void> {
  const corrections = await tx.rows(
    { note: tables.ideaVersion.note, before: tables.ideaVersion.before.as<Partial<Amendable>>() },
    sql`SELECT note, before FROM idea_version WHERE "ideaId" = ${modelId}::uuid ORDER BY at DESC`,
  );
  const idea = amendableOf((await findRecord(tx, ideaId))!);
  const model = amendableOf((await findRecord(tx, modelId))!);
  const corrected = corrections.flatMap(({ before }) => Object.keys(before) as (keyof Amendable)[]);
  const after = correctedAlike(idea, model, corrected);
  const before = formerOf(idea, after);
  if (Object.keys(before).length === 0) return;
  await keepVersion(tx, ideaId, before, corrections[0]?.note ?? '', now);
  await writeAmended(tx, ideaId, after);
}
