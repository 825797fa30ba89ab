-- A webhook is leased as a whole, so that its events go out in order; the mail that it was switched off waits until it is sent.
ALTER TABLE "alert_webhook" ADD COLUMN IF NOT EXISTS "leasedUntil" TIMESTAMPTZ(3);
ALTER TABLE "alert_webhook" ADD COLUMN IF NOT EXISTS "noticeDueAt" TIMESTAMPTZ(3);
CREATE INDEX IF NOT EXISTS "alert_webhook_noticeDueAt_idx" ON "alert_webhook"("noticeDueAt");
