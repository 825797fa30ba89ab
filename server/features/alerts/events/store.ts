import type { Sql } from 'sql-template-tag';
import {
  type EventRow,
  type NewChange,
  type News,
  newChanges,
  newsAt,
} from '#server/features/alerts/events/rules.ts';
import { KEEP_DAYS } from '#server/features/alerts/rules.ts';
import { hasChannel } from '#server/features/alerts/store.ts';
import { cardColumns, cardRow } from '#server/features/ideas/store.ts';
import { readPublished } from '#server/features/meaning/store.ts';
import { effectivePlanSql } from '#server/features/plans/store.ts';
import { sideChanges } from '#server/features/theses/timeline/rules.ts';
import { readWithFormer } from '#server/features/theses/timeline/store.ts';
import {
  currentIdea,
  currentOfShow,
  followsFirst,
  ideaOfShow,
  ideaTables,
  isRepeat,
} from '#server/features/visibility/store.ts';
import { type Db, empty, sql } from '#server/platform/db.ts';
import { computed, tables } from '#server/platform/rows.ts';

/**
 * Makes events for the followers of what was published lately, with a delivery for each of their webhooks. It reads a
 * span of time, and event keys are unique: any number of workers may run it at any time, after any crash. Returns how
 * many events are new.
 */
export async function collectEvents(db: Db, now: Date): Promise<number> {
  const news = newsAt(now);
  const fresh = await collectNewIdeas(db, news, now);
  return fresh + (await collectStanceChanges(db, news, now));
}

/** A text that changes whenever an idea is published or corrected. */
export async function publicationMark(db: Db): Promise<string> {
  const { lastIdeaAt, corrected } = await readPublished(db);
  return `${lastIdeaAt?.toISOString() ?? 'none'} ${corrected}`;
}

/** Deletes events and search matches that are older than `KEEP_DAYS`; returns how many events. */
export async function forgetEvents(db: Db, now: Date): Promise<number> {
  const from = sql`${now}::timestamptz - make_interval(days => ${KEEP_DAYS})`;
  await db.run(sql`DELETE FROM saved_search_match WHERE at < ${from}`);
  return db.run(sql`DELETE FROM alert_event WHERE "createdAt" < ${from}`);
}

/** Idea rows `i` and `o` of one episode read the same argument: they are of the same subject, or quote the same second. */
const readsTheSame = sql`o."episodeId" = i."episodeId"
    AND ((o."subjectKind" = i."subjectKind" AND o."subjectKey" = i."subjectKey") OR o."quoteStartSeconds" = i."quoteStartSeconds")`;

/** The earliest reading of the same argument as idea row `i`: `i` itself or one that was replaced. */
export const firstReading = sql`(
  SELECT o."subjectKind", o."subjectKey", o."createdAt" FROM idea o WHERE ${readsTheSame} AND (o.id = i.id OR o."supersededAt" IS NOT NULL)
  ORDER BY o."createdAt", o.id LIMIT 1)`;

/**
 * Ideas that are news, or those of them that are `among` these ids, with the earliest reading of the same argument: a
 * later analysis of an old argument is no news. Replaced readings are found in one scan by air date, which is the
 * episode's.
 */
export function newsIdeas({ aired, read }: News, now: Date, among: readonly string[] | null = null) {
  // Written as differences: the planner takes recent reading and recent airing for independent and would expect hardly any rows.
  const airedLately = sql`i."publishedAt" - ${aired}::timestamptz > interval '0' AND ${now}::timestamptz - i."publishedAt" >= interval '0'`;
  return sql`
    SELECT n.* FROM (
      SELECT DISTINCT ON (i.id) i.id, i."showId", i."episodeId", i.tickers, i."discussionDepth", i."repeatOf", ${isRepeat} AS "isRepeat",
        COALESCE(o."subjectKind", i."subjectKind") AS "subjectKind", COALESCE(o."subjectKey", i."subjectKey") AS "subjectKey",
        COALESCE(o."createdAt", i."createdAt") AS "readAt"
      FROM ${ideaOfShow} LEFT JOIN (
        SELECT o.* FROM idea o WHERE o."supersededAt" IS NOT NULL AND o."publishedAt" > ${aired} AND o."publishedAt" <= ${now}) o
        ON ${readsTheSame} AND (o."createdAt", o.id) < (i."createdAt", i.id)
      WHERE i."createdAt" > ${read} AND ${airedLately}
        ${among === null ? empty : sql`AND i.id = ANY(${[...among]}::uuid[])`} AND ${currentOfShow}
      ORDER BY i.id, o."createdAt", o.id) n
    WHERE n."readAt" > ${read}`;
}

