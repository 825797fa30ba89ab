-- Current ideas on a subject by the side they take and how deep they go: whether one is opposed is told without reading all that
-- is said on what everyone speaks of.
CREATE INDEX IF NOT EXISTS "idea_subject_side_idx" ON "idea" ("subjectKind", "subjectKey", "stance", "discussionDepth", "publishedAt" DESC)
  WHERE NOT "hidden" AND "supersededAt" IS NULL AND "stance" IS NOT NULL;
