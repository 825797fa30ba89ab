import type { Sql } from 'sql-template-tag';
import { rightsDiff } from '#server/features/owners/rules.ts';
import type { AuditChange, Rights, RightsChange } from '#server/features/owners/schema.ts';
import { isNamed } from '#server/features/shows/store.ts';
import { type Db, sql } from '#server/platform/db.ts';
import { pick, type RowOf, tables } from '#server/platform/rows.ts';

/** The columns of `Rights`. */
export const rights = pick(tables.show, 'embedEnabled', 'mediaEnabled', 'quoteChars');

/**
 * Changes what a show allows and adds an audit entry, unless nothing changes. Returns the rights as they are now; null
 * for an unknown show.
 */
export function setShowRights(
  db: Db,
  idOrSlug: string,
  change: RightsChange,
  actor: string,
  now: Date,
): Promise<Rights | null> {
  return setRightsOf(db, isNamed(idOrSlug), change, actor, now);
}

/** `setShowRights` of the show with this id. */
export function setRightsById(
  db: Db,
  showId: string,
  change: RightsChange,
  actor: string,
  now: Date,
): Promise<Rights | null> {
  return setRightsOf(db, sql`s.id = ${showId}::uuid`, change, actor, now);
}

function setRightsOf(
  db: Db,
  which: Sql,
  change: RightsChange,
  actor: string,
  now: Date,
): Promise<Rights | null> {
  return db.transaction(async (tx) => {
    const row = await tx.row(
      { id: tables.show.id, ...rights },
      sql`
      SELECT s.id, s."embedEnabled", s."mediaEnabled", s."quoteChars" FROM show s WHERE ${which} FOR UPDATE`,
    );
    if (!row) return null;
    const { id, ...before } = row;
    const diff = rightsDiff(before, change);
    if (!diff) return before;
    const after: Rights = {
      embedEnabled: change.embedEnabled ?? before.embedEnabled,
      mediaEnabled: change.mediaEnabled ?? before.mediaEnabled,
      quoteChars: change.quoteChars ?? before.quoteChars,
    };
    await tx.run(sql`
      UPDATE show SET "embedEnabled" = ${after.embedEnabled}, "mediaEnabled" = ${after.mediaEnabled}, "quoteChars" = ${after.quoteChars}
      WHERE id = ${id}::uuid`);
    await writeAudit(tx, id, actor, diff, now);
    return after;
  });
}

/** What a right of show row `s` was at a moment, if it was changed since. */
const rightAt = (right: 'quoteChars' | 'mediaEnabled', at: Sql) => sql`(
  SELECT a.change -> ${right}::text ->> 'from' FROM rights_audit a
  WHERE a."showId" = s.id AND a.at >= ${at} AND a.change ? ${right}::text ORDER BY a.at, a.id LIMIT 1)`;

/** Show row `s` lets less be quoted than at a moment: words that were kept then are withheld as long as it does. */
export function allowsLessThanAt(at: Sql): Sql {
  return sql`(s."quoteChars" < ${rightAt('quoteChars', at)}::int OR (NOT s."mediaEnabled" AND ${rightAt('mediaEnabled', at)}::boolean))`;
}

const auditEntry = pick(tables.rightsAudit, 'at', 'actor', 'change');
export type AuditEntry = RowOf<typeof auditEntry>;

/** The audit trail of a show, newest first. */
export function auditOf(db: Db, showId: string, limit: number): Promise<AuditEntry[]> {
  return db.rows(
    auditEntry,
    sql`
    SELECT at, actor, change FROM rights_audit WHERE "showId" = ${showId}::uuid ORDER BY at DESC, id LIMIT ${limit}`,
  );
}

/** Adds an entry to the audit trail of a show: who changed what from what. */
export async function writeAudit(
  tx: Db,
  showId: string,
  actor: string,
  change: AuditChange,
  now: Date,
): Promise<void> {
  await tx.run(sql`
    INSERT INTO rights_audit ("showId", at, actor, change) VALUES (${showId}::uuid, ${now}, ${actor}, ${JSON.stringify(change)}::jsonb)`);
}
