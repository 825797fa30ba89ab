-- The show of each idea beside its symbols: what one show said on one symbol is found without reading all of either.
ALTER TABLE "idea_ticker" ADD COLUMN "showId" UUID;
ALTER TABLE "idea_ticker" DISABLE TRIGGER USER;
UPDATE "idea_ticker" k SET "showId" = i."showId" FROM "idea" i WHERE i."id" = k."ideaId";
ALTER TABLE "idea_ticker" ENABLE TRIGGER USER;
ALTER TABLE "idea_ticker" ALTER COLUMN "showId" SET NOT NULL;

-- CreateIndex
CREATE INDEX "idea_ticker_symbol_showId_publishedAt_ideaId_idx" ON "idea_ticker"("symbol", "showId", "publishedAt" DESC, "ideaId" DESC);

-- CreateIndex
CREATE INDEX "idea_ticker_symbol_showId_discussionDepth_publishedAt_ideaI_idx" ON "idea_ticker"("symbol", "showId", "discussionDepth" DESC, "publishedAt" DESC, "ideaId" DESC);
