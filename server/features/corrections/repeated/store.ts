import { amendableOf, findRecord } from '#server/features/corrections/record/store.ts';
import { correctedAlike } from '#server/features/corrections/repeated/rules.ts';
import { fieldsOf, formerOf } from '#server/features/corrections/rules.ts';
import type { Amendable } from '#server/features/corrections/schema.ts';
import { keepVersion, writeAmended } from '#server/features/corrections/writing/store.ts';
import { type Db, sql } from '#server/platform/db.ts';
import { tables } from '#server/platform/rows.ts';

/** An idea after its correction, the fields that were put right in it, and why. */
export type Corrected = {
  readonly model: Amendable;
  readonly fields: readonly (keyof Amendable)[];
  readonly note: string;
};

/** Puts an idea right as `model` was, and keeps its former values; writes nothing where that changes nothing. */
export async function correctAs(
  tx: Db,
  ideaId: string,
  { model, fields, note }: Corrected,
  now: Date,
): Promise<void> {
  const idea = amendableOf((await findRecord(tx, ideaId))!);
  const after = correctedAlike(idea, model, fields);
  const before = formerOf(idea, after);
  if (Object.keys(before).length === 0) return;
  await keepVersion(tx, ideaId, before, note, now);
  await writeAmended(tx, ideaId, after);
}

/** Puts an idea right as another of the same talk was, with the last note of that one. The caller updates repeats and theses. */
export async function correctAlike(tx: Db, ideaId: string, modelId: string, now: Date): Promise<void> {
  const corrections = await tx.rows(
    { note: tables.ideaVersion.note, before: tables.ideaVersion.before.as<Partial<Amendable>>() },
    sql`SELECT note, before FROM idea_version WHERE "ideaId" = ${modelId}::uuid ORDER BY at DESC`,
  );
  const model = amendableOf((await findRecord(tx, modelId))!);
  const fields = corrections.flatMap(({ before }) => fieldsOf(before));
  await correctAs(tx, ideaId, { model, fields, note: corrections[0]?.note ?? '' }, now);
}
