import type { Sql } from 'sql-template-tag';
import { idOrNull } from '#server/api/inputs.ts';
import type { Extraction, Person } from '#server/domain.ts';
import type { TranscriptLink } from '#server/feeds/types.ts';
import type { ExtractionPaused } from '#server/ingest/engine/outage.ts';
import { type AnalysedBy, BY_WORDS } from '#server/ingest/engine/version.ts';
import type { AfterFailure } from '#server/ingest/schedule.ts';
import { type Db, sql } from '#server/platform/db.ts';
import { computed, pick, type RowOf, tables } from '#server/platform/rows.ts';

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
    'nextAttemptAt',
    'engineVersion',
  ),
  showName: tables.show.name,
  language: tables.show.language,
  people: computed.json.as<readonly Person[]>(),
  transcripts: tables.episode.transcripts.as<readonly TranscriptLink[]>(),
  state: tables.episode.state.as<'pending' | 'transcribed' | 'processed' | 'no_transcript' | 'failed'>(),
};
/** An episode as the worker sees it, with the show it belongs to. */
export type EpisodeRecord = RowOf<typeof episodeRecord>;

/** An episode by its id; null where there is none, or the id is not a UUID. */
export async function findEpisode(db: Db, id: string): Promise<EpisodeRecord | null> {
  const row = await db.row(
    episodeRecord,
    sql`
    SELECT e.id, e."showId", s.name AS "showName", s.language, e.title, e.description, e."publishedAt", e."enclosureUrl", e.transcripts,
      e.state, e.attempts, e."nextAttemptAt", e."engineVersion", jsonb_path_query_array(e.people, '$[*] ? (exists (@.name))') AS people
    FROM episode e JOIN show s ON s.id = e."showId" WHERE e.id = ${idOrNull(id)}::uuid`,
  );
  return row ?? null;
}

/** Whether the next attempt at an episode is not due yet. */
export function isPutOff({ nextAttemptAt }: Pick<EpisodeRecord, 'nextAttemptAt'>, now: Date): boolean {
  return nextAttemptAt !== null && nextAttemptAt > now;
}

/** Condition: the next attempt at an episode is due. */
export function episodeIsDue(now: Date): Sql {
  return sql`(state IN ('pending', 'transcribed') AND ("nextAttemptAt" IS NULL OR "nextAttemptAt" <= ${now}))`;
}

/** Condition: an episode waits, and its next attempt is not due yet. Never NULL, as it is read as a column, too. */
export function waitsAfter(now: Date): Sql {
  return sql`(state IN ('pending', 'transcribed') AND "nextAttemptAt" IS NOT NULL AND "nextAttemptAt" > ${now})`;
}

/** Ids of at most `limit` episodes whose next attempt is due, newest first. */
export async function waitingEpisodes(db: Db, now: Date, limit: number): Promise<string[]> {
  const rows = await db.rows(
    pick(tables.episode, 'id'),
    sql`
    SELECT id FROM episode WHERE ${episodeIsDue(now)} ORDER BY "publishedAt" DESC LIMIT ${limit}`,
  );
  return rows.map((row) => row.id);
}

/** Makes episodes that were stored without a transcript wait for speech-to-text, if they have audio; returns how many. */
export function awaitSpeech(db: Db): Promise<number> {
  return db.run(sql`
    UPDATE episode SET state = 'pending', attempts = 0, "nextAttemptAt" = NULL
    WHERE state = 'no_transcript' AND "enclosureUrl" IS NOT NULL`);
}

/** An episode as a step of its processing found it. */
export type BegunEpisode = Pick<EpisodeRecord, 'id' | 'transcripts'>;

/** The feed has named other transcripts since a step began, so the step's result is not written. */
export class TranscriptsReplaced extends Error {
  constructor() {
    super('The transcripts of the episode changed meanwhile.');
  }
}

/** Condition: the row of an episode, while its feed names the transcripts that a step began with. */
function asBegun({ id, transcripts }: BegunEpisode): Sql {
  return sql`id = ${id}::uuid AND transcripts = ${JSON.stringify(transcripts)}::jsonb`;
}

