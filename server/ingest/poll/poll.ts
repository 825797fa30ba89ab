import { createHash } from 'node:crypto';
import pLimit from 'p-limit';
import { settleOwnerships } from '#server/features/owners/ownership.ts';
import { feedAddress, isStorable, withoutCredentials } from '#server/feeds/identity.ts';
import { feedReader } from '#server/feeds/read-apart.ts';
import type { ParsedFeed } from '#server/feeds/types.ts';
import {
  type FeedRecord,
  findFeed,
  type PollOutcome,
  recordFailedPoll,
  recordPoll,
  returnFeed,
} from '#server/ingest/poll/store.ts';
import { writeFeed } from '#server/ingest/poll/write.ts';
import { isFullFetchDue, nextPoll, nextRetry } from '#server/ingest/schedule.ts';
import type { Db } from '#server/platform/db.ts';
import type { FetchResult, GuardedFetch } from '#server/platform/fetch.ts';
import type { Services } from '#server/platform/services.ts';

export type PollReport = {
  readonly feedId: string;
  readonly url: string;
  readonly result: 'changed' | 'unchanged' | 'failed' | 'gone';
  readonly reason: string | null;
  readonly added: number;
  /** Items of the feed that are no episode. */
  readonly leftOut: number;
};

/**
 * Polls one feed: fetches it (conditionally, unless a full fetch is due), reads it and writes its show and episodes, and
 * records the poll last. Records whatever goes wrong with the feed; throws only where the database does not answer. Returns
 * null when there is no such feed (any more), and when the poll was cancelled: the feed is due again.
 */
export async function pollFeed(
  services: Services,
  fetchGuarded: GuardedFetch,
  idOrUrl: string,
): Promise<PollReport | null> {
  const feed = await findFeed(services.db, idOrUrl);
  if (!feed) return null;
  const now = services.clock();
  try {
    return await fetchAndWrite(services, fetchGuarded, feed, now);
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    services.log.error({ feed: feed.id, err: error instanceof Error ? error.stack : said }, 'feed failed');
    const reason = `The feed could not be read or stored: ${said.slice(0, 300)}`;
    return recordFailed(services, feed, { reason, retryAfterSeconds: null, gone: false }, now);
  }
}

async function fetchAndWrite(
  services: Services,
  fetchGuarded: GuardedFetch,
  feed: FeedRecord,
  now: Date,
): Promise<PollReport | null> {
  const full = isFullFetchDue(feed.lastFullFetchAt, now);
  const fetched = await fetchGuarded(
    feed.url,
    full ? {} : { etag: feed.etag, lastModified: feed.lastModified },
  );
  if (fetched.status === 'failed' && fetched.kind === 'aborted') {
    await returnFeed(services.db, feed.id, now);
    return null;
  }
  if (fetched.status === 'failed') return recordFailed(services, feed, fetched, now);
  const known = await knownAt(services.db, feed, fetched);
  if (known) return stopPolling(services, feed, known, now);
  if (fetched.status === 'not-modified') return recordUnchanged(services, feed, fetched, now);
  const contentHash = createHash('sha256').update(fetched.bytes).digest('hex');
  if (contentHash === feed.contentHash) return recordUnchanged(services, feed, fetched, now);
  return inTurn(() => readAndWrite(services, feed, fetched, contentHash, now));
}

/** Feeds that are read and written at once, however many are fetched: each takes a connection of the pool. */
const inTurn = pLimit(4);

type Document = Extract<FetchResult, { status: 'ok' }>;

async function readAndWrite(
  services: Services,
  feed: FeedRecord,
  fetched: Document,
  contentHash: string,
  now: Date,
): Promise<PollReport | null> {
  const source = { contentType: fetched.contentType, url: fetched.finalUrl };
  const parsed = await feedReader().read(fetched.bytes, source);
  if (!parsed.ok) {
    const failure = { reason: parsed.reason, retryAfterSeconds: null, gone: false };
    return recordFailed(services, feed, failure, now);
  }
  const added = await writeFeed(services.db, feed.id, parsed.feed, now, (tx) =>
    recordPoll(
      tx,
      feed.id,
      {
        ...succeeded(feed, fetched, now, newestAirDate(parsed.feed, now)),
        contentHash,
        changed: true,
        full: true,
      },
      now,
    ),
  );
  if (added === null) return null;
  await settleOwnershipsOf(services, feed);
  const { leftOut } = parsed.feed;
  if (leftOut > 0) services.log.info({ feed: feed.id, leftOut }, 'feed items left out');
  return { feedId: feed.id, url: feed.url, result: 'changed', reason: null, added, leftOut };
}

