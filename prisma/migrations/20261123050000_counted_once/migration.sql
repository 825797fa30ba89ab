-- Counts of lists over several shows leave out an idea that repeats one which is told: the same talk counts once. What each
-- idea is counted for is kept beside it, so that whatever changes it, or what it repeats, makes good the difference.
CREATE TABLE "counted_idea" (
    "ideaId" UUID NOT NULL,
    "listed" BOOLEAN NOT NULL,

    CONSTRAINT "counted_idea_pkey" PRIMARY KEY ("ideaId")
);
ALTER TABLE "counted_idea" ADD CONSTRAINT "counted_idea_ideaId_fkey" FOREIGN KEY ("ideaId") REFERENCES "idea"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Adds what ideas count for in lists over several shows, as they stand, with their symbols and themes.
CREATE OR REPLACE FUNCTION add_listed(ids uuid[], sign integer) RETURNS void LANGUAGE sql AS $$
  INSERT INTO listed_count (kind, key, since, depth, ideas)
  SELECT 'corpus', '', '-infinity'::date, 0, sign * count(*) FROM unnest(ids) HAVING count(*) > 0
  UNION ALL
  SELECT 'ticker', k.symbol, date_trunc('month', k."publishedAt" AT TIME ZONE 'UTC')::date, k."discussionDepth", sign * count(*)
    FROM unnest(ids) AS x(id) JOIN idea_ticker k ON k."ideaId" = x.id GROUP BY 2, 3, 4
  UNION ALL
  SELECT 'ticker day', k.symbol, (k."publishedAt" AT TIME ZONE 'UTC')::date, k."discussionDepth", sign * count(*)
    FROM unnest(ids) AS x(id) JOIN idea_ticker k ON k."ideaId" = x.id GROUP BY 2, 3, 4
  UNION ALL
  SELECT 'shows of ' || k.symbol, i."showId"::text, '-infinity'::date, 0, sign * count(*)
    FROM unnest(ids) AS x(id) JOIN idea i USING (id) JOIN idea_ticker k ON k."ideaId" = x.id GROUP BY 1, 2
  UNION ALL
  SELECT 'theme', k.slug, '-infinity'::date, 0, sign * count(*)
    FROM unnest(ids) AS x(id) JOIN idea_theme k ON k."ideaId" = x.id GROUP BY k.slug;
$$;

-- Adds what ideas count for in the lists of their show, which hold repeats, too.
CREATE FUNCTION add_held(ids uuid[], sign integer) RETURNS void LANGUAGE sql AS $$
  INSERT INTO listed_count (kind, key, since, depth, ideas)
  SELECT 'show', i."showId"::text, '-infinity'::date, 0, sign * count(*) FROM unnest(ids) AS x(id) JOIN idea i USING (id) GROUP BY i."showId";
$$;

-- Whether an idea is told: it, its episode and its show are visible, and no later analysis replaced it.
CREATE FUNCTION is_told(idea uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT 1 FROM idea i JOIN episode e ON e.id = i."episodeId" JOIN show s ON s.id = i."showId"
    WHERE i.id = $1 AND NOT i.hidden AND i."supersededAt" IS NULL AND NOT e.hidden AND NOT s.hidden);
$$;

