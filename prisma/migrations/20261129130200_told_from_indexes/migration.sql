-- Where an idea was said and which one it is, beside what a timeline counts of it: changes of stance are then told from the indexes
-- alone, too, but for what is said before the window. Each takes the place of the one before it, which lacks those two.
CREATE INDEX IF NOT EXISTS "idea_first_ticker_said_idx" ON "idea" (("tickers"[1]), "publishedAt" DESC) INCLUDE ("id", "showId", "episodeId", "timestampSeconds", "stance", "repeatOf", "tickers")
  WHERE NOT "hidden" AND "supersededAt" IS NULL AND "tickers"[1] IS NOT NULL;
CREATE INDEX IF NOT EXISTS "idea_second_ticker_said_idx" ON "idea" (("tickers"[2]), "publishedAt" DESC) INCLUDE ("id", "showId", "episodeId", "timestampSeconds", "stance", "repeatOf", "tickers")
  WHERE NOT "hidden" AND "supersededAt" IS NULL AND "tickers"[2] IS NOT NULL;
CREATE INDEX IF NOT EXISTS "idea_third_ticker_said_idx" ON "idea" (("tickers"[3]), "publishedAt" DESC) INCLUDE ("id", "showId", "episodeId", "timestampSeconds", "stance", "repeatOf", "tickers")
  WHERE NOT "hidden" AND "supersededAt" IS NULL AND "tickers"[3] IS NOT NULL;
DROP INDEX IF EXISTS "idea_first_ticker_idx";
DROP INDEX IF EXISTS "idea_second_ticker_idx";
DROP INDEX IF EXISTS "idea_third_ticker_idx";
