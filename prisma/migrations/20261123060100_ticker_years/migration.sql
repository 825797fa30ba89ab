-- Ideas on a symbol are counted by whole years as well, so that a count over years sums no months. Whoever writes what is
-- counted waits meanwhile: what it adds is either summed below or added by the functions as they are from now on.
LOCK TABLE "show", "episode", "idea", "idea_ticker" IN SHARE ROW EXCLUSIVE MODE;

-- What an idea counts for under its symbol, by year, month and day.
CREATE OR REPLACE FUNCTION add_aired(sign integer, symbols text[], moments timestamptz[], depths integer[]) RETURNS void LANGUAGE sql AS $$
  INSERT INTO listed_count (kind, key, since, depth, ideas)
  SELECT u.kind, k.symbol, date_trunc(u.unit, k.at AT TIME ZONE 'UTC')::date, k.depth, sign * count(*)
  FROM unnest(symbols, moments, depths) AS k(symbol, at, depth)
  CROSS JOIN (VALUES ('ticker year', 'year'), ('ticker', 'month'), ('ticker day', 'day')) AS u(kind, unit)
  GROUP BY 1, 2, 3, 4;
$$;

CREATE OR REPLACE FUNCTION add_listed(ids uuid[], sign integer) RETURNS void LANGUAGE sql AS $$
  INSERT INTO listed_count (kind, key, since, depth, ideas)
  SELECT 'corpus', '', '-infinity'::date, 0, sign * count(*) FROM unnest(ids) HAVING count(*) > 0
  UNION ALL
  SELECT 'shows of ' || k.symbol, i."showId"::text, '-infinity'::date, 0, sign * count(*)
    FROM unnest(ids) AS x(id) JOIN idea i USING (id) JOIN idea_ticker k ON k."ideaId" = x.id GROUP BY 1, 2
  UNION ALL
  SELECT 'theme', k.slug, '-infinity'::date, 0, sign * count(*)
    FROM unnest(ids) AS x(id) JOIN idea_theme k ON k."ideaId" = x.id GROUP BY k.slug;
  SELECT add_aired(sign, array_agg(k.symbol), array_agg(k."publishedAt"::timestamptz), array_agg(k."discussionDepth"))
    FROM unnest(ids) AS x(id) JOIN idea_ticker k ON k."ideaId" = x.id;
$$;

CREATE OR REPLACE FUNCTION add_tickers(sign integer, ids uuid[], symbols text[], moments timestamptz[], depths integer[]) RETURNS void LANGUAGE sql AS $$
  INSERT INTO listed_count (kind, key, since, depth, ideas)
  SELECT 'shows of ' || k.symbol, i."showId"::text, '-infinity'::date, 0, sign * count(*)
    FROM unnest(ids, symbols) AS k(id, symbol) JOIN counted_idea c ON c."ideaId" = k.id AND c.listed JOIN idea i ON i.id = k.id GROUP BY 1, 2;
  SELECT add_aired(sign, array_agg(k.symbol), array_agg(k.at), array_agg(k.depth))
    FROM unnest(ids, symbols, moments, depths) AS k(id, symbol, at, depth) JOIN counted_idea c ON c."ideaId" = k.id AND c.listed;
$$;

-- What there is already.
INSERT INTO listed_count (kind, key, since, depth, ideas)
SELECT 'ticker year', key, date_trunc('year', since)::date, depth, sum(ideas) FROM listed_count
WHERE kind = 'ticker' AND NOT EXISTS (SELECT 1 FROM listed_count WHERE kind = 'ticker year') GROUP BY 2, 3, 4 HAVING sum(ideas) <> 0;