/** The lock of whoever makes or moves events. */
const ONE_MAKER = 717_019;

/**
 * No other transaction makes or moves events until the caller's ends: two at once, by a follow and by a search, would not see each
 * other's event of one idea. Call it after ideas are locked to be hidden or deleted, and before rows that point at ideas are written.
 */
export async function holdEvents(tx: Db): Promise<void> {
  await tx.run(sql`SELECT pg_advisory_xact_lock(${ONE_MAKER}::bigint)`);
}

/**
 * Stores rows (accountId, kind, eventKey, ideaId, payload) as events, and queues new ones for webhooks. An account gets no
 * second event of an idea, whatever found it, nor of a talk that another episode published first. An event keeps its idea
 * while that is current and no repeat of what was found; else it moves to that, a new reading or the first of the talk.
 */
export function storeEvents(db: Db, rows: ReturnType<typeof sql>, now: Date): Promise<number> {
  return db.transaction(async (tx) => {
    await holdEvents(tx);
    return storeAlone(tx, rows, now);
  });
}

/** The event that the account of row `f` has of an idea that repeats the one of `f`: what was the first before, or was read before. */
const eventOfRepeat = sql`(
  SELECT told."eventKey" FROM idea r JOIN alert_event told ON told."ideaId" = r.id
  WHERE r."repeatOf" = f."ideaId" AND told."accountId" = f."accountId" AND told.kind = f.kind
    AND told.payload ->> 'symbol' IS NOT DISTINCT FROM f.payload ->> 'symbol'
  ORDER BY told."createdAt", told.id LIMIT 1)`;

async function storeAlone(db: Db, rows: ReturnType<typeof sql>, now: Date): Promise<number> {
  const row = await db.row(
    { made: computed.int },
    sql`
    WITH found AS (${rows}), wanted AS (
      SELECT DISTINCT ON (f."accountId", COALESCE(former."eventKey", f."eventKey")) f."accountId", f.kind, COALESCE(former."eventKey", f."eventKey") AS "eventKey", f."ideaId", f.payload
      FROM found f LEFT JOIN LATERAL ${eventOfRepeat} former ON true WHERE NOT EXISTS (
        SELECT 1 FROM alert_event known WHERE known."accountId" = f."accountId" AND known."ideaId" = f."ideaId"
          AND known.kind = f.kind AND known.payload ->> 'symbol' IS NOT DISTINCT FROM f.payload ->> 'symbol')
      -- One event speaks of one idea: of a talk's first, rather than of a new reading of its repeat.
      ORDER BY f."accountId", COALESCE(former."eventKey", f."eventKey"), former."eventKey" IS NULL, f."ideaId"
    ), made AS (
      INSERT INTO alert_event AS ev ("accountId", kind, "eventKey", "ideaId", payload, "createdAt")
      SELECT "accountId", kind, "eventKey", "ideaId", payload, ${now}::timestamptz FROM wanted
      ON CONFLICT ("accountId", "eventKey") DO UPDATE SET "ideaId" = excluded."ideaId", payload = excluded.payload
        WHERE ev."ideaId" IS DISTINCT FROM excluded."ideaId"
          AND NOT EXISTS (SELECT 1 FROM ${ideaTables} WHERE i.id = ev."ideaId" AND i."repeatOf" IS DISTINCT FROM excluded."ideaId" AND ${currentIdea})
      RETURNING ev.id, ev."accountId", (ev.xmax = 0) AS fresh
    ), queued AS (
      INSERT INTO alert_delivery ("eventId", "webhookId", "nextAttemptAt")
      SELECT made.id, w.id, ${now}::timestamptz FROM made JOIN alert_webhook w ON w."accountId" = made."accountId"
      WHERE made.fresh AND w."disabledAt" IS NULL
    )
    SELECT count(*) FILTER (WHERE fresh)::int AS made FROM made`,
  );
  return row!.made;
}

