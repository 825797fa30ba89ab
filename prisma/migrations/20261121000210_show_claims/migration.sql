-- One claim of each kind per account and show. A mailed one remembers, hashed, which address it went to.
ALTER TABLE "show_claim" ADD COLUMN "addressHash" TEXT;
CREATE UNIQUE INDEX "show_claim_showId_accountId_method_key" ON "show_claim"("showId", "accountId", "method");

-- A change of rights says what it was before. Entries written until now do not know.
UPDATE "rights_audit" SET "change" = (
  SELECT jsonb_object_agg(key, jsonb_build_object('from', NULL, 'to', value)) FROM jsonb_each("change")
) WHERE "change" <> '{}';
