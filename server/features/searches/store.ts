import type { Sql } from 'sql-template-tag';
import type { SearchAsked } from '#server/features/ideas/search/rules.ts';
import { lockAccount } from '#server/features/plans/store.ts';
import { MAX_SEARCHES, withoutShow } from '#server/features/searches/rules.ts';
import { visibleShow } from '#server/features/visibility/store.ts';
import { type Db, sql } from '#server/platform/db.ts';
import { pick, type RowOf, tables } from '#server/platform/rows.ts';

const saved = {
  ...pick(tables.savedSearch, 'id', 'name', 'path', 'alerts', 'createdAt'),
  asked: tables.savedSearch.asked.as<SearchAsked>(),
};
const listed = { ...saved, hiddenShow: tables.show.name.orNull() };
export type SavedSearch = RowOf<typeof saved>;

/** An account's searches, by name. */
export function listSearches(db: Db, accountId: string): Promise<SavedSearch[]> {
  return searchesWhere(db, sql`x."accountId" = ${accountId}::uuid`);
}

/** The search of an account with this path; null when it has none. */
export async function findSearch(db: Db, accountId: string, path: string): Promise<SavedSearch | null> {
  const found = await searchesWhere(db, sql`x."accountId" = ${accountId}::uuid AND x.path = ${path}`);
  return found[0] ?? null;
}

/** Searches as their holder may see them: without the name and slug of a hidden show. */
async function searchesWhere(db: Db, which: Sql): Promise<SavedSearch[]> {
  const rows = await db.rows(
    listed,
    sql`
    SELECT x.id, x.name, x.path, x.asked, x.alerts, x."createdAt", s.name AS "hiddenShow"
    FROM saved_search x LEFT JOIN show s ON NOT (${visibleShow}) AND lower(x.asked ->> 'showId') IN (s.slug, s.id::text)
    WHERE ${which} ORDER BY lower(x.name), x.id`,
  );
  return rows.map(({ hiddenShow, ...search }) =>
    hiddenShow === null ? search : withoutShow(search, hiddenShow),
  );
}

/** Saves a search; one with the same path stays as it is. False when the account has `MAX_SEARCHES` already. */
export function saveSearch(
  db: Db,
  accountId: string,
  search: { name: string; path: string; asked: SearchAsked },
  now: Date,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    await lockAccount(tx, accountId);
    await tx.run(sql`
      INSERT INTO saved_search ("accountId", name, path, asked, since, "createdAt")
      SELECT ${accountId}::uuid, ${search.name}, ${search.path}, ${JSON.stringify(search.asked)}::jsonb, ${now}::timestamptz, ${now}::timestamptz
      WHERE (SELECT count(*) FROM saved_search WHERE "accountId" = ${accountId}::uuid) < ${MAX_SEARCHES}
      ON CONFLICT ("accountId", path) DO NOTHING`);
    const kept = await tx.row(
      sql`SELECT 1 FROM saved_search WHERE "accountId" = ${accountId}::uuid AND path = ${search.path}`,
    );
    return kept !== undefined;
  });
}

/** Renames a search. False when the account has no such search. */
export async function renameSearch(db: Db, accountId: string, id: string, name: string): Promise<boolean> {
  return (
    (await db.run(sql`
      UPDATE saved_search SET name = ${name} WHERE id = ${id}::uuid AND "accountId" = ${accountId}::uuid`)) >
    0
  );
}

/** Switches the alerts of a search; once on, they cover what is published from `now`. False when there is no such search. */
export async function setSearchAlerts(
  db: Db,
  accountId: string,
  id: string,
  alerts: boolean,
  now: Date,
): Promise<boolean> {
  return (
    (await db.run(sql`
      UPDATE saved_search SET alerts = ${alerts}, since = CASE WHEN alerts THEN since ELSE ${now}::timestamptz END
      WHERE id = ${id}::uuid AND "accountId" = ${accountId}::uuid`)) > 0
  );
}

/** Removes a search with what it found, by id or by path. False when there is no such search. */
export async function removeSearch(
  db: Db,
  accountId: string,
  which: { readonly id: string } | { readonly path: string },
): Promise<boolean> {
  const search = 'id' in which ? sql`id = ${which.id}::uuid` : sql`path = ${which.path}`;
  return (
    (await db.run(sql`DELETE FROM saved_search WHERE "accountId" = ${accountId}::uuid AND ${search}`)) > 0
  );
}
