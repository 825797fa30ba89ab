-- The words of an idea, marked with its depth and the weeks that it aired in, its symbols, themes and show: an index of them
-- finds a word within some weeks of one depth without reading what else has it. A mark holds a space, which no word does.
-- Weeks are counted from 1970, by one, 4, 16, 64, 256 and 1024. What waits to be sorted in (kB) is read each time that the
-- index is asked, so it is kept short.
CREATE OR REPLACE FUNCTION idea_terms(words tsvector, depth integer, moment timestamptz, show uuid, symbols text[], slugs text[]) RETURNS tsvector
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE week integer := floor(extract(epoch FROM moment AT TIME ZONE 'UTC') / 604800);
BEGIN
  RETURN words || array_to_tsvector(ARRAY[
      'depth ' || depth || ' 0 ' || week, 'depth ' || depth || ' 1 ' || (week >> 2), 'depth ' || depth || ' 2 ' || (week >> 4),
      'depth ' || depth || ' 3 ' || (week >> 6), 'depth ' || depth || ' 4 ' || (week >> 8), 'depth ' || depth || ' 5 ' || (week >> 10),
      'show ' || show]
    || CASE WHEN symbols = '{}' THEN '{}' ELSE string_to_array('ticker ' || array_to_string(symbols, E'\nticker '), E'\n') END
    || CASE WHEN slugs = '{}' THEN '{}' ELSE string_to_array('theme ' || array_to_string(slugs, E'\ntheme '), E'\n') END);
END $$;

CREATE INDEX IF NOT EXISTS "idea_terms_idx" ON "idea" USING GIN (idea_terms("search", "discussionDepth", "publishedAt", "showId", "tickers", "themes"))
  WITH (gin_pending_list_limit = 512);
CREATE INDEX IF NOT EXISTS "idea_terms_full_idx" ON "idea" USING GIN (idea_terms("searchFull", "discussionDepth", "publishedAt", "showId", "tickers", "themes"))
  WITH (gin_pending_list_limit = 512);

-- They find words alone, too.
DROP INDEX IF EXISTS "idea_search_idx";
DROP INDEX IF EXISTS "idea_searchFull_idx";
