-- Fictional samples have theses of their own. Those that they share with real shows are parted when the service starts.
ALTER TABLE "thesis" ADD COLUMN IF NOT EXISTS "sample" BOOLEAN NOT NULL DEFAULT false;
CREATE UNIQUE INDEX IF NOT EXISTS "thesis_subjectKind_subjectKey_line_sample_key" ON "thesis"("subjectKind", "subjectKey", "line", "sample");
DROP INDEX IF EXISTS "thesis_subjectKind_subjectKey_line_key";
