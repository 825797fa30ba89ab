import { rebuildTheses } from '#server/features/theses/store.ts';
import { type Db, sql } from '#server/platform/db.ts';
import { tables } from '#server/platform/rows.ts';

/** The moment that the synthetic corpus ends at. */
export const NOW = new Date('2026-09-15T12:00:00Z');

/** What statements are asked about. */
export type Known = { readonly showId: string; readonly ideaId: string; readonly episodeId: string };

/** Ten ideas an episode over three years; tickers and words by Zipf's law; one in twenty superseded, a few hidden. */
export async function fill(db: Db, ideas: number): Promise<Known> {
  const shows = Math.max(20, Math.round(ideas / 2000));
  await db.run(
    sql`INSERT INTO show (slug, name) SELECT 'show-' || n, 'Show ' || n FROM generate_series(1, ${shows}::int) n`,
  );
  await db.run(
    sql`INSERT INTO theme (slug, name, tickers) SELECT 'theme-' || n, 'Theme ' || n, '{}' FROM generate_series(0, 99) n`,
  );
  await db.run(sql`
    INSERT INTO episode ("showId", guid, title, "publishedAt", state)
    SELECT s.id, 'guid-' || n, 'Episode ' || n, ${NOW}::timestamptz - make_interval(secs => random() * 94608000), 'processed'
    FROM generate_series(1, ${Math.round(ideas / 10)}::int) n
    JOIN (SELECT id, row_number() OVER () AS k FROM show) s ON s.k = 1 + n % ${shows}::int`);
  await db.run(sql`
    INSERT INTO idea ("showId", "episodeId", "publishedAt", headline, thesis, statement, context, "discussionDepth", "subjectKind", "subjectKey", "subjectName",
      tickers, "mentionedTickers", entities, themes, "riskFlags", "validationSignals", "engineVersion", hidden, "supersededAt", stance, direction, quote, "quoteStartSeconds", "timestampSeconds")
    SELECT e."showId", e.id, e."publishedAt", 'Case ' || n || ' on ' || w.words, 'The show argues ' || w.more, 'The show argues ' || w.more, 'Context ' || repeat(w.more || ' ', 8),
      1 + floor(5 * power(random(), 2))::int, 'ticker', 'T' || t.k, 'T' || t.k, ARRAY['T' || t.k], '{}', '{}', ARRAY['theme-' || n % 100], '{}', '{}', 'bench',
      random() < 0.002, CASE WHEN random() < 0.05 THEN now() END, (ARRAY['BULLISH', 'BEARISH', 'BALANCED'])[1 + n % 3], 'bullish', w.more, n % 3600, n % 3600
    FROM generate_series(1, ${ideas}::int) n
    JOIN (SELECT id, "showId", "publishedAt", row_number() OVER () AS k FROM episode) e ON e.k = 1 + n / 10
    CROSS JOIN LATERAL (SELECT CASE WHEN n % 3 = 0 THEN 'alphaword ' ELSE '' END || 'rare' || n % 1000 || ' word' || floor(5000 * power(random(), 3)) AS words,
      'word' || floor(5000 * power(random(), 3)) || ' and word' || floor(5000 * power(random(), 2)) AS more) w
    CROSS JOIN LATERAL (SELECT CASE WHEN n % 20 = 0 THEN 1 ELSE 2 + floor(2000 * power(random(), 2))::int END AS k) t`);
  await db.run(
    sql`INSERT INTO idea_ticker SELECT id, unnest(tickers), "publishedAt", "discussionDepth" FROM idea`,
  );
  await db.run(
    sql`INSERT INTO idea_theme SELECT id, unnest(themes), "publishedAt", "discussionDepth" FROM idea`,
  );
  await db.run(sql`VACUUM ANALYZE`);
  // One subject with a twentieth of all ideas, and smaller ones.
  for (const key of ['T1', 'T2', 'T7', 'T40', 'T900'])
    await db.transaction((tx) => rebuildTheses(tx, [{ kind: 'ticker', key }], NOW));
  await db.run(sql`ANALYZE thesis, thesis_statement`);
  return (await db.row(
    { showId: tables.idea.showId, ideaId: tables.idea.id, episodeId: tables.idea.episodeId },
    sql`SELECT "showId", id AS "ideaId", "episodeId" FROM idea WHERE hidden = false LIMIT 1`,
  ))!;
}
