-- A speaker's ideas in the order of a search: the deepest are found without all that a host of ten years said.
CREATE INDEX IF NOT EXISTS "idea_speaker_depth_idx" ON "idea" ("speakerName", "discussionDepth" DESC, "publishedAt" DESC, "id" DESC) WHERE "speakerName" IS NOT NULL;
