import { currentIdea, ideaTables } from '#server/features/visibility/store.ts';
import type { AnalysedBy } from '#server/ingest/engine/version.ts';
import { analysedBy } from '#server/ingest/episodes/store.ts';
import { utcDay } from '#server/platform/clock.ts';
import { type Db, join, sql } from '#server/platform/db.ts';
import { computed, type RowOf } from '#server/platform/rows.ts';

/** The kept answer for a window of an episode, or null. */
export async function recallAnswer(db: Db, episodeId: string, windowKey: string): Promise<string | null> {
  const row = await db.row(
    { answer: computed.text },
    sql`
    SELECT answer #>> '{}' AS answer FROM model_call
    WHERE "episodeId" = ${episodeId}::uuid AND "windowKey" = ${windowKey} AND answer IS NOT NULL ORDER BY at DESC LIMIT 1`,
  );
  return row?.answer ?? null;
}

/** Deletes an episode's kept answers, in the transaction that publishes it. Their cost stays on record. */
export async function forgetAnswers(tx: Db, episodeId: string): Promise<void> {
  await tx.run(
    sql`UPDATE model_call SET answer = NULL WHERE "episodeId" = ${episodeId}::uuid AND answer IS NOT NULL`,
  );
}

/** How many episodes each engine analysed last, by engine version. */
export async function episodesByEngine(db: Db): Promise<Record<string, number>> {
  const rows = await db.rows(
    { engine: computed.text, episodes: computed.int },
    sql`
    SELECT COALESCE("engineVersion", 'unknown') AS engine, count(*)::int AS episodes FROM episode
    WHERE state = 'processed' GROUP BY 1 ORDER BY 1`,
  );
  return Object.fromEntries(rows.map((row) => [row.engine, row.episodes]));
}

const olderRow = { episodes: computed.int, waiting: computed.int };

/**
 * Counts the episodes with a transcript whose last analysis matches one of these (`olderThanOurs`), and those of them that wait to be
 * analysed again.
 */
export async function olderAnalyses(db: Db, older: readonly AnalysedBy[]): Promise<RowOf<typeof olderRow>> {
  const row = await db.row(
    olderRow,
    sql`
    SELECT count(*)::int AS episodes, (count(*) FILTER (WHERE e.state <> 'processed'))::int AS waiting
    FROM episode e WHERE e.state IN ('processed', 'transcribed') AND (${join(older.map(analysedBy), ' OR ')})`,
  );
  return row!;
}

/**
 * What reading by a model has cost per hour of talk, in US dollars. Over all episodes of known length whose last analysis is by a
 * model; null if there are none.
 */
export async function usdPerHourOfTalk(db: Db): Promise<number | null> {
  const row = await db.row(
    { usd: computed.float.orNull() },
    sql`
    SELECT sum(c.usd)::float8 / NULLIF(sum(e."durationSeconds") / 3600.0, 0)::float8 AS usd
    FROM episode e JOIN (SELECT "episodeId", sum("costUsd") AS usd FROM model_call WHERE purpose = 'extract' GROUP BY 1) c ON c."episodeId" = e.id
    WHERE e.state = 'processed' AND e."durationSeconds" > 0 AND e."engineVersion" LIKE 'model-%'`,
  );
  return row?.usd ?? null;
}

/** Calls of models on a UTC day and what came of them. */
export type ModelDay = RowOf<typeof modelDayRow>;
const modelDayRow = {
  spentUsd: computed.float,
  extractUsd: computed.float,
  calls: computed.int,
  failedCalls: computed.int,
  /** Calls whose answer could not be read. */
  unreadableCalls: computed.int,
  inputTokens: computed.int,
  outputTokens: computed.int,
  ideasProven: computed.int,
  /** Of the proven ideas, those that the second reading or the signing withheld. */
  ideasWithheld: computed.int,
  /** Ideas that readers see of the episodes that a model analysed last on that day. */
  ideasServed: computed.int,
  /** Ideas that the proof dropped. */
  ideasDropped: computed.int,
  /** Calls since the last readable answer. */
  failuresInARow: computed.int,
};

/** The figures of the UTC day of `now`. Ideas are those of episodes: trials (`earmark model check`) count only in calls and cost. */
export async function modelDay(db: Db, now: Date): Promise<ModelDay> {
  const row = await db.row(
    modelDayRow,
    sql`
    SELECT COALESCE(sum("costUsd"), 0)::float8 AS "spentUsd",
      COALESCE(sum("costUsd") FILTER (WHERE purpose = 'extract'), 0)::float8 AS "extractUsd",
      count(*)::int AS calls, count(*) FILTER (WHERE outcome = 'failed')::int AS "failedCalls",
      count(*) FILTER (WHERE outcome = 'unreadable')::int AS "unreadableCalls",
      COALESCE(sum("inputTokens"), 0)::int AS "inputTokens", COALESCE(sum("outputTokens"), 0)::int AS "outputTokens",
      COALESCE(sum("ideasKept") FILTER (WHERE "ideasKept" > 0 AND "episodeId" IS NOT NULL), 0)::int AS "ideasProven",
      COALESCE(-sum("ideasKept") FILTER (WHERE "ideasKept" < 0 AND "episodeId" IS NOT NULL), 0)::int AS "ideasWithheld",
      (SELECT count(*)::int FROM ${ideaTables} WHERE e."engineVersion" LIKE 'model-%' AND (e."processedAt" AT TIME ZONE 'UTC')::date = ${utcDay(now)}::date
        AND ${currentIdea}) AS "ideasServed",
      COALESCE(sum("ideasDropped") FILTER (WHERE "ideasKept" >= 0 AND "episodeId" IS NOT NULL), 0)::int AS "ideasDropped",
      (SELECT count(*)::int FROM model_call f WHERE f.outcome IN ('failed', 'unreadable') AND f.day = ${utcDay(now)}::date
        AND f.at > COALESCE((SELECT max(g.at) FROM model_call g WHERE g.outcome NOT IN ('failed', 'unreadable', 'begun', 'aborted')), '-infinity')) AS "failuresInARow"
    FROM model_call WHERE day = ${utcDay(now)}::date`,
  );
  return row!;
}
