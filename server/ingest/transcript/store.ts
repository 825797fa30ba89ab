import type { Cue, OtherEpisode } from '#server/domain.ts';
import {
  type BegunEpisode,
  type EpisodeRecord,
  markingTranscribed,
  TranscriptsReplaced,
} from '#server/ingest/episodes/store.ts';
import { type Db, sql } from '#server/platform/db.ts';
import { computed, tables } from '#server/platform/rows.ts';
import { cueOf, type StoredCue } from '#server/platform/stored-cue.ts';

/** The stored cues of an episode; null when there is no transcript. */
export async function readCues(db: Db, episodeId: string): Promise<Cue[] | null> {
  return (await cuesOf(db, [episodeId])).get(episodeId) ?? null;
}

/** The stored cues of episodes, by episode id; those without a transcript are absent. */
export async function cuesOf(db: Db, episodeIds: readonly string[]): Promise<Map<string, Cue[]>> {
  if (episodeIds.length === 0) return new Map();
  const rows = await db.rows(
    { id: tables.transcript.episodeId, cues: tables.transcript.cues.as<StoredCue[]>() },
    sql`SELECT "episodeId" AS id, cues FROM transcript WHERE "episodeId" = ANY(${[...episodeIds]}::uuid[])`,
  );
  return new Map(rows.map(({ id, cues }) => [id, cues.map(cueOf)]));
}

/** A label of a smaller share, 0..1, of a transcript's cues is a slip of the transcriber. */
export const PRESENT_SHARE = 0.02;
/** Episodes from which a show's hosts are recognised. */
const MOST_OTHERS = 40;

/** The show's newest other episodes that have a transcript, with who speaks in each, and what. */
export function otherEpisodes(
  db: Db,
  { id, showId }: Pick<EpisodeRecord, 'id' | 'showId'>,
): Promise<OtherEpisode[]> {
  return db.rows(
    {
      title: tables.episode.title,
      speakers: computed.texts,
      said: computed.json.as<Record<string, string>>(),
    },
    sql`
    SELECT o.title, v.speakers, v.said
    FROM (
      SELECT e.title, t.cues, e."publishedAt" FROM episode e JOIN transcript t ON t."episodeId" = e.id
      WHERE e."showId" = ${showId}::uuid AND e.id <> ${id}::uuid ORDER BY e."publishedAt" DESC, e.id LIMIT ${MOST_OTHERS}) o
    CROSS JOIN LATERAL (
      SELECT COALESCE(array_agg(label ORDER BY cues DESC, label), '{}') AS speakers, COALESCE(jsonb_object_agg(label, said), '{}') AS said
      FROM (
        SELECT cue->>2 AS label, count(*) AS cues, string_agg(cue->>3, ' ') AS said FROM jsonb_array_elements(o.cues) AS cue
        WHERE cue->>2 IS NOT NULL GROUP BY 1 HAVING count(*) >= ${PRESENT_SHARE}::float8 * jsonb_array_length(o.cues)) l) v
    ORDER BY o."publishedAt" DESC`,
  );
}

export type NewTranscript = {
  sourceUrl: string | null;
  type: string;
  language: string | null;
  textHash: string;
  cues: readonly Cue[];
};

/**
 * Stores a transcript and marks its episode as transcribed, with no failed analysis yet, in one statement. Throws
 * `TranscriptsReplaced`.
 */
export async function storeTranscript(
  db: Db,
  episode: BegunEpisode,
  transcript: NewTranscript,
  now: Date,
): Promise<void> {
  const cues: StoredCue[] = transcript.cues.map((cue) => [cue.start, cue.end, cue.speaker, cue.text]);
  const stored = await db.run(sql`
    WITH reached AS (${markingTranscribed(episode)})
    INSERT INTO transcript ("episodeId", "sourceUrl", type, language, "textHash", cues, "fetchedAt")
    SELECT id, ${transcript.sourceUrl}, ${transcript.type}, ${transcript.language}, ${transcript.textHash}, ${JSON.stringify(cues)}::jsonb, ${now}::timestamptz
    FROM reached
    ON CONFLICT ("episodeId") DO UPDATE SET "sourceUrl" = excluded."sourceUrl", type = excluded.type, language = excluded.language,
      "textHash" = excluded."textHash", cues = excluded.cues, "fetchedAt" = excluded."fetchedAt"`);
  if (stored === 0) throw new TranscriptsReplaced();
}
