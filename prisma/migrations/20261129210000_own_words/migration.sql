-- What every idea says in a fixed form ("The talk around it lasts ...", "The speaker argues that") is no word of its argument, and
-- found every idea. The words that are searched leave it out. Both columns are written anew in one pass over the ideas, and their
-- indexes with them: nobody reads or writes ideas until then. Done once, however often this is applied.
CREATE OR REPLACE FUNCTION own_words(told text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
  SELECT regexp_replace(told,
    'The talk around it lasts [0-9]+ \w+( and [0-9]+ \w+)?( and also names)?|Risks raised:|\m([Aa]|[Tt]he) speaker\M( (argues|says|thinks|believes|adds|holds|expects|notes) that)?', ' ', 'g')
$$;

DO $$
BEGIN
  IF EXISTS (
    SELECT FROM pg_attrdef d JOIN pg_attribute a ON a.attrelid = d.adrelid AND a.attnum = d.adnum
    WHERE d.adrelid = '"idea"'::regclass AND a.attname = 'search' AND pg_get_expr(d.adbin, d.adrelid) LIKE '%own_words%'
  ) THEN RETURN; END IF;
  -- Their indexes go with them.
  ALTER TABLE "idea" DROP COLUMN "search", DROP COLUMN "searchFull",
    ADD COLUMN "search" tsvector GENERATED ALWAYS AS (to_tsvector('english'::regconfig, own_words((headline || ' '::text) || thesis))) STORED,
    ADD COLUMN "searchFull" tsvector GENERATED ALWAYS AS (to_tsvector('english'::regconfig, own_words((((headline || ' '::text) || thesis) || ' '::text) || COALESCE(context, ''::text)))) STORED;
END $$;

CREATE INDEX IF NOT EXISTS "idea_terms_idx" ON "idea" USING GIN (idea_terms("search", "discussionDepth", "publishedAt", "showId", "tickers", "themes"))
  WITH (gin_pending_list_limit = 512);
CREATE INDEX IF NOT EXISTS "idea_terms_full_idx" ON "idea" USING GIN (idea_terms("searchFull", "discussionDepth", "publishedAt", "showId", "tickers", "themes"))
  WITH (gin_pending_list_limit = 512);
