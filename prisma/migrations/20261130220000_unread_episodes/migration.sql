-- Episodes of a show that no analysis has read: few, so that each show tells how many of its episodes are read.
CREATE INDEX IF NOT EXISTS "episode_unread_idx" ON "episode" ("showId") WHERE "state" <> 'processed' AND "processedAt" IS NULL;
