-- The names by which questions are read are of the record, too: an import and a name that an operator taught move its mark
-- (`renewUniverse` in server/linking/store.ts). No other setting does.
CREATE OR REPLACE TRIGGER mark_record AFTER INSERT ON "setting" FOR EACH ROW
  WHEN (NEW.name = 'universe.imported') EXECUTE FUNCTION mark_record();
CREATE OR REPLACE TRIGGER mark_record_changed AFTER UPDATE ON "setting" FOR EACH ROW
  WHEN ((OLD.name = 'universe.imported' OR NEW.name = 'universe.imported') AND OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION mark_record();
CREATE OR REPLACE TRIGGER mark_record_deleted AFTER DELETE ON "setting" FOR EACH ROW
  WHEN (OLD.name = 'universe.imported') EXECUTE FUNCTION mark_record();
CREATE OR REPLACE TRIGGER mark_record_emptied AFTER TRUNCATE ON "setting" FOR EACH STATEMENT EXECUTE FUNCTION mark_record();
