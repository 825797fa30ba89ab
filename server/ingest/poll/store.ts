import type { Sql } from 'sql-template-tag';
import { idOrNull } from '#server/api/inputs.ts';
import { bequeathEvents } from '#server/features/alerts/events/moves/store.ts';
import { holdRepeats } from '#server/features/visibility/repeats/store.ts';
import { unreadEpisode } from '#server/features/visibility/store.ts';
import { turnIdeas } from '#server/features/visibility/turn.ts';
import { sampleName } from '#server/feeds/samples/rules.ts';
import type { ParsedShow } from '#server/feeds/types.ts';
import { holdShow, turnShow } from '#server/ingest/moderation/store.ts';
import { type Db, sql } from '#server/platform/db.ts';
import { computed, pick, type RowOf, tables } from '#server/platform/rows.ts';

const feedRecord = {
  ...pick(
    tables.feed,
    'id',
    'showId',
    'url',
    'sample',
    'etag',
    'lastModified',
    'contentHash',
    'failures',
    'lastError',
    'lastPolledAt',
    'lastChangedAt',
    'lastFullFetchAt',
    'nextPollAt',
  ),
  state: tables.feed.state.as<'active' | 'paused' | 'gone'>(),
};
export type FeedRecord = RowOf<typeof feedRecord>;

const feedColumns = sql`f.id, f."showId", f.url, f.state, f.sample, f.etag, f."lastModified", f."contentHash", f.failures, f."lastError", f."lastPolledAt",
  f."lastChangedAt", f."lastFullFetchAt", f."nextPollAt"`;

export type AddedFeed = { readonly id: string; readonly added: boolean };

/** Adds a feed by its address, or makes the known one active and due. `added` tells which. */
export async function addFeed(db: Db, url: string, now: Date, sample = false): Promise<AddedFeed> {
  const row = await db.row(
    { id: tables.feed.id, added: computed.bool },
    sql`
    INSERT INTO feed (url, sample, "nextPollAt", "createdAt") VALUES (${url}, ${sample}, ${now}, ${now})
    ON CONFLICT (url) DO UPDATE SET state = 'active', "nextPollAt" = LEAST(feed."nextPollAt", ${now}) RETURNING id, (xmax = 0) AS added`,
  );
  return row!;
}

/** Adds a feed that is not polled, or pauses the known one. `added` tells which. */
export async function addPausedFeed(db: Db, url: string, now: Date): Promise<AddedFeed> {
  const row = await db.row(
    { id: tables.feed.id, added: computed.bool },
    sql`
    INSERT INTO feed (url, state, "nextPollAt", "createdAt") VALUES (${url}, 'paused', ${now}, ${now})
    ON CONFLICT (url) DO UPDATE SET state = 'paused' RETURNING id, (xmax = 0) AS added`,
  );
  return row!;
}

/** A feed by its id or address; null where there is none. */
export async function findFeed(db: Db, idOrUrl: string): Promise<FeedRecord | null> {
  return (
    (await db.row(
      feedRecord,
      sql`SELECT ${feedColumns} FROM feed f WHERE f.id = ${idOrNull(idOrUrl)}::uuid OR f.url = ${idOrUrl}`,
    )) ?? null
  );
}

/** The polled feed to which a feed (by its id or address) moved, as its last poll found; null where it did not, or that one is not polled. */
export async function findMove(db: Db, idOrUrl: string): Promise<FeedRecord | null> {
  return (
    (await db.row(
      feedRecord,
      sql`
      SELECT ${feedColumns} FROM feed old JOIN feed f ON f.id = old."movedToId"
      WHERE (old.id = ${idOrNull(idOrUrl)}::uuid OR old.url = ${idOrUrl}) AND f.state = 'active'`,
    )) ?? null
  );
}

/** Locks a feed against other polls and its removal until the transaction ends, and returns its row; null when it was removed. */
export async function lockFeed(tx: Db, id: string): Promise<FeedRecord | null> {
  return (
    (await tx.row(feedRecord, sql`SELECT ${feedColumns} FROM feed f WHERE f.id = ${id}::uuid FOR UPDATE`)) ??
    null
  );
}

const listedFeed = {
  ...feedRecord,
  showName: tables.show.name.orNull(),
  slug: tables.show.slug.orNull(),
  episodes: computed.int,
  read: computed.int,
  ideas: computed.int,
};
/** A feed as operators list it, with its show, its episodes, how many of them are read, and its ideas. */
export type ListedFeed = RowOf<typeof listedFeed>;

/** Every feed, oldest first; `ideas` counts those that no later analysis replaced, hidden ones too. */
export function listFeeds(db: Db): Promise<ListedFeed[]> {
  return db.rows(
    listedFeed,
    sql`
    SELECT ${feedColumns}, s.name AS "showName", s.slug,
      held.episodes, held.episodes - held.unread AS read,
      (SELECT count(*)::int FROM idea i WHERE i."showId" = f."showId" AND i."supersededAt" IS NULL) AS ideas
    FROM feed f LEFT JOIN show s ON s.id = f."showId" CROSS JOIN LATERAL (
      SELECT (SELECT count(*)::int FROM episode e WHERE e."showId" = f."showId") AS episodes,
        (SELECT count(*)::int FROM episode e WHERE e."showId" = f."showId" AND ${unreadEpisode}) AS unread OFFSET 0) held
    ORDER BY f."createdAt", f.url`,
  );
}

