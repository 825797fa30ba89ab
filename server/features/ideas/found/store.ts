import { type Db, sql } from '#server/platform/db.ts';

/** Writes the rows by which their symbols and themes find these ideas, where they are not there yet. */
export async function writeFoundBy(tx: Db, ids: readonly string[]): Promise<void> {
  await tx.run(sql`
    INSERT INTO idea_ticker ("ideaId", symbol, "showId", "publishedAt", "discussionDepth")
    SELECT i.id, symbol, i."showId", i."publishedAt", i."discussionDepth"
    FROM idea i CROSS JOIN LATERAL unnest(i.tickers) AS symbol WHERE i.id = ANY(${[...ids]}::uuid[])
    ON CONFLICT DO NOTHING`);
  await tx.run(sql`
    INSERT INTO idea_theme ("ideaId", slug, "publishedAt", "discussionDepth")
    SELECT i.id, t.slug, i."publishedAt", i."discussionDepth"
    FROM idea i JOIN theme t ON t.slug = ANY(i.themes) WHERE i.id = ANY(${[...ids]}::uuid[])
    ON CONFLICT DO NOTHING`);
}