const heldEpisode = {
  ...pick(tables.episode, 'publishedAt', 'engineVersion', 'processedAt'),
  /** Short names of withdrawn people whom the feed lists: the transcript may label them so. */
  shortNames: computed.texts,
};
/** Locks the row of an episode, so that a step may write its result. Throws `TranscriptsReplaced`. */
export async function holdBegun(tx: Db, episode: BegunEpisode): Promise<RowOf<typeof heldEpisode>> {
  const row = await tx.row(
    heldEpisode,
    sql`
    SELECT "publishedAt", "engineVersion", "processedAt",
      ARRAY(SELECT one ->> 'withdrawn' FROM jsonb_array_elements(people) AS one WHERE one ? 'withdrawn') AS "shortNames"
    FROM episode WHERE ${asBegun(episode)} FOR UPDATE`,
  );
  if (!row) throw new TranscriptsReplaced();
  return row;
}

/** Marks an episode as transcribed, with no failed analysis yet; `holdBegun` has locked its row. */
export async function markTranscribed(tx: Db, episodeId: string): Promise<void> {
  await tx.run(sql`
    UPDATE episode SET state = 'transcribed', attempts = 0, "lastError" = NULL, "nextAttemptAt" = NULL WHERE id = ${episodeId}::uuid`);
}

/** Marks an episode as processed whose last analysis stands; `holdBegun` has locked its row. */
export async function markUnchanged(tx: Db, episodeId: string): Promise<void> {
  await tx.run(sql`
    UPDATE episode SET state = 'processed', attempts = 0, "lastError" = NULL, "nextAttemptAt" = NULL WHERE id = ${episodeId}::uuid`);
}

/** Marks an episode as processed; `holdBegun` has locked its row. */
export async function markProcessed(
  tx: Db,
  episodeId: string,
  engineVersion: string,
  adRanges: Extraction['adRanges'],
  now: Date,
): Promise<void> {
  await tx.run(sql`
    UPDATE episode SET state = 'processed', "engineVersion" = ${engineVersion}, "processedAt" = ${now}, "lastError" = NULL,
      "nextAttemptAt" = NULL, "adRanges" = ${JSON.stringify(adRanges)}::jsonb WHERE id = ${episodeId}::uuid`);
}

/** Counts a failed attempt and stores what follows from it. Throws `TranscriptsReplaced`. */
export async function recordFailure(
  db: Db,
  episode: BegunEpisode,
  reason: string,
  { state, nextAttemptAt }: AfterFailure,
): Promise<void> {
  const recorded = await db.run(sql`
    UPDATE episode SET attempts = attempts + 1, "lastError" = ${reason.slice(0, 500)}, state = ${state}, "nextAttemptAt" = ${nextAttemptAt},
      "waitsForBudget" = false
    WHERE ${asBegun(episode)}`);
  if (recorded === 0) throw new TranscriptsReplaced();
}

/** Postpones an episode without counting a failed attempt; it stays at its step. Throws `TranscriptsReplaced`. */
export async function pauseEpisode(
  db: Db,
  episode: BegunEpisode,
  { message, until, forBudget }: ExtractionPaused,
): Promise<void> {
  const paused = await db.run(sql`
    UPDATE episode SET "lastError" = ${message.slice(0, 500)}, "nextAttemptAt" = ${until}, "waitsForBudget" = ${forBudget}
    WHERE ${asBegun(episode)}`);
  if (paused === 0) throw new TranscriptsReplaced();
}

/** Condition: episode row `e` has a stored transcript. */
export const hasTranscript = sql`EXISTS (SELECT 1 FROM transcript t WHERE t."episodeId" = e.id)`;

/**
 * The step at which episode row `e` begins anew: at its stored transcript. But fetch the new transcript if the episode is pending, or
 * failed while its feed names another one.
 */
