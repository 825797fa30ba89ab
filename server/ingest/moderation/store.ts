import { rebuildTheses } from '#server/features/theses/store.ts';
import type { Subject } from '#server/ingest/types.ts';
import { type Db, sql } from '#server/platform/db.ts';

/** Hides an idea or serves it again, with its theses rebuilt in the same transaction; false when there is no such idea. */
export async function setIdeaHidden(db: Db, id: string, hidden: boolean, now: Date): Promise<boolean> {
  return db.transaction(async (tx) => {
    const row = await tx.row<{ kind: Subject['kind']; key: string }>(sql`
      UPDATE idea SET hidden = ${hidden} WHERE id::text = ${id} RETURNING "subjectKind" AS kind, "subjectKey" AS key`);
    if (!row) return false;
    await rebuildTheses(tx, [row], now);
    return true;
  });
}

export type Rights = {
  readonly embedEnabled: boolean;
  readonly mediaEnabled: boolean;
  readonly quoteChars: number;
};
export type RightsChange = { readonly [Right in keyof Rights]?: Rights[Right] | undefined };

/** Changes what a show allows and keeps who changed what; returns the rights as they are now, null for an unknown show. */
export async function setShowRights(
  db: Db,
  slugOrId: string,
  change: RightsChange,
  actor: string,
  now: Date,
): Promise<Rights | null> {
  const given = JSON.stringify(change);
  return db.transaction(async (tx) => {
    const row = await tx.row<Rights & { id: string }>(sql`
      UPDATE show SET "embedEnabled" = COALESCE(${change.embedEnabled ?? null}, "embedEnabled"), "mediaEnabled" = COALESCE(${change.mediaEnabled ?? null}, "mediaEnabled"),
        "quoteChars" = COALESCE(${change.quoteChars ?? null}, "quoteChars")
      WHERE slug = ${slugOrId} OR id::text = ${slugOrId} RETURNING id, "embedEnabled", "mediaEnabled", "quoteChars"`);
    if (!row) return null;
    if (given !== '{}')
      await tx.run(
        sql`INSERT INTO rights_audit ("showId", at, actor, change) VALUES (${row.id}::uuid, ${now}, ${actor}, ${given}::jsonb)`,
      );
    const { id, ...rights } = row;
    return rights;
  });
}
