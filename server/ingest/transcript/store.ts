import type { Sql } from 'sql-template-tag';
import { idOrNull } from '#server/api/inputs.ts';
import type { Cue, OtherEpisode, Person } from '#server/domain.ts';
import type { TranscriptLink } from '#server/feeds/types.ts';
import { type AnalysedBy, BY_WORDS } from '#server/ingest/engine/version.ts';
import { type Db, sql } from '#server/platform/db.ts';
import { computed, pick, type RowOf, tables } from '#server/platform/rows.ts';
import { cueOf, type StoredCue } from '#server/platform/stored-cue.ts';

const episodeRecord = {
  ...pick(
    tables.episode,
    'id',
    'showId',
    'title',
    'description',
    'publishedAt',
    'enclosureUrl',
    'attempts',
    'engineVersion',
  ),
  showName: tables.show.name,
  language: tables.show.language,
  people: tables.episode.people.as<readonly Person[]>(),
  transcripts: tables.episode.transcripts.as<readonly TranscriptLink[]>(),
  state: tables.episode.state.as<'pending' | 'transcribed' | 'processed' | 'no_transcript' | 'failed'>(),
};
/** An episode as the worker sees it, with the show it belongs to. */
export type EpisodeRecord = RowOf<typeof episodeRecord>;

/** An episode by its id; null where there is none, or the id is none. */
export async function findEpisode(db: Db, id: string): Promise<EpisodeRecord | null> {
  const row = await db.row(
    episodeRecord,
    sql`
    SELECT e.id, e."showId", s.name AS "showName", s.language, e.title, e.description, e."publishedAt", e."enclosureUrl", e.people, e.transcripts,
      e.state, e.attempts, e."engineVersion"
    FROM episode e JOIN show s ON s.id = e."showId" WHERE e.id = ${idOrNull(id)}::uuid`,
  );
  return row ?? null;
}

/** An episode as a step of its processing began with it. */
export type BegunEpisode = Pick<EpisodeRecord, 'id' | 'transcripts'>;

/** The feed has named other transcripts since a step began: what the step found is of the old ones and is not written. */
export class TranscriptsReplaced extends Error {
  constructor() {
    super('The transcripts of the episode changed meanwhile.');
  }
}

/** The row of an episode, while its feed names the transcripts that a step began with. */
export function asBegun({ id, transcripts }: BegunEpisode): Sql {
  return sql`id = ${id}::uuid AND transcripts = ${JSON.stringify(transcripts)}::jsonb`;
}

/** The stored cues of an episode; null when there is no transcript. */
export async function readCues(db: Db, episodeId: string): Promise<Cue[] | null> {
  const row = await db.row(
    { cues: tables.transcript.cues.as<StoredCue[]>() },
    sql`SELECT cues FROM transcript WHERE "episodeId" = ${episodeId}::uuid`,
  );
  return row ? row.cues.map(cueOf) : null;
}

/** A label of fewer of a transcript's cues (0..1) is a slip. */
export const PRESENT_SHARE = 0.02;
/** A show's hosts are told from so many of its episodes. */
const MOST_OTHERS = 40;

