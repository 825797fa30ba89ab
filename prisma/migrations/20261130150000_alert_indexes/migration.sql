-- What a webhook is sent next and was sent lately, the events of an idea that moves, and what is past its time every minute.
CREATE INDEX IF NOT EXISTS "alert_delivery_webhookId_nextAttemptAt_idx" ON "alert_delivery"("webhookId", "nextAttemptAt");
CREATE INDEX IF NOT EXISTS "alert_event_ideaId_idx" ON "alert_event"("ideaId");
CREATE INDEX IF NOT EXISTS "alert_event_createdAt_idx" ON "alert_event"("createdAt");
CREATE INDEX IF NOT EXISTS "saved_search_match_at_idx" ON "saved_search_match"("at");
