-- Whom an episode names: in its feed's title, notes and list of people, and as labels of its transcript. Ask looks there where nothing
-- stands under somebody's name.
CREATE INDEX IF NOT EXISTS "episode_names_idx" ON "episode" USING gin
  ((to_tsvector('simple', title || ' ' || coalesce(description, '')) || to_tsvector('simple', people)));
CREATE INDEX IF NOT EXISTS "transcript_labels_idx" ON "transcript" USING gin (to_tsvector('simple', jsonb_path_query_array(cues, '$[*][2]')));
-- Episodes by the words of their title.
CREATE INDEX IF NOT EXISTS "episode_title_idx" ON "episode" USING gin (to_tsvector('english', title));