/** Removes a feed with its show and everything read from it, and updates theses; false when there is no such feed. */
export async function removeFeed(db: Db, idOrUrl: string, now: Date): Promise<boolean> {
  return db.transaction(async (tx) => {
    const named = await findFeed(tx, idOrUrl);
    // A first poll may be making the show: the lock waits for it, and the row is read again.
    const feed = named && (await lockFeed(tx, named.id));
    if (!feed) return false;
    if (feed.showId) await removeShow(tx, feed.showId, now);
    await tx.run(sql`DELETE FROM feed WHERE id = ${feed.id}::uuid`);
    return true;
  });
}

async function removeShow(tx: Db, showId: string, now: Date): Promise<void> {
  await holdShow(tx, showId);
  await turnShow(tx, showId, true, now);
  await bequeathEvents(tx, showId);
  await tx.run(sql`DELETE FROM show WHERE id = ${showId}::uuid`);
}

/** How long a lease lasts: after that, others may poll the feed of a poller that died. */
const LEASE_MS = 10 * 60_000;

/** Condition: the next poll of a feed is due. */
export function feedIsDue(now: Date): Sql {
  return sql`(state = 'active' AND "nextPollAt" <= ${now})`;
}

/** Leases at most `limit` due feeds, longest due first, so that no other poller takes them meanwhile. Returns their ids. */
export async function leaseFeeds(db: Db, now: Date, limit: number): Promise<string[]> {
  const rows = await db.rows(
    pick(tables.feed, 'id'),
    sql`
    UPDATE feed SET "nextPollAt" = ${new Date(now.getTime() + LEASE_MS)} WHERE id IN (
      SELECT id FROM feed WHERE ${feedIsDue(now)} ORDER BY "nextPollAt" LIMIT ${limit} FOR UPDATE SKIP LOCKED)
    RETURNING id`,
  );
  return rows.map((row) => row.id);
}

/** Makes a leased feed due again, because its poll was cancelled. */
export async function returnFeed(db: Db, id: string, now: Date): Promise<void> {
  await db.run(sql`UPDATE feed SET "nextPollAt" = ${now} WHERE id = ${id}::uuid`);
}

export type PollOutcome = {
  readonly etag: string | null;
  readonly lastModified: string | null;
  readonly contentHash: string | null;
  readonly changed: boolean;
  readonly full: boolean;
  readonly nextPollAt: Date;
  readonly url: string;
};

/** Records a successful poll and resets the feed's failures. A paused feed stays paused. */
export async function recordPoll(db: Db, feedId: string, outcome: PollOutcome, now: Date): Promise<void> {
  await db.run(sql`
    UPDATE feed SET etag = ${outcome.etag}, "lastModified" = ${outcome.lastModified}, "contentHash" = ${outcome.contentHash},
      failures = 0, "lastError" = NULL, "movedToId" = NULL, state = CASE WHEN state = 'paused' THEN state ELSE 'active' END,
      "lastPolledAt" = ${now}, "lastChangedAt" = CASE WHEN ${outcome.changed} THEN ${now}::timestamptz ELSE "lastChangedAt" END,
      "lastFullFetchAt" = CASE WHEN ${outcome.full} THEN ${now}::timestamptz ELSE "lastFullFetchAt" END, "nextPollAt" = ${outcome.nextPollAt},
      url = CASE WHEN EXISTS (SELECT 1 FROM feed o WHERE o.url = ${outcome.url} AND o.id <> feed.id) THEN url ELSE ${outcome.url} END
    WHERE id = ${feedId}::uuid`);
}

export type FailedPoll = {
  readonly reason: string;
  readonly state: 'active' | 'paused' | 'gone';
  readonly nextPollAt: Date;
  /** The feed to which it moved, where it failed by that. */
  readonly movedToId?: string;
};

/** Records a failed poll; what the last successful one found stays. A paused feed stays paused. */
export async function recordFailedPoll(db: Db, feedId: string, failed: FailedPoll, now: Date): Promise<void> {
  await db.run(sql`
    UPDATE feed SET failures = failures + 1, "lastError" = ${failed.reason}, "movedToId" = ${failed.movedToId ?? null}::uuid, "lastPolledAt" = ${now}, "nextPollAt" = ${failed.nextPollAt},
      state = CASE WHEN state = 'paused' THEN state ELSE ${failed.state} END
    WHERE id = ${feedId}::uuid`);
}

