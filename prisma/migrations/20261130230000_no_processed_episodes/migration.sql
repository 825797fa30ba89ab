-- Nothing reads how many processed episodes there are: visible episodes are counted by show alone, whatever their state.
CREATE OR REPLACE FUNCTION add_episodes(sign integer, shows uuid[], hiddens boolean[]) RETURNS void LANGUAGE sql AS $$
  INSERT INTO listed_count (kind, key, since, depth, ideas)
  SELECT 'episodes of show', s.id::text, '-infinity'::date, 0, sign * count(*)
  FROM unnest(shows, hiddens) AS k(id, hidden) JOIN show s ON s.id = k.id WHERE NOT k.hidden AND NOT s.hidden GROUP BY s.id;
$$;

CREATE OR REPLACE FUNCTION count_episodes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF NOT EXISTS (SELECT 1 FROM stale o JOIN fresh n USING (id)
      WHERE (o.hidden, o."showId") IS DISTINCT FROM (n.hidden, n."showId")) THEN RETURN NULL; END IF;
  END IF;
  IF TG_OP <> 'INSERT' THEN
    PERFORM add_episodes(-1, array_agg("showId"), array_agg(hidden)) FROM stale;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    PERFORM add_episodes(1, array_agg("showId"), array_agg(hidden)) FROM fresh;
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION count_turned_show() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE sign integer := CASE WHEN NEW.hidden THEN -1 ELSE 1 END;
BEGIN
  PERFORM recount_ideas((SELECT array_agg(id) FROM idea WHERE "showId" = NEW.id AND "supersededAt" IS NULL));
  INSERT INTO listed_count (kind, key, since, depth, ideas)
  SELECT 'episodes of show', NEW.id::text, '-infinity'::date, 0, sign * count(*) FROM episode WHERE "showId" = NEW.id AND NOT hidden HAVING count(*) > 0;
  RETURN NULL;
END $$;

DROP FUNCTION IF EXISTS add_episodes(integer, uuid[], text[], boolean[]);

DELETE FROM listed_count WHERE kind = 'processed episodes';