function collectNewIdeas(db: Db, news: News, now: Date): Promise<number> {
  const rows = sql`
    SELECT DISTINCT ON (f."accountId", n."episodeId", n."subjectKind", n."subjectKey") f."accountId", 'new_idea' AS kind,
      'new_idea:' || n."episodeId" || ':' || n."subjectKind" || ':' || n."subjectKey" AS "eventKey", n.id AS "ideaId", '{}'::jsonb AS payload
    FROM (${newsIdeas(news, now)}) n JOIN LATERAL (
      SELECT s."accountId", s."followedAt" FROM show_follow s, LATERAL (SELECT n."repeatOf") i
      WHERE s."showId" = n."showId" AND NOT (n."isRepeat" AND ${followsFirst(sql`s."accountId"`)})
      UNION ALL SELECT t."accountId", t."followedAt" FROM ticker_follow t WHERE t.symbol = ANY (n.tickers) AND NOT n."isRepeat") f ON f."followedAt" <= n."readAt"
    JOIN alert_setting x ON x."accountId" = f."accountId" AND x."newIdeas" AND x.since <= n."readAt" AND ${hasChannel}
    ORDER BY f."accountId", n."episodeId", n."subjectKind", n."subjectKey", n."discussionDepth" DESC, n.id`;
  return storeEvents(db, rows, now);
}

async function collectStanceChanges(db: Db, news: News, now: Date): Promise<number> {
  const recent = await db.rows(
    { symbol: tables.ideaTicker.symbol, ids: computed.texts },
    sql`
    SELECT k.symbol, array_agg(n.id::text) AS ids FROM (${newsIdeas(news, now)}) n JOIN idea_ticker k ON k."ideaId" = n.id
    WHERE EXISTS (SELECT 1 FROM ticker_follow t JOIN alert_setting x ON x."accountId" = t."accountId"
      WHERE t.symbol = k.symbol AND x."stanceChange" AND ${hasChannel})
    GROUP BY k.symbol ORDER BY k.symbol`,
  );
  let made = 0;
  for (const { symbol, ids } of recent) {
    const ideas = await readWithFormer(db, symbol, news.aired, now);
    const changes = newChanges(symbol, sideChanges(ideas, news.aired), new Set(ids));
    if (changes.length > 0) made += await storeChanges(db, changes, news, now);
  }
  return made;
}

function storeChanges(db: Db, changes: readonly NewChange[], news: News, now: Date): Promise<number> {
  const given = changes.map(({ ideaId, key, ...payload }) => ({
    ideaId,
    key,
    symbol: payload.symbol,
    payload,
  }));
  const rows = sql`
    SELECT t."accountId", 'stance_change' AS kind, c.key AS "eventKey", n.id AS "ideaId", c.payload
    FROM jsonb_to_recordset(${JSON.stringify(given)}::jsonb) AS c("ideaId" uuid, key text, symbol text, payload jsonb)
    JOIN (${newsIdeas(
      news,
      now,
      changes.map(({ ideaId }) => ideaId),
    )}) n ON n.id = c."ideaId"
    JOIN ticker_follow t ON t.symbol = c.symbol AND t."followedAt" <= n."readAt"
    JOIN account a ON a.id = t."accountId" AND ${effectivePlanSql(now)} = 'premium'
    JOIN alert_setting x ON x."accountId" = t."accountId" AND x."stanceChange" AND x.since <= n."readAt" AND ${hasChannel}`;
  return storeEvents(db, rows, now);
}

