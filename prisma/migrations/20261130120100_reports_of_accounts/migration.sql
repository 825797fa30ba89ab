-- A report belongs to the account in whose session it was made; the address that it names belongs to whoever typed it.
ALTER TABLE "correction" ADD COLUMN IF NOT EXISTS "accountId" UUID;
DO $$ BEGIN
  ALTER TABLE "correction" ADD CONSTRAINT "correction_accountId_fkey"
    FOREIGN KEY ("accountId") REFERENCES "account"("id") ON DELETE SET NULL ON UPDATE CASCADE;
EXCEPTION WHEN duplicate_object THEN NULL; END $$;
CREATE INDEX IF NOT EXISTS "correction_accountId_idx" ON "correction"("accountId");
