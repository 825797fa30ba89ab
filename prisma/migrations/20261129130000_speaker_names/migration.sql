-- Every name that an idea ever stood under, so that those with some words are found without the ideas. A name stays when its last
-- idea goes, and leads to none then; one that is withdrawn goes at once (`withdrawPerson`). Two that publish at once may each add
-- the same name, since neither waits for the other: twice does no harm.
CREATE TABLE IF NOT EXISTS "speaker_name" (
    "id" BIGSERIAL NOT NULL,
    "name" TEXT NOT NULL,

    CONSTRAINT "speaker_name_pkey" PRIMARY KEY ("id")
);
CREATE INDEX IF NOT EXISTS "speaker_name_name_idx" ON "speaker_name" ("name");
-- By their words, whatever their case. Names are few and come seldom: each is found at once, with nothing that waits to be sorted in.
CREATE INDEX IF NOT EXISTS "speaker_name_words_idx" ON "speaker_name" USING gin (string_to_array(lower("name"), ' ')) WITH (fastupdate = off);

CREATE OR REPLACE FUNCTION note_speaker() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM speaker_name WHERE name = NEW."speakerName") THEN
    INSERT INTO speaker_name (name) VALUES (NEW."speakerName");
  END IF;
  RETURN NULL;
END $$;

-- Whoever writes ideas waits from here on until those that there are have been read.
CREATE OR REPLACE TRIGGER note_speaker AFTER INSERT ON "idea" FOR EACH ROW
  WHEN (NEW."speakerName" IS NOT NULL) EXECUTE FUNCTION note_speaker();
CREATE OR REPLACE TRIGGER note_other_speaker AFTER UPDATE OF "speakerName" ON "idea" FOR EACH ROW
  WHEN (NEW."speakerName" IS NOT NULL AND NEW."speakerName" IS DISTINCT FROM OLD."speakerName") EXECUTE FUNCTION note_speaker();

-- What there is already, each name sought in its index behind the one before.
INSERT INTO "speaker_name" ("name")
WITH RECURSIVE named AS (
  (SELECT "speakerName" AS name FROM idea WHERE "speakerName" IS NOT NULL ORDER BY 1 LIMIT 1)
  UNION ALL SELECT next.name FROM named CROSS JOIN LATERAL (
    SELECT i."speakerName" AS name FROM idea i WHERE i."speakerName" > named.name ORDER BY 1 LIMIT 1) next)
SELECT name FROM named WHERE NOT EXISTS (SELECT FROM speaker_name);
ANALYZE "speaker_name";
