-- By which the same transcript is found at another episode, however short it is.
CREATE INDEX IF NOT EXISTS "transcript_textHash_idx" ON "transcript" USING HASH ("textHash");
CREATE INDEX IF NOT EXISTS "transcript_sourceUrl_idx" ON "transcript" USING HASH ("sourceUrl");
