import type { Suggestion } from '#server/features/pages/suggest/rules.ts';
import {
  currentIdea,
  ideaTables,
  listedIdea,
  nameContains,
  visibleShow,
} from '#server/features/visibility/store.ts';
import { type Db, sql } from '#server/platform/db.ts';
import { computed } from '#server/platform/rows.ts';

const suggestionRow = {
  kind: computed.text.as<Suggestion['kind']>(),
  key: computed.text,
  name: computed.text,
  ideas: computed.int,
};

/** Shows, themes and people whose name contains a text, with their listed ideas; at most `limit` of each. People are those whose name the record bears out. */
export function namesContaining(db: Db, text: string, limit: number): Promise<Suggestion[]> {
  return db.rows(
    suggestionRow,
    sql`
    (SELECT 'show' AS kind, s.slug AS key, s.name, (SELECT count(*)::int FROM idea i JOIN episode e ON e.id = i."episodeId" WHERE i."showId" = s.id AND ${currentIdea}) AS ideas
      FROM show s WHERE ${visibleShow} AND ${nameContains(sql`s.name`, text)} ORDER BY s.name LIMIT ${limit})
    UNION ALL (SELECT 'theme', t.slug, t.name, (SELECT count(*)::int FROM idea_theme x JOIN (${ideaTables}) ON i.id = x."ideaId" WHERE x.slug = t.slug AND ${listedIdea})
      FROM theme t WHERE ${nameContains(sql`t.name`, text)} ORDER BY t.name LIMIT ${limit})
    UNION ALL (SELECT 'person', i."speakerName", i."speakerName", count(*)::int
      FROM ${ideaTables} WHERE i."speakerName" IS NOT NULL AND ${nameContains(sql`i."speakerName"`, text)} AND ${listedIdea}
      GROUP BY i."speakerName" ORDER BY 4 DESC, 2 LIMIT ${limit})`,
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
    SELECT k.symbol AS key, count(*)::int AS ideas FROM idea_ticker k JOIN (${ideaTables}) ON i.id = k."ideaId"
      WHERE k.symbol = ANY(${symbols}::text[]) AND ${listedIdea} GROUP BY k.symbol
    UNION ALL SELECT i."subjectKey", count(*)::int FROM ${ideaTables}
      WHERE i."subjectKind" = 'company' AND i."subjectKey" = ANY(${companies}::text[]) AND ${listedIdea} GROUP BY i."subjectKey"`,
  );
  return new Map(rows.map((row) => [row.key, row.ideas]));
}