/** The show's other episodes that have a transcript, newest first, with who speaks in each. */
export function otherEpisodes(
  db: Db,
  { id, showId }: Pick<EpisodeRecord, 'id' | 'showId'>,
): Promise<OtherEpisode[]> {
  return db.rows(
    { title: tables.episode.title, speakers: computed.texts },
    sql`
    SELECT o.title, ARRAY(
      SELECT cue->>2 FROM jsonb_array_elements(o.cues) AS cue WHERE cue->>2 IS NOT NULL
      GROUP BY 1 HAVING count(*) >= ${PRESENT_SHARE}::float8 * jsonb_array_length(o.cues) ORDER BY count(*) DESC, 1) AS speakers
    FROM (
      SELECT e.title, t.cues, e."publishedAt" FROM episode e JOIN transcript t ON t."episodeId" = e.id
      WHERE e."showId" = ${showId}::uuid AND e.id <> ${id}::uuid ORDER BY e."publishedAt" DESC, e.id LIMIT ${MOST_OTHERS}) o
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
 * Stores a transcript and marks its episode as transcribed, none of its analyses failed yet, in one statement. Throws
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
    WITH reached AS (
      UPDATE episode SET state = 'transcribed', attempts = 0, "lastError" = NULL WHERE ${asBegun(episode)} RETURNING id)
    INSERT INTO transcript ("episodeId", "sourceUrl", type, language, "textHash", cues, "fetchedAt")
    SELECT id, ${transcript.sourceUrl}, ${transcript.type}, ${transcript.language}, ${transcript.textHash}, ${JSON.stringify(cues)}::jsonb, ${now}::timestamptz
    FROM reached
    ON CONFLICT ("episodeId") DO UPDATE SET "sourceUrl" = excluded."sourceUrl", type = excluded.type, language = excluded.language,
      "textHash" = excluded."textHash", cues = excluded.cues, "fetchedAt" = excluded."fetchedAt"`);
  if (stored === 0) throw new TranscriptsReplaced();
}

/** Records that an episode could not be read; `nextAttemptAt` null gives up until its feed changes. Throws `TranscriptsReplaced`. */
export async function recordFailure(
  db: Db,
  episode: BegunEpisode,
  reason: string,
  state: 'pending' | 'transcribed' | 'failed' | 'no_transcript',
  nextAttemptAt: Date | null,
): Promise<void> {
  const recorded = await db.run(sql`
    UPDATE episode SET attempts = attempts + 1, "lastError" = ${reason.slice(0, 500)}, state = ${state}, "nextAttemptAt" = ${nextAttemptAt}
    WHERE ${asBegun(episode)}`);
  if (recorded === 0) throw new TranscriptsReplaced();
}

/** Episodes that wait for a transcript or an analysis, newest first. */
export async function waitingEpisodes(db: Db, now: Date, limit: number): Promise<string[]> {
  const rows = await db.rows(
    pick(tables.episode, 'id'),
    sql`
    SELECT id FROM episode WHERE state IN ('pending', 'transcribed') AND ("nextAttemptAt" IS NULL OR "nextAttemptAt" <= ${now})
    ORDER BY "publishedAt" DESC LIMIT ${limit}`,
  );
  return rows.map((row) => row.id);
}

/**
 * Sends an episode through analysis again from its stored transcript, or from the new one that it waits for; false when
 * it has no transcript.
 */
export async function markForAnalysis(db: Db, episodeId: string): Promise<boolean> {
  return (
    (await db.run(sql`
    UPDATE episode SET state = CASE WHEN state = 'pending' THEN state ELSE 'transcribed' END, attempts = 0, "nextAttemptAt" = NULL
    WHERE id = ${idOrNull(episodeId)}::uuid AND EXISTS (SELECT 1 FROM transcript t WHERE t."episodeId" = episode.id)`)) >
    0
  );
}

/** Episode row `e` was analysed last by such an engine. */
export function analysedBy({ engine, below, orByWords = false }: AnalysedBy): Sql {
  const version = sql`string_to_array(substring(e."engineVersion" FROM '[0-9]+(?:\\.[0-9]+)*'), '.')::int[]`;
  const limit = sql`string_to_array(${below}::text, '.')::int[]`;
  return sql`((${engine}::text IS NULL OR split_part(e."engineVersion", '-', 1) = ${engine})
    AND (${below}::text IS NULL OR ${version} < ${limit}
      OR (${orByWords}::boolean AND ${version} = ${limit} AND e."engineVersion" LIKE ${`%${BY_WORDS}`})))`;
}

/** Sends every episode that such an engine analysed last through analysis again, now where it was put off; returns how many. */
export async function markAnalysedBy(db: Db, which: AnalysedBy): Promise<number> {
  return db.run(sql`
    UPDATE episode e SET state = 'transcribed', attempts = 0, "nextAttemptAt" = NULL
    WHERE e.state IN ('processed', 'transcribed') AND EXISTS (SELECT 1 FROM transcript t WHERE t."episodeId" = e.id) AND ${analysedBy(which)}`);
}
