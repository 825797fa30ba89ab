-- Which episodes wait for the day's model budget was read from the sentence that tells an operator why they wait.
ALTER TABLE "episode" ADD COLUMN IF NOT EXISTS "waitsForBudget" BOOLEAN NOT NULL DEFAULT false;
UPDATE "episode" SET "waitsForBudget" = true
WHERE state = 'transcribed' AND "nextAttemptAt" IS NOT NULL AND starts_with("lastError", 'The day''s model budget');
