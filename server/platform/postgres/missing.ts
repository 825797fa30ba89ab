import { Prisma } from '#server/generated/prisma/client.ts';
import { type Db, sql } from '#server/platform/db.ts';
import { computed } from '#server/platform/rows.ts';

/** Tables and columns that the migrations make and the database lacks, as `table` or `table.column`. */
export async function missingColumns(db: Db): Promise<string[]> {
  const rows = await db.rows(
    { table: computed.text, column: computed.text },
    sql`
    SELECT c.relname::text AS table, a.attname::text AS column FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
    WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') AND a.attnum > 0 AND NOT a.attisdropped`,
  );
  const there = new Set(rows.flatMap(({ table, column }) => [table, `${table}.${column}`]));
  return Object.values(Prisma.ModelName).flatMap((model) => {
    const table = model.replace(/(?<=.)[A-Z]/g, (letter) => `_${letter}`).toLowerCase();
    if (!there.has(table)) return [table];
    return columnsOf(model)
      .map((column) => `${table}.${column}`)
      .filter((name) => !there.has(name));
  });
}

function columnsOf(model: Prisma.ModelName): string[] {
  return Object.values((Prisma as unknown as Record<string, object>)[`${model}ScalarFieldEnum`] ?? {});
}