function newestAirDate(feed: ParsedFeed, now: Date): Date | null {
  const dates = feed.episodes.flatMap((episode) =>
    episode.publishedAt && episode.publishedAt <= now ? [episode.publishedAt.getTime()] : [],
  );
  return dates.length > 0 ? new Date(Math.max(...dates)) : null;
}

type Answered = Exclude<FetchResult, { status: 'failed' }>;

function succeeded(feed: FeedRecord, fetched: Answered, now: Date, lastChangeAt: Date | null): PollOutcome {
  // "Not modified" need not name the validators again.
  const known = fetched.status === 'not-modified' ? feed : null;
  return {
    etag: fetched.etag ?? known?.etag ?? null,
    lastModified: fetched.lastModified ?? known?.lastModified ?? null,
    contentHash: feed.contentHash,
    changed: false,
    full: false,
    nextPollAt: nextPoll(lastChangeAt, now, Math.random()),
    url: newAddressOf(fetched) ?? feed.url,
  };
}

/** The feed's new address after a permanent redirect; null without one. Null, too, if it is too long to be stored: each poll follows the redirect then. */
function newAddressOf({ permanentRedirectTo: to }: Answered): string | null {
  if (to === null) return null;
  const address = feedAddress(to);
  return isStorable(address) ? address : null;
}

/** The polled feed that the publisher permanently redirects this one to; null if it is this one or none. */
async function knownAt(db: Db, feed: FeedRecord, fetched: Answered): Promise<FeedRecord | null> {
  const to = newAddressOf(fetched);
  const known = to === null ? null : await findFeed(db, to);
  return known === null || known.id === feed.id || known.state !== 'active' ? null : known;
}

/** Pauses a feed whose document another feed reads, so that no two shows are made of it. */
async function stopPolling(
  services: Services,
  feed: FeedRecord,
  known: FeedRecord,
  now: Date,
): Promise<PollReport> {
  const reason = `The address permanently redirects to ${withoutCredentials(known.url)}, a feed that is there already: this one is polled no more.`;
  const failed = { reason, state: 'paused', nextPollAt: now, movedToId: known.id } as const;
  await recordFailedPoll(services.db, feed.id, failed, now);
  services.log.warn({ feed: feed.id, reason }, 'feed paused');
  return { feedId: feed.id, url: feed.url, result: 'failed', reason, added: 0, leftOut: 0 };
}

async function recordUnchanged(
  services: Services,
  feed: FeedRecord,
  fetched: Answered,
  now: Date,
): Promise<PollReport> {
  const outcome = succeeded(feed, fetched, now, feed.lastChangedAt);
  await recordPoll(services.db, feed.id, { ...outcome, full: fetched.status === 'ok' }, now);
  await settleOwnershipsOf(services, feed);
  return { feedId: feed.id, url: feed.url, result: 'unchanged', reason: null, added: 0, leftOut: 0 };
}

/** Settles the claims on a feed's show. A show that this poll made has none yet. */
async function settleOwnershipsOf(services: Services, feed: FeedRecord): Promise<void> {
  if (feed.showId) await settleOwnerships(services, feed.showId);
}

type Failure = {
  readonly reason: string;
  readonly retryAfterSeconds: number | null;
  readonly gone: boolean;
};

async function recordFailed(
  services: Services,
  feed: FeedRecord,
  failure: Failure,
  now: Date,
): Promise<PollReport> {
  const failures = feed.failures + 1;
  const { reason, retryAfterSeconds, gone } = failure;
  const nextPollAt = nextRetry({ consecutive: failures, retryAfterSeconds }, now, Math.random());
  const state = gone ? 'gone' : 'active';
  await recordFailedPoll(services.db, feed.id, { reason, state, nextPollAt }, now);
  const { id: feedId, url } = feed;
  services.log.warn({ feed: feedId, reason, failures }, 'feed failed');
  return { feedId, url, result: gone ? 'gone' : 'failed', reason, added: 0, leftOut: 0 };
}
