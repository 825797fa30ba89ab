import type { Subject } from '#server/domain.ts';
import { rebuildTheses } from '#server/features/theses/store.ts';
import { type Db, sql } from '#server/platform/db.ts';
import { tables } from '#server/platform/rows.ts';

/** Hides an idea or serves it again, with its theses rebuilt in the same transaction; false when there is no such idea. */
export async function setIdeaHidden(db: Db, id: string, hidden: boolean, now: Date): Promise<boolean> {
  return db.transaction(async (tx) => {
    const row = await tx.row(
      { kind: tables.idea.subjectKind.as<Subject['kind']>(), key: tables.idea.subjectKey },
      sql`
      UPDATE idea SET hidden = ${hidden} WHERE id::text = ${id} RETURNING "subjectKind" AS kind, "subjectKey" AS key`,
    );
    if (!row) return false;
    await rebuildTheses(tx, [row], now);
    return true;
  });
}
