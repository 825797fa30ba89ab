-- Where the label of the transcript changes within a passage, as places in its text: two sentences are one speaker's only between
-- them. NULL where that is not known: of passages that were stored before, and without labels.
ALTER TABLE passage ADD COLUMN IF NOT EXISTS "voiceStarts" JSONB;
