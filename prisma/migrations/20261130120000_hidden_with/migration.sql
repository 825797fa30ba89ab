-- What a later reading replaced is hidden with the idea that stands for it, and shown again with it.
ALTER TABLE "idea" ADD COLUMN IF NOT EXISTS "hiddenWith" UUID;
UPDATE "idea" a SET hidden = true, "hiddenWith" = b.id FROM "idea" b
WHERE b.hidden AND b."supersededAt" IS NULL AND a."episodeId" = b."episodeId" AND a."supersededAt" IS NOT NULL AND NOT a.hidden
  AND (a."subjectKind", a."subjectKey", a."quoteStartSeconds") = (b."subjectKind", b."subjectKey", b."quoteStartSeconds");
