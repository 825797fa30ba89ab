-- Of what is hidden already it is not known whether a person was withdrawn: it holds back as before.
ALTER TABLE "idea" ADD COLUMN IF NOT EXISTS "withdrawn" BOOLEAN NOT NULL DEFAULT false;
