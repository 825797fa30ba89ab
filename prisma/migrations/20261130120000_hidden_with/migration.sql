-- What a later reading replaced is hidden with the idea that stands for it, and shown again with it. Of what is hidden already: where
-- the subject and the second are the same, and no idea that is to be seen stands there.
ALTER TABLE "idea" ADD COLUMN IF NOT EXISTS "hiddenWith" UUID;
UPDATE "idea" a SET hidden = true, "hiddenWith" = b.id FROM "idea" b
WHERE b.hidden AND b."supersededAt" IS NULL AND a."episodeId" = b."episodeId" AND a."supersededAt" IS NOT NULL AND NOT a.hidden
  AND (a."subjectKind", a."subjectKey", a."quoteStartSeconds") = (b."subjectKind", b."subjectKey", b."quoteStartSeconds")
  AND NOT EXISTS (SELECT FROM "idea" c WHERE c."episodeId" = a."episodeId" AND NOT c.hidden AND c."supersededAt" IS NULL
    AND (c."subjectKind", c."subjectKey", c."quoteStartSeconds") = (a."subjectKind", a."subjectKey", a."quoteStartSeconds"));
