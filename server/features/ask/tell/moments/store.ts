import type { Cue } from '#server/domain.ts';
import type { PassageCandidate } from '#server/features/ask/find/store.ts';
import { type Db, sql } from '#server/platform/db.ts';
import { computed } from '#server/platform/rows.ts';
import { cueOf, type StoredCue } from '#server/platform/stored-cue.ts';

type Window = Pick<PassageCandidate, 'id' | 'episodeId' | 'startSeconds' | 'endSeconds'>;

/** The transcript cues that begin within each window, in order, by window id. */
export async function cuesWithin(
  db: Db,
  windows: readonly Window[],
): Promise<ReadonlyMap<number, readonly Cue[]>> {
  if (windows.length === 0) return new Map();
  const rows = await db.rows(
    { id: computed.int, cue: computed.json.as<StoredCue>() },
    sql`
    SELECT w.id, c.cue
    FROM unnest(${windows.map(({ id }) => id)}::bigint[], ${windows.map(({ episodeId }) => episodeId)}::uuid[],
      ${windows.map(({ startSeconds }) => startSeconds)}::int[], ${windows.map(({ endSeconds }) => endSeconds)}::int[])
      AS w (id, "episodeId", "from", until)
    JOIN transcript t ON t."episodeId" = w."episodeId"
    CROSS JOIN LATERAL jsonb_array_elements(t.cues) WITH ORDINALITY c (cue, at)
    WHERE (c.cue->>0)::float8 BETWEEN w."from" AND w.until ORDER BY w.id, c.at`,
  );
  const byWindow = Map.groupBy(rows, ({ id }) => id);
  return new Map([...byWindow].map(([id, own]) => [id, own.map(({ cue }) => cueOf(cue))]));
}
