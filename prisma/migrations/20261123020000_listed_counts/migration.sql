-- How many ideas lists show, kept by whatever writes, in its own transaction: lists and pages tell counts without
-- counting. Rows are added and never changed, so that writers wait for nobody, a count is the sum of its rows, which a
-- worker folds together. Episodes are counted beside them.
CREATE TABLE "listed_count" (
    "id" BIGSERIAL NOT NULL,
    "kind" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "since" DATE NOT NULL,
    "depth" INTEGER NOT NULL,
    "ideas" INTEGER NOT NULL,

    CONSTRAINT "listed_count_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "listed_count_kind_key_since_depth_ideas_idx" ON "listed_count"("kind", "key", "since", "depth", "ideas");
CREATE INDEX "listed_count_kind_since_key_ideas_idx" ON "listed_count"("kind", "since", "key", "ideas");

-- What aired last: of all symbols, and of a theme.
CREATE INDEX "idea_ticker_publishedAt_idx" ON "idea_ticker"("publishedAt" DESC);
CREATE INDEX "idea_theme_slug_publishedAt_idx" ON "idea_theme"("slug", "publishedAt" DESC);

-- Adds what ideas count for, as they stand, with their symbols and themes, the caller knows that they are listed, or were.
CREATE FUNCTION add_listed(ids uuid[], sign integer) RETURNS void LANGUAGE sql AS $$
  INSERT INTO listed_count (kind, key, since, depth, ideas)
  SELECT 'corpus', '', '-infinity'::date, 0, sign * count(*) FROM unnest(ids) HAVING count(*) > 0
  UNION ALL
  SELECT 'show', i."showId"::text, '-infinity'::date, 0, sign * count(*) FROM unnest(ids) AS x(id) JOIN idea i USING (id) GROUP BY i."showId"
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

-- Those of `ids` whose episode and show are visible.
CREATE FUNCTION visible_ideas(ids uuid[]) RETURNS uuid[] LANGUAGE sql STABLE AS $$
  SELECT array_agg(i.id) FROM unnest(ids) AS x(id) JOIN idea i USING (id)
    JOIN episode e ON e.id = i."episodeId" JOIN show s ON s.id = i."showId"
  WHERE NOT e.hidden AND NOT s.hidden;
$$;

CREATE FUNCTION count_new_ideas() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM add_listed(visible_ideas((SELECT array_agg(id) FROM fresh WHERE NOT hidden AND "supersededAt" IS NULL)), 1);
  RETURN NULL;
END $$;
CREATE TRIGGER count_listed AFTER INSERT ON "idea" REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION count_new_ideas();

CREATE FUNCTION count_changed_ideas() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE come uuid[]; gone uuid[];
BEGIN
  SELECT array_agg(n.id) FILTER (WHERE NOT n.hidden AND n."supersededAt" IS NULL), array_agg(n.id) FILTER (WHERE NOT o.hidden AND o."supersededAt" IS NULL)
    INTO come, gone FROM stale o JOIN fresh n USING (id)
    WHERE (NOT n.hidden AND n."supersededAt" IS NULL) <> (NOT o.hidden AND o."supersededAt" IS NULL);
  IF come IS NOT NULL THEN PERFORM add_listed(visible_ideas(come), 1); END IF;
  IF gone IS NOT NULL THEN PERFORM add_listed(visible_ideas(gone), -1); END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER recount_listed AFTER UPDATE ON "idea" REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION count_changed_ideas();

-- What hangs on a row goes before it, while it can still be seen what it counted for.
CREATE FUNCTION uncount_idea() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT OLD.hidden AND OLD."supersededAt" IS NULL THEN PERFORM add_listed(visible_ideas(ARRAY[OLD.id]), -1); END IF;
  PERFORM set_config('earmark.uncounted', OLD.id::text, true);
  DELETE FROM idea_ticker WHERE "ideaId" = OLD.id;
  DELETE FROM idea_theme WHERE "ideaId" = OLD.id;
  PERFORM set_config('earmark.uncounted', '', true);
  RETURN OLD;
END $$;
CREATE TRIGGER uncount_listed BEFORE DELETE ON "idea" FOR EACH ROW EXECUTE FUNCTION uncount_idea();

CREATE FUNCTION empty_episode() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM idea WHERE "episodeId" = OLD.id;
  RETURN OLD;
END $$;
CREATE TRIGGER uncount_listed BEFORE DELETE ON "episode" FOR EACH ROW EXECUTE FUNCTION empty_episode();

CREATE FUNCTION empty_show() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM episode WHERE "showId" = OLD.id;
  RETURN OLD;
END $$;
CREATE TRIGGER uncount_listed BEFORE DELETE ON "show" FOR EACH ROW EXECUTE FUNCTION empty_show();

-- Symbols and themes of listed ideas as they come, go, or move to another day with their episode.
CREATE FUNCTION add_tickers(sign integer, ids uuid[], symbols text[], moments timestamptz[], depths integer[]) RETURNS void LANGUAGE sql AS $$
  WITH seen AS (
    SELECT k.symbol, k.at, k.depth, i."showId" AS show FROM unnest(ids, symbols, moments, depths) AS k(id, symbol, at, depth)
    JOIN idea i ON i.id = k.id JOIN episode e ON e.id = i."episodeId" JOIN show s ON s.id = i."showId"
    WHERE NOT i.hidden AND i."supersededAt" IS NULL AND NOT e.hidden AND NOT s.hidden
      AND k.id::text IS DISTINCT FROM current_setting('earmark.uncounted', true))
  INSERT INTO listed_count (kind, key, since, depth, ideas)
  SELECT 'ticker', symbol, date_trunc('month', at AT TIME ZONE 'UTC')::date, depth, sign * count(*) FROM seen GROUP BY 2, 3, 4
  UNION ALL
  SELECT 'ticker day', symbol, (at AT TIME ZONE 'UTC')::date, depth, sign * count(*) FROM seen GROUP BY 2, 3, 4
  UNION ALL
  SELECT 'shows of ' || symbol, show::text, '-infinity'::date, 0, sign * count(*) FROM seen GROUP BY 1, 2;
$$;

CREATE FUNCTION count_tickers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    PERFORM add_tickers(-1, array_agg("ideaId"), array_agg(symbol), array_agg("publishedAt"::timestamptz), array_agg("discussionDepth")) FROM stale;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    PERFORM add_tickers(1, array_agg("ideaId"), array_agg(symbol), array_agg("publishedAt"::timestamptz), array_agg("discussionDepth")) FROM fresh;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER count_listed AFTER INSERT ON "idea_ticker" REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION count_tickers();
CREATE TRIGGER recount_listed AFTER UPDATE ON "idea_ticker" REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION count_tickers();
CREATE TRIGGER uncount_listed AFTER DELETE ON "idea_ticker" REFERENCING OLD TABLE AS stale FOR EACH STATEMENT EXECUTE FUNCTION count_tickers();

CREATE FUNCTION add_themes(sign integer, ids uuid[], slugs text[]) RETURNS void LANGUAGE sql AS $$
  INSERT INTO listed_count (kind, key, since, depth, ideas)
  SELECT 'theme', k.slug, '-infinity'::date, 0, sign * count(*) FROM unnest(ids, slugs) AS k(id, slug)
    JOIN idea i ON i.id = k.id JOIN episode e ON e.id = i."episodeId" JOIN show s ON s.id = i."showId"
    WHERE NOT i.hidden AND i."supersededAt" IS NULL AND NOT e.hidden AND NOT s.hidden
      AND k.id::text IS DISTINCT FROM current_setting('earmark.uncounted', true)
    GROUP BY k.slug;
$$;

CREATE FUNCTION count_themes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN PERFORM add_themes(1, array_agg("ideaId"), array_agg(slug)) FROM fresh;
  ELSE PERFORM add_themes(-1, array_agg("ideaId"), array_agg(slug)) FROM stale; END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER count_listed AFTER INSERT ON "idea_theme" REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION count_themes();
CREATE TRIGGER uncount_listed AFTER DELETE ON "idea_theme" REFERENCING OLD TABLE AS stale FOR EACH STATEMENT EXECUTE FUNCTION count_themes();

-- Episodes that readers may know of, by show and, once processed, of the corpus.
CREATE FUNCTION add_episodes(sign integer, shows uuid[], states text[], hiddens boolean[]) RETURNS void LANGUAGE sql AS $$
  WITH seen AS (
    SELECT s.id, k.state FROM unnest(shows, states, hiddens) AS k(id, state, hidden) JOIN show s ON s.id = k.id WHERE NOT k.hidden AND NOT s.hidden)
  INSERT INTO listed_count (kind, key, since, depth, ideas)
  SELECT 'episodes of show', id::text, '-infinity'::date, 0, sign * count(*) FROM seen GROUP BY id
  UNION ALL
  SELECT 'processed episodes', '', '-infinity'::date, 0, sign * count(*) FROM seen WHERE state = 'processed' HAVING count(*) > 0;
$$;

CREATE FUNCTION count_episodes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF NOT EXISTS (SELECT 1 FROM stale o JOIN fresh n USING (id)
      WHERE (o.hidden, o.state = 'processed', o."showId") IS DISTINCT FROM (n.hidden, n.state = 'processed', n."showId")) THEN RETURN NULL; END IF;
  END IF;
  IF TG_OP <> 'INSERT' THEN
    PERFORM add_episodes(-1, array_agg("showId"), array_agg(state), array_agg(hidden)) FROM stale;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    PERFORM add_episodes(1, array_agg("showId"), array_agg(state), array_agg(hidden)) FROM fresh;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER count_episodes AFTER INSERT ON "episode" REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION count_episodes();
CREATE TRIGGER recount_episodes AFTER UPDATE ON "episode" REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION count_episodes();
CREATE TRIGGER uncount_episodes AFTER DELETE ON "episode" REFERENCING OLD TABLE AS stale FOR EACH STATEMENT EXECUTE FUNCTION count_episodes();

-- An episode or a show that is hidden, or shown again, with all that it holds.
CREATE FUNCTION count_turned_episode() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT (SELECT hidden FROM show WHERE id = NEW."showId") THEN
    PERFORM add_listed((SELECT array_agg(id) FROM idea WHERE "episodeId" = NEW.id AND NOT hidden AND "supersededAt" IS NULL),
      CASE WHEN NEW.hidden THEN -1 ELSE 1 END);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER turn_listed AFTER UPDATE OF hidden ON "episode" FOR EACH ROW WHEN (OLD.hidden <> NEW.hidden) EXECUTE FUNCTION count_turned_episode();

CREATE FUNCTION count_turned_show() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE sign integer := CASE WHEN NEW.hidden THEN -1 ELSE 1 END;
BEGIN
  PERFORM add_listed((SELECT array_agg(i.id) FROM idea i JOIN episode e ON e.id = i."episodeId"
    WHERE i."showId" = NEW.id AND NOT i.hidden AND i."supersededAt" IS NULL AND NOT e.hidden), sign);
  INSERT INTO listed_count (kind, key, since, depth, ideas)
  SELECT 'episodes of show', NEW.id::text, '-infinity'::date, 0, sign * count(*) FROM episode WHERE "showId" = NEW.id AND NOT hidden HAVING count(*) > 0
  UNION ALL
  SELECT 'processed episodes', '', '-infinity'::date, 0, sign * count(*) FROM episode WHERE "showId" = NEW.id AND NOT hidden AND state = 'processed' HAVING count(*) > 0;
  RETURN NULL;
END $$;
CREATE TRIGGER turn_listed AFTER UPDATE OF hidden ON "show" FOR EACH ROW WHEN (OLD.hidden <> NEW.hidden) EXECUTE FUNCTION count_turned_show();

-- What there is already.
SELECT add_listed((SELECT array_agg(i.id) FROM idea i JOIN episode e ON e.id = i."episodeId" JOIN show s ON s.id = i."showId"
  WHERE NOT i.hidden AND i."supersededAt" IS NULL AND NOT e.hidden AND NOT s.hidden), 1);
SELECT add_episodes(1, array_agg("showId"), array_agg(state), array_agg(hidden)) FROM episode;