const firstStep = sql`CASE WHEN e.state <> 'pending' AND EXISTS (
    SELECT 1 FROM transcript t WHERE t."episodeId" = e.id AND (e.state <> 'failed' OR e.transcripts = '[]'
      OR e.transcripts @> jsonb_build_array(jsonb_build_object('url', t."sourceUrl"))))
  THEN 'transcribed' ELSE 'pending' END`;

/**
 * Makes the episode rows `e` that meet the condition wait again at a step, without delay or failed attempts; returns how many. Their
 * transcripts count as fetched since the last analysis, so they are read again even if they say what they said.
 */
export function beginAnew(db: Db, condition: Sql, step = firstStep): Promise<number> {
  return db.run(sql`
    WITH asked AS (SELECT e.id, ${step} AS step FROM episode e WHERE ${condition} ORDER BY e.id FOR UPDATE),
      unread AS (UPDATE transcript SET "fetchedAt" = now() WHERE "episodeId" IN (SELECT id FROM asked))
    UPDATE episode e SET state = asked.step, attempts = 0, "nextAttemptAt" = NULL FROM asked WHERE e.id = asked.id`);
}

/** Queues an episode for analysis of its stored transcript, or of the new one that it waits for; false when it has no transcript. */
export async function markForAnalysis(db: Db, episodeId: string): Promise<boolean> {
  return (await beginAnew(db, sql`e.id = ${idOrNull(episodeId)}::uuid AND ${hasTranscript}`)) > 0;
}

/** Queues an episode for its transcript to be fetched anew and analysed; false when its feed names none. */
export async function markForFetch(db: Db, episodeId: string): Promise<boolean> {
  const isNamed = sql`e.id = ${idOrNull(episodeId)}::uuid AND e.transcripts <> '[]'`;
  return (await beginAnew(db, isNamed, sql`'pending'`)) > 0;
}

/** Queues processed episodes for another analysis; returns how many. */
export function markProcessedForAnalysis(tx: Db, episodeIds: readonly string[]): Promise<number> {
  return beginAnew(
    tx,
    sql`e.id = ANY(${[...episodeIds]}::uuid[]) AND e.state = 'processed' AND ${hasTranscript}`,
  );
}

/** Condition: an engine of this kind analysed episode row `e` last. */
export function analysedBy({ engine, below, orByWords = false }: AnalysedBy): Sql {
  const version = sql`string_to_array(substring(e."engineVersion" FROM '[0-9]+(?:\\.[0-9]+)*'), '.')::int[]`;
  const limit = sql`string_to_array(${below}::text, '.')::int[]`;
  return sql`((${engine}::text IS NULL OR split_part(e."engineVersion", '-', 1) = ${engine})
    AND (${below}::text IS NULL OR ${version} < ${limit}
      OR (${orByWords}::boolean AND ${version} = ${limit} AND e."engineVersion" LIKE ${`%${BY_WORDS}`})))`;
}

/** Queues every episode that such an engine analysed last for another analysis, also postponed ones; returns how many. */
export function markAnalysedBy(db: Db, which: AnalysedBy): Promise<number> {
  return beginAnew(
    db,
    sql`e.state IN ('processed', 'transcribed') AND ${hasTranscript} AND ${analysedBy(which)}`,
  );
}

/** Queues an episode that was given up or is put off, or all of them (null); returns how many. */
export function retryEpisodes(db: Db, id: string | null, now: Date): Promise<number> {
  return beginAnew(
    db,
    sql`(e.state = 'failed' OR ${waitsAfter(now)})
      AND (${id}::text IS NULL OR e.id = ${id === null ? null : idOrNull(id)}::uuid)`,
  );
}

/** Makes the episodes due that wait for the day's budget; returns how many. */
export function wakeForBudget(db: Db): Promise<number> {
  return db.run(sql`
    UPDATE episode SET "nextAttemptAt" = NULL, "waitsForBudget" = false 
    WHERE state = 'transcribed' AND "waitsForBudget" AND "nextAttemptAt" IS NOT NULL`);
}
