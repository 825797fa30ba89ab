import type { Sql } from 'sql-template-tag';
import { type Db, sql } from '#server/platform/db.ts';
import { computed, type Shape } from '#server/platform/rows.ts';

type Plan = { readonly 'Shared Hit Blocks': number; readonly 'Shared Read Blocks': number };
const explanation = { 'QUERY PLAN': computed.json.as<{ Plan: Plan }[]>() };

/** Pages of the database (8 kB) that the statements of a list touch: unlike time, they do not depend on the machine's load. */
export async function pagesOf(db: Db, list: (db: Db) => Promise<unknown>): Promise<number> {
  let pages = 0;
  const read = async (shape: Shape | Sql, statement?: Sql) => {
    const asked = statement ?? (shape as Sql);
    const row = await db.row(explanation, sql`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${asked}`);
    const { Plan: plan } = row!['QUERY PLAN'][0]!;
    pages += plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
    return statement ? db.rows(shape as Shape, statement) : db.rows(asked);
  };
  await list({
    ...db,
    rows: read,
    row: async (shape: Shape | Sql, statement?: Sql) => (await read(shape, statement))[0],
  } as Db);
  return pages;
}
