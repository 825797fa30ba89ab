-- Listed ideas are counted by who says them as well, under the number of the name and not under the name itself: a name that is
-- withdrawn is then left nowhere. Whoever writes what is counted waits meanwhile.
LOCK TABLE "show", "episode", "idea", "idea_ticker" IN SHARE ROW EXCLUSIVE MODE;

-- Where a name is there twice, the counts of both are its own.
CREATE OR REPLACE FUNCTION add_said(sign integer, names text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO listed_count (kind, key, since, depth, ideas)
  SELECT 'speaker', known.id::text, '-infinity'::date, 0, sign * count(*)
  FROM unnest(names) AS said(name) CROSS JOIN LATERAL (SELECT min(n.id) AS id FROM speaker_name n WHERE n.name = said.name) known
  WHERE known.id IS NOT NULL GROUP BY known.id;
END $$;

CREATE OR REPLACE FUNCTION add_listed(ids uuid[], sign integer) RETURNS void LANGUAGE sql AS $$
  INSERT INTO listed_count (kind, key, since, depth, ideas)
  SELECT 'corpus', '', '-infinity'::date, 0, sign * count(*) FROM unnest(ids) HAVING count(*) > 0
  UNION ALL
  SELECT 'shows of ' || k.symbol, i."showId"::text, '-infinity'::date, 0, sign * count(*)
    FROM unnest(ids) AS x(id) JOIN idea i USING (id) JOIN idea_ticker k ON k."ideaId" = x.id GROUP BY 1, 2
  UNION ALL
  SELECT 'theme', k.slug, '-infinity'::date, 0, sign * count(*)
    FROM unnest(ids) AS x(id) JOIN idea_theme k ON k."ideaId" = x.id GROUP BY k.slug;
  SELECT add_said(sign, array_agg(i."speakerName")) FROM unnest(ids) AS x(id) JOIN idea i USING (id) WHERE i."speakerName" IS NOT NULL;
  SELECT add_aired(sign, array_agg(k.symbol), array_agg(k."publishedAt"::timestamptz), array_agg(k."discussionDepth"))
    FROM unnest(ids) AS x(id) JOIN idea_ticker k ON k."ideaId" = x.id;
$$;

-- A listed idea that gets another name, or none. What it is listed as is told after each statement: until then, as before it.
CREATE OR REPLACE FUNCTION note_other_speaker() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE is_counted boolean := EXISTS (SELECT FROM counted_idea WHERE "ideaId" = NEW.id AND listed);
BEGIN
  IF NEW."speakerName" IS NOT NULL AND NOT EXISTS (SELECT FROM speaker_name WHERE name = NEW."speakerName") THEN
    INSERT INTO speaker_name (name) VALUES (NEW."speakerName");
  END IF;
  IF is_counted THEN
    PERFORM add_said(-1, ARRAY[OLD."speakerName"]);
    PERFORM add_said(1, ARRAY[NEW."speakerName"]);
  END IF;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER note_other_speaker AFTER UPDATE OF "speakerName" ON "idea" FOR EACH ROW
  WHEN (NEW."speakerName" IS DISTINCT FROM OLD."speakerName") EXECUTE FUNCTION note_other_speaker();

-- What there is already.
INSERT INTO listed_count (kind, key, since, depth, ideas)
SELECT 'speaker', n.id::text, '-infinity'::date, 0, count(*)
FROM counted_idea c JOIN idea i ON i.id = c."ideaId" JOIN (SELECT name, min(id) AS id FROM speaker_name GROUP BY name) n ON n.name = i."speakerName"
WHERE c.listed AND NOT EXISTS (SELECT FROM listed_count WHERE kind = 'speaker') GROUP BY n.id;
