import type { Suggestion } from '#server/features/pages/suggest/rules.ts';
import { heldBySpeaker, heldCount } from '#server/features/visibility/counts/store.ts';
import { ideaOfShow, listedOfShow, nameSays, visibleShow } from '#server/features/visibility/store.ts';
import { type Db, sql } from '#server/platform/db.ts';
import { computed } from '#server/platform/rows.ts';

const suggestionRow = {
  kind: computed.text.as<Suggestion['kind']>(),
  key: computed.text,
  name: computed.text,
  ideas: computed.int,
};

/** Shows, themes and people whose name contains a text, with their listed ideas; at most `limit` of each. Only people whose name an episode bears out. */
export function namesContaining(db: Db, text: string, limit: number): Promise<Suggestion[]> {
  return db.rows(
    suggestionRow,
    sql`
    (SELECT 'show' AS kind, s.slug AS key, s.name, ${heldCount('show', sql`s.id::text`)} AS ideas
      FROM show s WHERE ${visibleShow} AND ${nameSays(sql`s.name`, text)} ORDER BY s.name LIMIT ${limit})
    UNION ALL (SELECT 'theme', t.slug, t.name, ${heldCount('theme', sql`t.slug`)}
      FROM theme t WHERE ${nameSays(sql`t.name`, text)} ORDER BY t.name LIMIT ${limit})
    UNION ALL (SELECT 'person', n.name, n.name, n.ideas FROM (${heldBySpeaker(nameSays(sql`n.name`, text))}) n
      ORDER BY n.ideas DESC, n.name LIMIT ${limit})`,
  );
}

/** How many listed ideas there are on each of these symbols, and on each of these companies by slug. */
export async function ideaCounts(
  db: Db,
  symbols: readonly string[],
  companies: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await db.rows(
    { key: computed.text, ideas: computed.int },
    sql`
    SELECT k.symbol AS key, ${heldCount('ticker year', sql`k.symbol`)} AS ideas FROM unnest(${[...symbols]}::text[]) AS k (symbol)
    UNION ALL SELECT i."subjectKey", count(*)::int FROM ${ideaOfShow}
      WHERE i."subjectKind" = 'company' AND i."subjectKey" = ANY(${[...companies]}::text[]) AND ${listedOfShow} GROUP BY i."subjectKey"`,
  );
  return new Map(rows.map((row) => [row.key, row.ideas]));
}
