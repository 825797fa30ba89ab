import { sql } from '#server/platform/db.ts';

/**
 * The cues of passage row `p` where it names no speaker: it may hold the words of several. The path is strict, because a lax one would
 * look for cues inside a cue.
 */
export const cuesOfUnnamed = sql`CASE WHEN p.speaker IS NULL THEN (
  SELECT jsonb_path_query_array(t.cues, 'strict $[*] ? (@[0] >= $from && @[0] <= $until)',
    jsonb_build_object('from', p."startSeconds", 'until', p."endSeconds"))
  FROM transcript t WHERE t."episodeId" = p."episodeId") END`;
