-- A saved search keeps its show and its theme in small letters, as they are looked up: a theme with a capital matched nothing,
-- and either was found by no search that asks the same. Of an account's searches that are one so, the one that alerts stays,
-- else the oldest, with what all of them found.
CREATE TEMPORARY VIEW spelled_search AS
SELECT id, asked, path, first_value(id) OVER (PARTITION BY "accountId", path ORDER BY alerts DESC, "createdAt", id) AS kept
FROM (
  SELECT s.id, s."accountId", s.alerts, s."createdAt",
    s.asked || jsonb_strip_nulls(jsonb_build_object('showId', lower(shown.slug), 'theme', lower(themed.slug))) AS asked,
    replace(replace(s.path, 'show=' || COALESCE(shown.slug, ''), 'show=' || COALESCE(lower(shown.slug), '')),
      'theme=' || COALESCE(themed.slug, ''), 'theme=' || COALESCE(lower(themed.slug), '')) AS path
  FROM saved_search s
    LEFT JOIN LATERAL (SELECT s.asked ->> 'showId' AS slug) shown ON shown.slug ~ '^[A-Za-z0-9_.-]+$'
    LEFT JOIN LATERAL (SELECT s.asked ->> 'theme' AS slug) themed ON themed.slug ~ '^[A-Za-z0-9_.-]+$'
) s;

INSERT INTO saved_search_match ("searchId", "ideaId", at)
SELECT v.kept, m."ideaId", min(m.at) FROM spelled_search v JOIN saved_search_match m ON m."searchId" = v.id
WHERE v.kept <> v.id GROUP BY v.kept, m."ideaId"
ON CONFLICT DO NOTHING;

DELETE FROM saved_search s USING spelled_search v WHERE v.id = s.id AND v.kept <> v.id;

UPDATE saved_search s SET asked = v.asked, path = v.path FROM spelled_search v WHERE v.id = s.id AND v.path <> s.path;

DROP VIEW spelled_search;
