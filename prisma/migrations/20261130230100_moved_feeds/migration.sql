-- To which feed a paused one moved. Filled in from the sentence that tells it.
ALTER TABLE "feed" ADD COLUMN IF NOT EXISTS "movedToId" UUID;
UPDATE "feed" f SET "movedToId" = k.id FROM "feed" k
WHERE f."movedToId" IS NULL AND f."lastError" = 'The address permanently redirects to ' || k.url || ', a feed that is there already: this one is polled no more.';
