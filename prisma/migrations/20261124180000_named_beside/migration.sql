-- Which symbols a statement names besides its thesis's own, and whose the last statement of a thesis is: so the history of a
-- ticker reads of a thesis on something else the statements about the ticker alone, and that of a show the theses that it spoke
-- of last. Nobody writes meanwhile: what was said in between would be noted nowhere.
LOCK TABLE "idea", "thesis", "thesis_statement" IN SHARE ROW EXCLUSIVE MODE;

CREATE TABLE IF NOT EXISTS "statement_ticker" (
    "thesisId" UUID NOT NULL,
    "ideaId" UUID NOT NULL,
    "symbol" TEXT NOT NULL,
    "date" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "statement_ticker_pkey" PRIMARY KEY ("thesisId","ideaId","symbol")
);

-- The symbols that an idea names besides the own one of a thesis that it is a statement of; one may come twice.
CREATE OR REPLACE FUNCTION named_beside(thesis uuid, idea uuid) RETURNS SETOF text LANGUAGE sql STABLE AS $$
  SELECT symbol FROM thesis t CROSS JOIN idea i CROSS JOIN LATERAL unnest(i.tickers) AS symbol
  WHERE t.id = $1 AND i.id = $2 AND NOT (t."subjectKind" = 'ticker' AND t."subjectKey" = symbol);
$$;

CREATE OR REPLACE FUNCTION note_new_statements() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO statement_ticker ("thesisId", "ideaId", symbol, date)
    -- OFFSET keeps it a look for each statement: a plan that is made for many statements at once reads whole tables, and is kept.
    SELECT st."thesisId", st."ideaId", x.symbol, st.date FROM fresh st
      CROSS JOIN LATERAL (SELECT symbol FROM named_beside(st."thesisId", st."ideaId") AS symbol OFFSET 0) AS x
    ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION note_redated_statement() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE statement_ticker SET date = NEW.date WHERE "thesisId" = NEW."thesisId" AND "ideaId" = NEW."ideaId";
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION note_statements_of_idea() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM statement_ticker k USING thesis_statement st
    WHERE st."ideaId" = NEW.id AND k."thesisId" = st."thesisId" AND k."ideaId" = st."ideaId";
  INSERT INTO statement_ticker ("thesisId", "ideaId", symbol, date)
    SELECT st."thesisId", st."ideaId", symbol, st.date FROM thesis_statement st CROSS JOIN LATERAL named_beside(st."thesisId", st."ideaId") AS symbol
    WHERE st."ideaId" = NEW.id ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION note_statements_of_thesis() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM statement_ticker WHERE "thesisId" = NEW.id;
  INSERT INTO statement_ticker ("thesisId", "ideaId", symbol, date)
    SELECT st."thesisId", st."ideaId", symbol, st.date FROM thesis_statement st CROSS JOIN LATERAL named_beside(st."thesisId", st."ideaId") AS symbol
    WHERE st."thesisId" = NEW.id ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER note_new_statements AFTER INSERT ON "thesis_statement" REFERENCING NEW TABLE AS fresh
  FOR EACH STATEMENT EXECUTE FUNCTION note_new_statements();
CREATE OR REPLACE TRIGGER note_redated_statement AFTER UPDATE OF "date" ON "thesis_statement" FOR EACH ROW
  WHEN (OLD."date" IS DISTINCT FROM NEW."date") EXECUTE FUNCTION note_redated_statement();
CREATE OR REPLACE TRIGGER note_statements_of_idea AFTER UPDATE OF "tickers" ON "idea" FOR EACH ROW
  WHEN (OLD."tickers" IS DISTINCT FROM NEW."tickers") EXECUTE FUNCTION note_statements_of_idea();
CREATE OR REPLACE TRIGGER note_statements_of_thesis AFTER UPDATE OF "subjectKind", "subjectKey" ON "thesis" FOR EACH ROW
  WHEN ((OLD."subjectKind", OLD."subjectKey") IS DISTINCT FROM (NEW."subjectKind", NEW."subjectKey")) EXECUTE FUNCTION note_statements_of_thesis();

-- Answers are made of it, so what changes it moves the mark of the record.
CREATE OR REPLACE TRIGGER mark_record AFTER INSERT OR DELETE ON "statement_ticker" FOR EACH ROW EXECUTE FUNCTION mark_record();
CREATE OR REPLACE TRIGGER mark_record_changed AFTER UPDATE ON "statement_ticker" FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION mark_record();
CREATE OR REPLACE TRIGGER mark_record_emptied AFTER TRUNCATE ON "statement_ticker" FOR EACH STATEMENT EXECUTE FUNCTION mark_record();

-- Of a record that is there already. As joins of whole tables, which a look for each statement would not be.
INSERT INTO "statement_ticker" ("thesisId", "ideaId", "symbol", "date")
  SELECT st."thesisId", st."ideaId", symbol, st.date FROM thesis_statement st CROSS JOIN LATERAL named_beside(st."thesisId", st."ideaId") AS symbol
  ON CONFLICT DO NOTHING;
CREATE INDEX IF NOT EXISTS "statement_ticker_thesisId_symbol_date_idx" ON "statement_ticker" ("thesisId", "symbol", "date" DESC);
ALTER TABLE "statement_ticker" DROP CONSTRAINT IF EXISTS "statement_ticker_thesisId_ideaId_fkey";
ALTER TABLE "statement_ticker" ADD CONSTRAINT "statement_ticker_thesisId_ideaId_fkey" FOREIGN KEY ("thesisId", "ideaId")
  REFERENCES "thesis_statement"("thesisId", "ideaId") ON DELETE CASCADE ON UPDATE CASCADE;

UPDATE "thesis" t SET "lastShowId" = (
    SELECT st."showId" FROM thesis_statement st JOIN idea i ON i.id = st."ideaId" WHERE st."thesisId" = t.id
    ORDER BY st.date DESC, i."episodeId" DESC, i."timestampSeconds" DESC NULLS FIRST, st."ideaId" DESC LIMIT 1)
  WHERE "lastShowId" IS NULL;
CREATE INDEX IF NOT EXISTS "thesis_lastShowId_lastMentionAt_id_idx" ON "thesis" ("lastShowId", "lastMentionAt" DESC, "id");
ANALYZE "statement_ticker";
