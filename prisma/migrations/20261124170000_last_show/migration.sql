-- Whose the last statement of a thesis is; the next migration fills it. By itself, so that theses can be read while that one works.
ALTER TABLE "thesis" ADD COLUMN IF NOT EXISTS "lastShowId" UUID;
