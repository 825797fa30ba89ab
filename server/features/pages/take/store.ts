import { onCompany } from '#server/features/pages/companies/store.ts';
import { ideaTables, listedWhere } from '#server/features/visibility/store.ts';
import { type Db, sql } from '#server/platform/db.ts';
import { pick, tables } from '#server/platform/rows.ts';

/** What a list of newest ideas is of. */
export type ListOf =
  | { readonly show: string }
  | { readonly symbol: string }
  | { readonly theme: string }
  | { readonly company: string }
  | { readonly person: string };

/** Ids of the newest listed ideas of a show (by id), a symbol, a theme, a company (by slug) or a person's name, aired up to `now`. */
export async function newestOf(db: Db, of: ListOf, now: Date, limit: number): Promise<string[]> {
  const rows = await db.rows(
    pick(tables.idea, 'id'),
    sql`
    SELECT i.id FROM ${ideaTables} WHERE ${holds(of)} AND ${listedWhere('show' in of)} AND i."publishedAt" <= ${now}
    ORDER BY i."publishedAt" DESC, i."timestampSeconds" DESC NULLS LAST, i.id DESC LIMIT ${limit}`,
  );
  return rows.map(({ id }) => id);
}

function holds(of: ListOf) {
  if ('show' in of) return sql`i."showId" = ${of.show}::uuid`;
  if ('person' in of) return sql`i."speakerName" = ${of.person}`;
  if ('company' in of) return onCompany(of.company);
  if ('theme' in of) return sql`i.id IN (SELECT "ideaId" FROM idea_theme WHERE slug = ${of.theme})`;
  return sql`i.id IN (SELECT "ideaId" FROM idea_ticker WHERE symbol = ${of.symbol})`;
}
