import { companySlug } from '#server/linking/names.ts';
import { renewUniverse } from '#server/linking/store.ts';
import { loadUniverse } from '#server/linking/universe.ts';
import { type Db, type empty, sql } from '#server/platform/db.ts';
import { computed, pick, type RowOf, tables } from '#server/platform/rows.ts';

const doubtful = {
  ...pick(tables.idea, 'subjectKey', 'subjectName'),
  ideas: computed.int,
  ideaId: computed.uuid,
  show: tables.show.name,
  thesis: tables.idea.thesis,
  /** The words in which the name stands, as they were said. */
  quote: tables.idea.quote,
};
/** A company that ideas are about and that no symbol is known for, with the newest words about it. */
export type DoubtfulName = RowOf<typeof doubtful>;

/** Companies that ideas are about without a symbol, and that nobody has decided about, the most spoken of first. */
export async function doubtfulNames(db: Db, limit: number): Promise<DoubtfulName[]> {
  // A company of our own table is known to have none.
  const unlisted = loadUniverse().entries.flatMap(({ symbol, slug }) => (symbol === null ? [slug] : []));
  return db.rows(
    doubtful,
    sql`
    SELECT DISTINCT ON (count(*) OVER by_name, i."subjectKey") i."subjectKey", i."subjectName", (count(*) OVER by_name)::int AS ideas,
      i.id AS "ideaId", s.name AS show, i.thesis, i.quote
    FROM idea i JOIN show s ON s.id = i."showId"
    WHERE i."subjectKind" = 'company' AND i."supersededAt" IS NULL AND NOT i.hidden AND NOT (i."subjectKey" = ANY(${unlisted}::text[]))
      AND NOT EXISTS (SELECT 1 FROM setting WHERE name = 'names.refused' AND value::jsonb ? i."subjectKey")
    WINDOW by_name AS (PARTITION BY i."subjectKey")
    ORDER BY count(*) OVER by_name DESC, i."subjectKey", i."publishedAt" DESC LIMIT ${limit}`,
  );
}

/**
 * The linker takes `text` for an instrument from now on, and what was read as a company of that name is read again. Returns how
 * many episodes that are; null for a symbol that the universe lacks.
 */
export function learnName(db: Db, text: string, symbol: string): Promise<number | null> {
  return db.transaction(async (tx) => {
    const known = await tx.row(
      pick(tables.ticker, 'symbol'),
      sql`SELECT symbol FROM ticker WHERE symbol = ${symbol}`,
    );
    if (!known) return null;
    await putInto(
      tx,
      'names.learned',
      sql`jsonb_build_object(${text.trim()}::text, ${symbol}::text)`,
      sql`'{}'::jsonb`,
    );
    await renewUniverse(tx);
    return tx.run(sql`
      UPDATE episode SET state = 'transcribed', attempts = 0, "nextAttemptAt" = NULL
      WHERE id IN (SELECT "episodeId" FROM idea WHERE "subjectKind" = 'company' AND "subjectKey" = ${companySlug(text.trim())} AND "supersededAt" IS NULL)
        AND EXISTS (SELECT 1 FROM transcript t WHERE t."episodeId" = episode.id)`);
  });
}

/** The name stands for no instrument: nobody is asked again. */
export async function refuseName(db: Db, slug: string): Promise<void> {
  await putInto(db, 'names.refused', sql`jsonb_build_array(${slug}::text)`, sql`'[]'::jsonb`);
}

/** Takes back what was decided about a name; false when nothing was. */
export function forgetName(db: Db, text: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const changed = await tx.run(sql`
      UPDATE setting SET value = (value::jsonb - ${text.trim()}::text - ${companySlug(text.trim())}::text)::text
      WHERE name IN ('names.learned', 'names.refused') AND (value::jsonb ? ${text.trim()} OR value::jsonb ? ${companySlug(text.trim())})`);
    if (changed > 0) await renewUniverse(tx);
    return changed > 0;
  });
}

/** Adds to a list or table that a setting keeps; what is there already is there once. */
async function putInto(db: Db, name: string, added: typeof empty, none: typeof empty): Promise<void> {
  await db.run(sql`
    INSERT INTO setting (name, value) VALUES (${name}, (${none} || ${added})::text)
    ON CONFLICT (name) DO UPDATE SET value = CASE WHEN setting.value::jsonb @> ${added} THEN setting.value
      ELSE (setting.value::jsonb || ${added})::text END`);
}
