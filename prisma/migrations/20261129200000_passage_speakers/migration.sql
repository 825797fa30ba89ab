-- What somebody said is asked for by name: without it every window of the record is read.
CREATE INDEX IF NOT EXISTS "passage_speaker_idx" ON "passage" ("speaker");