const eventRow = {
  ...cardRow,
  eventId: tables.alertEvent.id,
  kind: tables.alertEvent.kind.as<EventRow['kind']>(),
  at: tables.alertEvent.createdAt,
  change: computed.json.as<NonNullable<EventRow['change']>>().orNull(),
  formerStance: tables.idea.stance.as<NonNullable<EventRow['formerStance']>>().orNull(),
  formerListed: computed.bool,
  followsShow: computed.bool,
  followedTickers: computed.texts,
  searches: computed.json.as<EventRow['searches']>(),
};

export type EventFilter =
  /** Events in no digest yet, made between these two moments. */
  | { readonly unmailedFrom: Date; readonly until: Date }
  | { readonly id: string }
  /** Those after this one in the list. */
  | { readonly after: Pick<EventRow, 'at' | 'eventId'> }
  | 'all';

/** An account's events whose ideas are current, newest first, at most `limit`. */
export function listEvents(
  db: Db,
  accountId: string,
  filter: EventFilter,
  limit: number,
): Promise<EventRow[]> {
  return db.rows(
    eventRow,
    sql`
    SELECT ev.id AS "eventId", ev.kind, ev."createdAt" AS at, CASE WHEN ev.kind = 'stance_change' THEN ev.payload END AS change, ${cardColumns},
      former.stance AS "formerStance", former.id IS NOT NULL AS "formerListed",
      EXISTS (SELECT 1 FROM show_follow f WHERE f."accountId" = ev."accountId" AND f."showId" = i."showId") AS "followsShow",
      ARRAY(SELECT t.symbol FROM ticker_follow t WHERE t."accountId" = ev."accountId" AND t.symbol = ANY (i.tickers) ORDER BY t.symbol) AS "followedTickers",
      COALESCE((SELECT json_agg(json_build_object('id', q.id, 'name', q.name) ORDER BY lower(q.name), q.id)
        FROM saved_search q JOIN saved_search_match m ON m."searchId" = q.id
        WHERE q."accountId" = ev."accountId" AND q.alerts AND m."ideaId" = i.id), '[]'::json) AS searches
    FROM alert_event ev JOIN (${ideaTables}) ON i.id = ev."ideaId"
    LEFT JOIN LATERAL (SELECT i.id, i.stance FROM ${ideaTables} WHERE i.id = (ev.payload ->> 'fromIdeaId')::uuid AND ${currentIdea}) former ON true
    WHERE ev."accountId" = ${accountId}::uuid AND ev.kind <> 'test' AND ${currentIdea} ${passes(filter)}
    ORDER BY ev."createdAt" DESC, ev.id LIMIT ${limit}`,
  );
}

/** Condition that event row `ev` passes. */
function passes(filter: EventFilter): Sql {
  if (filter === 'all') return empty;
  if ('id' in filter) return sql`AND ev.id = ${filter.id}::uuid`;
  if ('after' in filter) return sql`AND ${isAfter(filter.after)}`;
  return sql`AND ev."mailedAt" IS NULL AND ev."createdAt" >= ${filter.unmailedFrom} AND ev."createdAt" <= ${filter.until}`;
}

/** Event row `ev` stands after one in the order of `listEvents`. */
function isAfter({ at, eventId }: Pick<EventRow, 'at' | 'eventId'>): Sql {
  return sql`(ev."createdAt" < ${at} OR (ev."createdAt" = ${at} AND ev.id > ${eventId}::uuid))`;
}

/** Marks the events of a digest's span, told or not; where it was cut, no event older than the `last` one that was read. */
export async function markMailed(
  tx: Db,
  accountId: string,
  {
    unmailedFrom,
    until,
    last,
  }: { unmailedFrom: Date; until: Date; last: Pick<EventRow, 'at' | 'eventId'> | null },
  now: Date,
): Promise<void> {
  const read = last ? sql`AND NOT ${isAfter(last)}` : empty;
  await tx.run(sql`
    UPDATE alert_event ev SET "mailedAt" = ${now} WHERE ev."accountId" = ${accountId}::uuid ${passes({ unmailedFrom, until })} ${read}`);
}
