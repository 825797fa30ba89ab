-- Ideas that are current by what they say themselves, by each symbol they are about and air date, with all that a timeline
-- counts: it is read from the index alone. Nearly all are about three symbols or fewer; the others are few enough to be looked
-- through. An index of an expression is read alone only where it holds the column beside it, too.
CREATE INDEX IF NOT EXISTS "idea_first_ticker_idx" ON "idea" (("tickers"[1]), "publishedAt" DESC) INCLUDE ("showId", "episodeId", "stance", "repeatOf", "tickers")
  WHERE NOT "hidden" AND "supersededAt" IS NULL AND "tickers"[1] IS NOT NULL;
CREATE INDEX IF NOT EXISTS "idea_second_ticker_idx" ON "idea" (("tickers"[2]), "publishedAt" DESC) INCLUDE ("showId", "episodeId", "stance", "repeatOf", "tickers")
  WHERE NOT "hidden" AND "supersededAt" IS NULL AND "tickers"[2] IS NOT NULL;
CREATE INDEX IF NOT EXISTS "idea_third_ticker_idx" ON "idea" (("tickers"[3]), "publishedAt" DESC) INCLUDE ("showId", "episodeId", "stance", "repeatOf", "tickers")
  WHERE NOT "hidden" AND "supersededAt" IS NULL AND "tickers"[3] IS NOT NULL;
CREATE INDEX IF NOT EXISTS "idea_further_tickers_idx" ON "idea" ("publishedAt" DESC) INCLUDE ("id", "tickers")
  WHERE NOT "hidden" AND "supersededAt" IS NULL AND "tickers"[4] IS NOT NULL;

-- Episodes that are hidden: few, so that whether one is among them is soon said.
CREATE INDEX IF NOT EXISTS "episode_hidden_idx" ON "episode" ("id") WHERE "hidden";
