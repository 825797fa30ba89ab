-- Ideas that a later analysis replaced, by air date: few, so that what was read before in the episodes of a week is soon found.
CREATE INDEX IF NOT EXISTS "idea_replaced_idx" ON "idea" ("publishedAt") WHERE "supersededAt" IS NOT NULL;
