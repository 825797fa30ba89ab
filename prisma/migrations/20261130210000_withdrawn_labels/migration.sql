-- Under which labels that give no name ("SPEAKER_01") withdrawn people spoke: a transcript that is fetched anew has them again.
ALTER TABLE "transcript" ADD COLUMN IF NOT EXISTS "withdrawn" JSONB NOT NULL DEFAULT '{}';