/** Writes the show of a feed if it is told otherwise; a new one gets the first free slug (`slug`, `slug-2`, ...). Returns the show's id. */
export async function upsertShow(
  tx: Db,
  feed: FeedRecord,
  show: ParsedShow,
  slug: string,
  now: Date,
): Promise<string> {
  const title = show.title ?? new URL(feed.url).hostname;
  const name = feed.sample ? sampleName(title) : title;
  const columns = sql`
    name, description, "artworkUrl", link, language, author, "ownerEmail", "ownerName", "feedTxt", people`;
  const told = sql`
    ${name}, ${show.description}, ${show.artworkUrl}, ${show.link}, ${show.language}, ${show.author}, ${show.ownerEmail}, ${show.ownerName},
    ${JSON.stringify(show.txt)}::jsonb, ${JSON.stringify(show.people)}::jsonb`;
  const write = (id: string) =>
    tx.run(sql`
      UPDATE show SET (${columns}, "updatedAt") = (${told}, ${now})
      WHERE id = ${id}::uuid AND (${columns}) IS DISTINCT FROM (${told})`);
  if (feed.showId) {
    await write(feed.showId);
    return feed.showId;
  }
  await tx.row(sql`SELECT pg_advisory_xact_lock(hashtext('show.slug'))`);
  const row = await tx.row(
    pick(tables.show, 'id'),
    sql`
    INSERT INTO show (slug, name, "createdAt", "updatedAt")
    SELECT candidate, ${name}, ${now}::timestamptz, ${now}::timestamptz
    FROM (SELECT 0 AS n, ${slug} AS candidate UNION ALL SELECT n, ${slug} || '-' || n FROM generate_series(2, 10000) AS n) AS c
    WHERE NOT EXISTS (SELECT 1 FROM show WHERE slug = candidate) ORDER BY n LIMIT 1 RETURNING id`,
  );
  await write(row!.id);
  await tx.run(sql`UPDATE feed SET "showId" = ${row!.id}::uuid WHERE id = ${feed.id}::uuid`);
  return row!.id;
}

const storedEpisode = pick(tables.episode, 'id', 'guid', 'enclosureUrl', 'title', 'publishedAt', 'createdAt');
/** A stored episode as a poll needs it: what identifies it, when it aired and when it was first seen. */
export type StoredEpisode = RowOf<typeof storedEpisode>;

/** The stored episodes of a show. */
export function storedEpisodes(tx: Db, showId: string): Promise<StoredEpisode[]> {
  return tx.rows(
    storedEpisode,
    sql`SELECT id, guid, "enclosureUrl", title, "publishedAt", "createdAt" FROM episode WHERE "showId" = ${showId}::uuid`,
  );
}

export type Redated = { readonly id: string; readonly publishedAt: Date };

/** Changes the air date of episodes and their ideas, and updates repeats, theses and alerts. Call it once per transaction, last. */
export async function redateEpisodes(tx: Db, episodes: readonly Redated[], now: Date): Promise<void> {
  if (episodes.length === 0) return;
  const dates = sql`jsonb_to_recordset(${JSON.stringify(episodes)}::jsonb) AS d(id uuid, "publishedAt" timestamptz)`;
  await tx.run(sql`UPDATE episode e SET "publishedAt" = d."publishedAt" FROM ${dates} WHERE e.id = d.id`);
  // The first of a talk is the idea that aired first.
  await holdRepeats(tx);
  const ideas = await tx.rows(
    pick(tables.idea, 'id'),
    sql`UPDATE idea i SET "publishedAt" = d."publishedAt" FROM ${dates} WHERE i."episodeId" = d.id RETURNING i.id`,
  );
  for (const table of [sql`idea_ticker`, sql`idea_theme`])
    await tx.run(sql`
      UPDATE ${table} x SET "publishedAt" = i."publishedAt" FROM idea i
      WHERE x."ideaId" = i.id AND i.id = ANY(${ideas.map((idea) => idea.id)}::uuid[])`);
  await turnIdeas(
    tx,
    ideas.map((idea) => idea.id),
    now,
  );
}

/** Stops polling a feed; false when there is no such feed. */
export async function pauseFeed(db: Db, idOrUrl: string): Promise<boolean> {
  const changed = await db.run(
    sql`UPDATE feed SET state = 'paused' WHERE id = ${idOrNull(idOrUrl)}::uuid OR url = ${idOrUrl}`,
  );
  return changed > 0;
}

/** Polls a feed again from `now` on; false when there is no such feed. */
export async function resumeFeed(db: Db, idOrUrl: string, now: Date): Promise<boolean> {
  const changed = await db.run(sql`
    UPDATE feed SET state = 'active', "nextPollAt" = ${now} WHERE id = ${idOrNull(idOrUrl)}::uuid OR url = ${idOrUrl}`);
  return changed > 0;
}

/** Makes an active feed due; false when there is no such feed, or it is not polled. */
export async function makeFeedDue(db: Db, id: string, now: Date): Promise<boolean> {
  const changed = await db.run(
    sql`UPDATE feed SET "nextPollAt" = ${now} WHERE id = ${idOrNull(id)}::uuid AND state = 'active'`,
  );
  return changed > 0;
}
