-- What names the present state of the record, as everybody is served it: an answer that is kept holds as long as this is the
-- same. Marks are drawn at random, so that no state is ever named as another was, not even on a standby that was promoted
-- without the latest of its primary. Each transaction that changes the record takes a row that no other holds, or makes one:
-- it waits for nobody, and its mark is seen exactly when its changes are.
CREATE TABLE IF NOT EXISTS "record_mark" (
    "slot" BIGSERIAL NOT NULL,
    "mark" UUID NOT NULL,

    CONSTRAINT "record_mark_pkey" PRIMARY KEY ("slot")
) WITH (fillfactor = 50);

CREATE OR REPLACE FUNCTION mark_record() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Once a transaction; a savepoint that is rolled back takes this word back with the mark.
  IF current_setting('earmark.marked', true) = 'yes' THEN RETURN NULL; END IF;
  UPDATE record_mark SET mark = gen_random_uuid()
    WHERE slot = (SELECT slot FROM record_mark ORDER BY slot LIMIT 1 FOR UPDATE SKIP LOCKED);
  IF NOT FOUND THEN INSERT INTO record_mark (mark) VALUES (gen_random_uuid()); END IF;
  PERFORM set_config('earmark.marked', 'yes', true);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER mark_record AFTER INSERT OR DELETE ON "show" FOR EACH ROW EXECUTE FUNCTION mark_record();
CREATE OR REPLACE TRIGGER mark_record_changed AFTER UPDATE ON "show" FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION mark_record();
CREATE OR REPLACE TRIGGER mark_record_emptied AFTER TRUNCATE ON "show" FOR EACH STATEMENT EXECUTE FUNCTION mark_record();
CREATE OR REPLACE TRIGGER mark_record AFTER INSERT OR DELETE ON "episode" FOR EACH ROW EXECUTE FUNCTION mark_record();
CREATE OR REPLACE TRIGGER mark_record_changed AFTER UPDATE ON "episode" FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION mark_record();
CREATE OR REPLACE TRIGGER mark_record_emptied AFTER TRUNCATE ON "episode" FOR EACH STATEMENT EXECUTE FUNCTION mark_record();
CREATE OR REPLACE TRIGGER mark_record AFTER INSERT OR DELETE ON "idea" FOR EACH ROW EXECUTE FUNCTION mark_record();
CREATE OR REPLACE TRIGGER mark_record_changed AFTER UPDATE ON "idea" FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION mark_record();
CREATE OR REPLACE TRIGGER mark_record_emptied AFTER TRUNCATE ON "idea" FOR EACH STATEMENT EXECUTE FUNCTION mark_record();
CREATE OR REPLACE TRIGGER mark_record AFTER INSERT OR DELETE ON "idea_ticker" FOR EACH ROW EXECUTE FUNCTION mark_record();
CREATE OR REPLACE TRIGGER mark_record_changed AFTER UPDATE ON "idea_ticker" FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION mark_record();
CREATE OR REPLACE TRIGGER mark_record_emptied AFTER TRUNCATE ON "idea_ticker" FOR EACH STATEMENT EXECUTE FUNCTION mark_record();
CREATE OR REPLACE TRIGGER mark_record AFTER INSERT OR DELETE ON "idea_theme" FOR EACH ROW EXECUTE FUNCTION mark_record();
CREATE OR REPLACE TRIGGER mark_record_changed AFTER UPDATE ON "idea_theme" FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION mark_record();
CREATE OR REPLACE TRIGGER mark_record_emptied AFTER TRUNCATE ON "idea_theme" FOR EACH STATEMENT EXECUTE FUNCTION mark_record();
CREATE OR REPLACE TRIGGER mark_record AFTER INSERT OR DELETE ON "theme" FOR EACH ROW EXECUTE FUNCTION mark_record();
CREATE OR REPLACE TRIGGER mark_record_changed AFTER UPDATE ON "theme" FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION mark_record();
CREATE OR REPLACE TRIGGER mark_record_emptied AFTER TRUNCATE ON "theme" FOR EACH STATEMENT EXECUTE FUNCTION mark_record();
CREATE OR REPLACE TRIGGER mark_record AFTER INSERT OR DELETE ON "ticker" FOR EACH ROW EXECUTE FUNCTION mark_record();
CREATE OR REPLACE TRIGGER mark_record_changed AFTER UPDATE ON "ticker" FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION mark_record();
CREATE OR REPLACE TRIGGER mark_record_emptied AFTER TRUNCATE ON "ticker" FOR EACH STATEMENT EXECUTE FUNCTION mark_record();
CREATE OR REPLACE TRIGGER mark_record AFTER INSERT OR DELETE ON "thesis" FOR EACH ROW EXECUTE FUNCTION mark_record();
CREATE OR REPLACE TRIGGER mark_record_changed AFTER UPDATE ON "thesis" FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION mark_record();
CREATE OR REPLACE TRIGGER mark_record_emptied AFTER TRUNCATE ON "thesis" FOR EACH STATEMENT EXECUTE FUNCTION mark_record();
CREATE OR REPLACE TRIGGER mark_record AFTER INSERT OR DELETE ON "thesis_statement" FOR EACH ROW EXECUTE FUNCTION mark_record();
CREATE OR REPLACE TRIGGER mark_record_changed AFTER UPDATE ON "thesis_statement" FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION mark_record();
CREATE OR REPLACE TRIGGER mark_record_emptied AFTER TRUNCATE ON "thesis_statement" FOR EACH STATEMENT EXECUTE FUNCTION mark_record();
CREATE OR REPLACE TRIGGER mark_record AFTER INSERT OR DELETE ON "thesis_transition" FOR EACH ROW EXECUTE FUNCTION mark_record();
CREATE OR REPLACE TRIGGER mark_record_changed AFTER UPDATE ON "thesis_transition" FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION mark_record();
CREATE OR REPLACE TRIGGER mark_record_emptied AFTER TRUNCATE ON "thesis_transition" FOR EACH STATEMENT EXECUTE FUNCTION mark_record();

-- A record that is there already has a state, too.
INSERT INTO record_mark (mark) SELECT gen_random_uuid() WHERE NOT EXISTS (SELECT FROM record_mark);
