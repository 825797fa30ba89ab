import type { AccountId } from '#server/api/access.ts';
import { cardColumns, cardRow } from '#server/features/ideas/store.ts';
import { limitOf } from '#server/features/plans/rules.ts';
import { lockUsage } from '#server/features/plans/store.ts';
import { ideaTables, visibleIdea } from '#server/features/visibility/store.ts';
import { type Db, empty, sql } from '#server/platform/db.ts';
import { computed, type RowOf, tables } from '#server/platform/rows.ts';

const savedRow = { ...cardRow, savedAt: tables.savedIdea.savedAt };
export type SavedRow = RowOf<typeof savedRow>;
/** Where a page of saves ended. */
export type SavePosition = { readonly savedAt: Date; readonly ideaId: string };

export type SaveOutcome =
  | { readonly kind: 'saved' }
  | { readonly kind: 'already' }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'limit'; readonly limit: number; readonly used: number };

const savedIdeas = sql`${ideaTables} JOIN saved_idea k ON k."ideaId" = i.id`;

/** An account's saved ideas, replaced ones included, newest save first, after a position. Hidden ideas are left out. */
export function listSavedIdeas(
  db: Db,
  accountId: AccountId,
  after: SavePosition | null,
  limit: number,
): Promise<SavedRow[]> {
  return db.rows(
    savedRow,
    sql`
    SELECT ${cardColumns}, k."savedAt" FROM ${savedIdeas} WHERE k."accountId" = ${accountId}::uuid AND ${visibleIdea}
      ${after ? sql`AND (k."savedAt", k."ideaId") < (${after.savedAt}::timestamptz, ${after.ideaId}::uuid)` : empty}
    ORDER BY k."savedAt" DESC, k."ideaId" DESC LIMIT ${limit}`,
  );
}

/** How many ideas `listSavedIdeas` holds in all. */
export async function countSavedIdeas(db: Db, accountId: AccountId): Promise<number> {
  const row = await db.row(
    { total: computed.int },
    sql`SELECT count(*)::int AS total FROM ${savedIdeas} WHERE k."accountId" = ${accountId}::uuid AND ${visibleIdea}`,
  );
  return row!.total;
}

/** Saves a visible idea, replaced or not, unless the plan's cap is reached. Safe under concurrent calls. */
export function saveIdea(db: Db, accountId: AccountId, ideaId: string, now: Date): Promise<SaveOutcome> {
  return db.transaction(async (tx) => {
    const usage = await lockUsage(tx, accountId, now);
    const idea = await tx.row(
      { saved: computed.bool },
      sql`
      SELECT EXISTS (SELECT 1 FROM saved_idea k WHERE k."ideaId" = i.id AND k."accountId" = ${accountId}::uuid) AS saved
      FROM ${ideaTables} WHERE i.id = ${ideaId}::uuid AND ${visibleIdea}`,
    );
    if (!idea) return { kind: 'unknown' };
    if (idea.saved) return { kind: 'already' };
    const limit = limitOf('savedIdeas', usage.plan);
    if (limit !== null && usage.savedIdeas >= limit) return { kind: 'limit', limit, used: usage.savedIdeas };
    await tx.run(sql`
      INSERT INTO saved_idea ("accountId", "ideaId", "savedAt") VALUES (${accountId}::uuid, ${ideaId}::uuid, ${now})`);
    return { kind: 'saved' };
  });
}

/** Removes a save; false when there was none of a visible idea. A save of a hidden idea stays, so that the idea is treated like an unknown one. */
export async function unsaveIdea(db: Db, accountId: AccountId, ideaId: string): Promise<boolean> {
  const removed = await db.run(sql`
    DELETE FROM saved_idea k USING ${ideaTables}
    WHERE k."accountId" = ${accountId}::uuid AND k."ideaId" = ${ideaId}::uuid AND i.id = k."ideaId" AND ${visibleIdea}`);
  return removed > 0;
}
