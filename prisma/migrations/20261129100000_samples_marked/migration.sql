-- Which shows are samples is of the record, too: pages say so beside their names. Nothing else of a feed moves its mark.
CREATE OR REPLACE TRIGGER mark_record AFTER INSERT ON "feed" FOR EACH ROW
  WHEN (NEW.sample) EXECUTE FUNCTION mark_record();
CREATE OR REPLACE TRIGGER mark_record_changed AFTER UPDATE ON "feed" FOR EACH ROW
  WHEN ((OLD.sample OR NEW.sample) AND (OLD.sample, OLD."showId") IS DISTINCT FROM (NEW.sample, NEW."showId")) EXECUTE FUNCTION mark_record();
CREATE OR REPLACE TRIGGER mark_record_deleted AFTER DELETE ON "feed" FOR EACH ROW
  WHEN (OLD.sample) EXECUTE FUNCTION mark_record();
CREATE OR REPLACE TRIGGER mark_record_emptied AFTER TRUNCATE ON "feed" FOR EACH STATEMENT EXECUTE FUNCTION mark_record();
