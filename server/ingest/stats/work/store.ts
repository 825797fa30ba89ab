import type { Sql } from 'sql-template-tag';
import { episodeIsDue, waitsAfter } from '#server/ingest/episodes/store.ts';
import { feedIsDue } from '#server/ingest/poll/store.ts';
import { utcDay } from '#server/platform/clock.ts';
import { type Db, sql } from '#server/platform/db.ts';
import { computed, type RowOf } from '#server/platform/rows.ts';

const feedRow = {
  feedsActive: computed.int,
  feedsFailing: computed.int,
  feedsPaused: computed.int,
  feedsGone: computed.int,
  /** Feeds that were due more than an hour ago and are not polled yet. */
  feedsOverdue: computed.int,
  /** The feed that was due first and is not polled yet. */
  feedDueSince: computed.moment.orNull(),
  lastPolledAt: computed.moment.orNull(),
};
const episodeRow = {
  episodesPending: computed.int,
  episodesTranscribed: computed.int,
  episodesProcessed: computed.int,
  episodesWithoutTranscript: computed.int,
  episodesFailed: computed.int,
  /** Episodes that are due: the queue. */
  episodesDue: computed.int,
  episodeDueSince: computed.moment.orNull(),
  /** Episodes postponed after a failure or for the model's budget. */
  episodesPutOff: computed.int,
  lastPublishedAt: computed.moment.orNull(),
};
const workRow = {
  ...feedRow,
  ...episodeRow,
  deliveriesWaiting: computed.int,
  deliveryDueSince: computed.moment.orNull(),
  webhooksOff: computed.int,
  digestsFailing: computed.int,
  modelUsdToday: computed.float,
  modelFailedToday: computed.int,
  correctionsWaiting: computed.int,
  claimsWaiting: computed.int,
};

/** Counts of the work that is done, waits or fails, and the time since which the oldest waits. */
export type Work = RowOf<typeof workRow>;

/** The work of feeds at `now`. Needs no tables of other work. */
export async function feedsAt(db: Db, now: Date): Promise<RowOf<typeof feedRow>> {
  return (await db.row(feedRow, sql`SELECT f.* FROM ${feedCounts(now)} f`))!;
}

/** The work of episodes at `now`. Needs no tables of other work. */
export async function episodesAt(db: Db, now: Date): Promise<RowOf<typeof episodeRow>> {
  return (await db.row(episodeRow, sql`SELECT e.* FROM ${episodeCounts(now)} e`))!;
}

/** The work of the whole database at `now`, in one statement. */
export async function workAt(db: Db, now: Date): Promise<Work> {
  const row = await db.row(
    workRow,
    sql`
    SELECT f.*, e.*, d.*, m.*,
      (SELECT count(*)::int FROM alert_webhook WHERE "disabledAt" IS NOT NULL) AS "webhooksOff",
      (SELECT count(*)::int FROM alert_setting WHERE mail <> 'off' AND "mailFailures" > 0) AS "digestsFailing",
      (SELECT count(*)::int FROM correction WHERE "reviewedAt" IS NULL) AS "correctionsWaiting",
      (SELECT count(*)::int FROM show_claim WHERE "verifiedAt" IS NULL AND "expiresAt" > ${now}) AS "claimsWaiting"
    FROM
      ${feedCounts(now)} f,
      ${episodeCounts(now)} e,
      (SELECT count(*)::int AS "deliveriesWaiting", min("nextAttemptAt") FILTER (WHERE "nextAttemptAt" <= ${now}) AS "deliveryDueSince"
        FROM alert_delivery WHERE "nextAttemptAt" IS NOT NULL AND "deliveredAt" IS NULL) d,
      (SELECT COALESCE(sum("costUsd"), 0)::float8 AS "modelUsdToday", count(*) FILTER (WHERE outcome = 'failed')::int AS "modelFailedToday"
        FROM model_call WHERE day = ${utcDay(now)}::date) m`,
  );
  return row!;
}

function feedCounts(now: Date): Sql {
  return sql`
    (SELECT count(*) FILTER (WHERE state = 'active')::int AS "feedsActive",
      count(*) FILTER (WHERE state = 'active' AND failures > 0)::int AS "feedsFailing",
      count(*) FILTER (WHERE state = 'paused')::int AS "feedsPaused", count(*) FILTER (WHERE state = 'gone')::int AS "feedsGone",
      count(*) FILTER (WHERE state = 'active' AND "nextPollAt" < ${now}::timestamptz - interval '1 hour')::int AS "feedsOverdue",
      min("nextPollAt") FILTER (WHERE ${feedIsDue(now)}) AS "feedDueSince",
      max("lastPolledAt") AS "lastPolledAt" FROM feed)`;
}

function episodeCounts(now: Date): Sql {
  return sql`
    (SELECT count(*) FILTER (WHERE state = 'pending')::int AS "episodesPending",
      count(*) FILTER (WHERE state = 'transcribed')::int AS "episodesTranscribed",
      count(*) FILTER (WHERE state = 'processed')::int AS "episodesProcessed",
      count(*) FILTER (WHERE state = 'no_transcript')::int AS "episodesWithoutTranscript",
      count(*) FILTER (WHERE state = 'failed')::int AS "episodesFailed",
      count(*) FILTER (WHERE ${episodeIsDue(now)})::int AS "episodesDue",
      min(COALESCE("nextAttemptAt", "createdAt")) FILTER (WHERE ${episodeIsDue(now)}) AS "episodeDueSince",
      count(*) FILTER (WHERE ${waitsAfter(now)})::int AS "episodesPutOff",
      max("processedAt") AS "lastPublishedAt" FROM episode)`;
}
