-- Ideas by who says them, so that a person's are found without the others, and the names there are one by one.
CREATE INDEX IF NOT EXISTS "idea_speaker_idx" ON "idea" ("speakerName", "publishedAt" DESC) WHERE "speakerName" IS NOT NULL;
-- Ideas by side in the order of a search: a side that is seldom taken is found without the others.
CREATE INDEX IF NOT EXISTS "idea_side_idx" ON "idea" ("stance", "discussionDepth" DESC, "publishedAt" DESC, "id" DESC) WHERE "stance" IS NOT NULL;
