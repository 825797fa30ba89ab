import { rebuildAllTheses } from '#server/features/theses/store.ts';
import { foldCounts } from '#server/features/visibility/counts/store.ts';
import { type Db, sql } from '#server/platform/db.ts';
import { pick, tables } from '#server/platform/rows.ts';

/** The moment that the synthetic corpus ends at. */
export const NOW = new Date('2026-09-15T12:00:00Z');

/** An account that saved 200 ideas. */
export const SAVER = '00000000-0000-4000-8000-000000000001';

/** What statements are asked about. */
export type Known = { readonly showId: string; readonly ideaId: string; readonly episodeId: string };

/** Ideas of a show: ten a week. */
const IDEAS_A_YEAR = 500;

/**
 * The shows and years of a record of this many ideas. Ten thousand are what twenty shows say in a year; a hundred times as many
 * come from ten times the shows and ten times the years. So a day of a million ideas holds ten times what a day of ten thousand
 * holds, and lists of a day or a month grow by that.
 */
function shapeOf(ideas: number): { readonly shows: number; readonly years: number } {
  const shows = Math.round(20 * Math.sqrt(ideas / 10_000));
  return { shows, years: ideas / (shows * IDEAS_A_YEAR) };
}

/** Number of speakers; each episode has one. */
const SPEAKERS = 3_000;
/** Ideas written at once. */
const BATCH = 10_000;

/**
 * Fills a database with a synthetic record: ten ideas an episode, tickers and words by Zipf's law, one idea in eleven on several
 * tickers, one in twenty superseded, a few hidden, one in a hundred a repeat. A show changes its side on a ticker in one idea of ten.
 */
export async function fill(db: Db, ideas: number): Promise<Known> {
  const { shows, years } = shapeOf(ideas);
  console.error(`${ideas} ideas of ${shows} shows over ${years.toFixed(1)} years`);
  await db.run(
    sql`INSERT INTO show (slug, name) SELECT 'show-' || n, 'Show ' || n FROM generate_series(1, ${shows}::int) n`,
  );
  await db.run(
    sql`INSERT INTO theme (slug, name, tickers) SELECT 'theme-' || n, 'Theme ' || n, '{}' FROM generate_series(0, 99) n`,
  );
  await db.run(sql`
    INSERT INTO episode ("showId", guid, title, "publishedAt", state)
    SELECT s.id, 'guid-' || n, 'Episode ' || n, ${NOW}::timestamptz - make_interval(secs => random() * ${years}::float8 * 31536000), 'processed'
    FROM generate_series(1, ${Math.round(ideas / 10)}::int) n
    JOIN (SELECT id, row_number() OVER () AS k FROM show) s ON s.k = 1 + n % ${shows}::int`);
  for (let from = 1; from <= ideas; from += BATCH) {
    await fillBatch(db, from);
    await fold(db);
  }
  await db.run(sql`
    UPDATE idea i SET "repeatOf" = f.id FROM (
      SELECT "subjectKey", (array_agg(id ORDER BY "publishedAt"))[1] AS id FROM idea WHERE "supersededAt" IS NULL GROUP BY 1) f
    WHERE f."subjectKey" = i."subjectKey" AND f.id <> i.id AND i."timestampSeconds" / 7 % 100 = 3`);
  await fold(db);
  await db.run(sql`INSERT INTO account (id, email) VALUES (${SAVER}::uuid, 'saver@example.com')`);
  await db.run(sql`
    INSERT INTO saved_idea ("accountId", "ideaId")
    SELECT ${SAVER}::uuid, id FROM idea WHERE "supersededAt" IS NULL ORDER BY "publishedAt" DESC OFFSET 1000 LIMIT 200`);
  await db.run(sql`VACUUM ANALYZE`);
  await rebuildAllTheses(db, NOW);
  await db.run(sql`VACUUM ANALYZE thesis, thesis_statement, statement_ticker, thesis_transition`);
  return (await db.row(
    { showId: tables.idea.showId, ideaId: tables.idea.id, episodeId: tables.idea.episodeId },
    sql`SELECT "showId", id AS "ideaId", "episodeId" FROM idea WHERE hidden = false LIMIT 1`,
  ))!;
}

/** Does what a server does each hour, and when a table has grown by a fifth. */
async function fold(db: Db): Promise<void> {
  while ((await foldCounts(db)) > 0);
  await db.run(sql`VACUUM ANALYZE listed_count`);
}

async function fillBatch(db: Db, from: number): Promise<void> {
  const made = await db.rows(
    pick(tables.idea, 'id'),
    sql`
    INSERT INTO idea ("showId", "episodeId", "publishedAt", headline, thesis, statement, context, "discussionDepth", "subjectKind", "subjectKey", "subjectName",
      tickers, "mentionedTickers", entities, themes, "riskFlags", "validationSignals", "engineVersion", hidden, "supersededAt", stance, direction, quote, "quoteStartSeconds", "timestampSeconds", "createdAt", "speakerName")
    SELECT e."showId", e.id, e."publishedAt", 'Case ' || n || ' on ' || w.words, 'The show argues ' || w.more, 'The show argues ' || w.more, 'Context ' || repeat(w.more || ' ', 8),
      1 + floor(5 * power(random(), 2))::int, 'ticker', 'T' || t.k, 'T' || t.k, (ARRAY['T' || t.k, 'T' || t.k + 1, 'T' || t.k + 2])[:CASE WHEN n % 101 = 7 THEN 3 WHEN n % 11 = 5 THEN 2 ELSE 1 END], '{}', '{}', ARRAY['theme-' || n % 100], '{}', '{}', 'bench',
      random() < 0.002, CASE WHEN random() < 0.05 THEN now() END, (ARRAY['BULLISH', 'BEARISH', 'BALANCED'])[1 + CASE WHEN n % 10 = 3 THEN n / 10 % 3 ELSE abs(hashtext(e."showId"::text || t.k)) % 3 END], 'bullish', w.more, n % 3600, n % 3600, e."publishedAt" + interval '3 hours', 'Speaker ' || e.k % ${SPEAKERS}::int
    FROM generate_series(${from}::int, ${from + BATCH - 1}::int) n
    JOIN (SELECT id, "showId", "publishedAt", row_number() OVER (ORDER BY id) AS k FROM episode) e ON e.k = 1 + (n - 1) / 10
    CROSS JOIN LATERAL (SELECT CASE WHEN n % 3 = 0 THEN 'alphaword ' ELSE '' END || 'rare' || n % 1000 || ' word' || floor(5000 * power(random(), 3)) AS words,
      'word' || floor(5000 * power(random(), 3)) || ' and word' || floor(5000 * power(random(), 2)) AS more) w
    CROSS JOIN LATERAL (SELECT CASE WHEN n % 20 = 0 THEN 1 ELSE 2 + floor(2000 * power(random(), 2))::int END AS k) t RETURNING id`,
  );
  const those = sql`FROM idea WHERE id = ANY(${made.map(({ id }) => id)}::uuid[])`;
  await db.run(
    sql`INSERT INTO idea_ticker ("ideaId", symbol, "showId", "publishedAt", "discussionDepth") SELECT id, unnest(tickers), "showId", "publishedAt", "discussionDepth" ${those}`,
  );
  await db.run(
    sql`INSERT INTO idea_theme SELECT id, unnest(themes), "publishedAt", "discussionDepth" ${those}`,
  );
}