-- Counts these ideas, and those that repeat one of them, for what they are now.
CREATE FUNCTION recount_ideas(changed uuid[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE come uuid[]; gone uuid[]; listed_come uuid[]; listed_gone uuid[];
BEGIN
  IF changed IS NULL THEN RETURN; END IF;
  WITH those AS (
    SELECT i.id, i."repeatOf" FROM idea i WHERE i.id = ANY(changed)
    UNION SELECT i.id, i."repeatOf" FROM idea i WHERE i."repeatOf" = ANY(changed)
  ), stood AS (
    SELECT t.id, t.told, t.told AND NOT COALESCE(is_told(t."repeatOf"), false) AS listed, c."ideaId" IS NOT NULL AS was_told, COALESCE(c.listed, false) AS was_listed
    FROM (SELECT those.*, is_told(those.id) AS told FROM those) t LEFT JOIN counted_idea c ON c."ideaId" = t.id
  )
  SELECT array_agg(id) FILTER (WHERE told AND NOT was_told), array_agg(id) FILTER (WHERE was_told AND NOT told),
    array_agg(id) FILTER (WHERE listed AND NOT was_listed), array_agg(id) FILTER (WHERE was_listed AND NOT listed)
    INTO come, gone, listed_come, listed_gone FROM stood WHERE (told, listed) <> (was_told, was_listed);
  IF come IS NOT NULL THEN
    PERFORM add_held(come, 1);
    INSERT INTO counted_idea SELECT unnest(come), false;
  END IF;
  IF listed_come IS NOT NULL THEN
    PERFORM add_listed(listed_come, 1);
    UPDATE counted_idea SET listed = true WHERE "ideaId" = ANY(listed_come);
  END IF;
  IF listed_gone IS NOT NULL THEN
    PERFORM add_listed(listed_gone, -1);
    UPDATE counted_idea SET listed = false WHERE "ideaId" = ANY(listed_gone);
  END IF;
  IF gone IS NOT NULL THEN
    PERFORM add_held(gone, -1);
    DELETE FROM counted_idea WHERE "ideaId" = ANY(gone);
  END IF;
END $$;

CREATE OR REPLACE FUNCTION count_new_ideas() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM recount_ideas((SELECT array_agg(id) FROM fresh));
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION count_changed_ideas() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM recount_ideas((SELECT array_agg(n.id) FROM stale o JOIN fresh n USING (id)
    WHERE (o.hidden, o."supersededAt" IS NULL, o."repeatOf") IS DISTINCT FROM (n.hidden, n."supersededAt" IS NULL, n."repeatOf")));
  RETURN NULL;
END $$;

-- What hangs on a row goes after it, and is then counted no more; what repeats it is no repeat from then on.
CREATE OR REPLACE FUNCTION uncount_idea() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE was_listed boolean;
BEGIN
  DELETE FROM counted_idea WHERE "ideaId" = OLD.id RETURNING listed INTO was_listed;
  IF FOUND THEN PERFORM add_held(ARRAY[OLD.id], -1); END IF;
  IF was_listed THEN PERFORM add_listed(ARRAY[OLD.id], -1); END IF;
  RETURN OLD;
END $$;

-- Symbols and themes of listed ideas as they come, go, or move to another day with their episode.
CREATE OR REPLACE FUNCTION add_tickers(sign integer, ids uuid[], symbols text[], moments timestamptz[], depths integer[]) RETURNS void LANGUAGE sql AS $$
  WITH seen AS (
    SELECT k.symbol, k.at, k.depth, i."showId" AS show FROM unnest(ids, symbols, moments, depths) AS k(id, symbol, at, depth)
    JOIN counted_idea c ON c."ideaId" = k.id AND c.listed JOIN idea i ON i.id = k.id)
  INSERT INTO listed_count (kind, key, since, depth, ideas)
  SELECT 'ticker', symbol, date_trunc('month', at AT TIME ZONE 'UTC')::date, depth, sign * count(*) FROM seen GROUP BY 2, 3, 4
  UNION ALL
  SELECT 'ticker day', symbol, (at AT TIME ZONE 'UTC')::date, depth, sign * count(*) FROM seen GROUP BY 2, 3, 4
  UNION ALL
  SELECT 'shows of ' || symbol, show::text, '-infinity'::date, 0, sign * count(*) FROM seen GROUP BY 1, 2;
$$;

CREATE OR REPLACE FUNCTION add_themes(sign integer, ids uuid[], slugs text[]) RETURNS void LANGUAGE sql AS $$
  INSERT INTO listed_count (kind, key, since, depth, ideas)
  SELECT 'theme', k.slug, '-infinity'::date, 0, sign * count(*) FROM unnest(ids, slugs) AS k(id, slug)
    JOIN counted_idea c ON c."ideaId" = k.id AND c.listed GROUP BY k.slug;
$$;

CREATE OR REPLACE FUNCTION count_turned_episode() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM recount_ideas((SELECT array_agg(id) FROM idea WHERE "episodeId" = NEW.id AND "supersededAt" IS NULL));
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION count_turned_show() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE sign integer := CASE WHEN NEW.hidden THEN -1 ELSE 1 END;
BEGIN
  PERFORM recount_ideas((SELECT array_agg(id) FROM idea WHERE "showId" = NEW.id AND "supersededAt" IS NULL));
  INSERT INTO listed_count (kind, key, since, depth, ideas)
  SELECT 'episodes of show', NEW.id::text, '-infinity'::date, 0, sign * count(*) FROM episode WHERE "showId" = NEW.id AND NOT hidden HAVING count(*) > 0
  UNION ALL
  SELECT 'processed episodes', '', '-infinity'::date, 0, sign * count(*) FROM episode WHERE "showId" = NEW.id AND NOT hidden AND state = 'processed' HAVING count(*) > 0;
  RETURN NULL;
END $$;

DROP FUNCTION visible_ideas(uuid[]);

-- What there is already is counted anew.
DELETE FROM listed_count WHERE kind IN ('corpus', 'show', 'ticker', 'ticker day', 'theme') OR kind LIKE 'shows of %';
SELECT recount_ideas(array_agg(id)) FROM idea WHERE "supersededAt" IS NULL AND NOT hidden;
