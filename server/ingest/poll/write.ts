import { holdWithdrawn } from '#server/features/visibility/withdrawn/store.ts';
import { mendedAirDate } from '#server/feeds/dates.ts';
import { type Match, matchEpisodes } from '#server/feeds/identity.ts';
import type { ParsedEpisode, ParsedFeed } from '#server/feeds/types.ts';
import { type AdmittedEpisode, withoutPeople } from '#server/ingest/moderation/people/rules.ts';
import { insertEpisode, updateEpisode } from '#server/ingest/poll/episodes/store.ts';
import {
  type FeedRecord,
  lockFeed,
  type Redated,
  redateEpisodes,
  type StoredEpisode,
  storedEpisodes,
  upsertShow,
} from '#server/ingest/poll/store.ts';
import { showSlug } from '#server/ingest/slug.ts';
import type { Db } from '#server/platform/db.ts';

/** Episodes per transaction: a show of ten years takes a few, and none holds its locks for long. */
const PART = 300;

/**
 * Writes what a feed says: its show, new episodes, changes to known ones and corrected air dates. It writes in parts and calls
 * `record` in the last: if it ends half-way, the next poll finds no record and writes the rest. Returns how many episodes
 * are new; null when the feed is removed.
 */
export async function writeFeed(
  db: Db,
  feedId: string,
  parsed: ParsedFeed,
  now: Date,
  record: (tx: Db) => Promise<void> = async () => undefined,
): Promise<number | null> {
  let plan: Plan | null = null;
  let added = 0;
  for (let from = 0; from === 0 || from < parsed.episodes.length; from += PART) {
    const isLast = from + PART >= parsed.episodes.length;
    const written: Written | null = await db.transaction(async (tx) => {
      // Since the poll began, another may have made the show, or an operator may have removed the feed.
      const feed = await lockFeed(tx, feedId);
      if (!feed) return null;
      const told = withoutPeople(parsed, await holdWithdrawn(tx));
      const planned = plan ?? (await planWrites(tx, feed, told, now));
      const count = await writePart(tx, planned, told.episodes, from, now);
      if (isLast) await record(tx);
      return { planned, count };
    });
    if (!written) return null;
    plan = written.planned;
    added += written.count;
  }
  return added;
}

/** How each episode of a feed matches a stored one, in the feed's order. */
type Plan = {
  readonly showId: string;
  readonly matches: readonly Match[];
  readonly stored: ReadonlyMap<string, StoredEpisode>;
};
type Written = { readonly planned: Plan; readonly count: number };

async function planWrites(
  tx: Db,
  feed: FeedRecord,
  parsed: Pick<ParsedFeed, 'show' | 'episodes'>,
  now: Date,
): Promise<Plan> {
  const slug = showSlug(parsed.show.title ?? new URL(feed.url).hostname);
  const showId = await upsertShow(tx, feed, parsed.show, slug, now);
  const identities = parsed.episodes.map((episode) => ({
    guid: episode.guid,
    enclosureUrl: episode.enclosure?.url ?? null,
    title: episode.title,
    publishedAt: episode.publishedAt,
  }));
  const stored = await storedEpisodes(tx, showId);
  return {
    showId,
    matches: matchEpisodes(stored, identities),
    stored: new Map(stored.map((episode) => [episode.id, episode])),
  };
}

/** Writes the part of the episodes that begins at `from`; returns how many of them are new. */
async function writePart(
  tx: Db,
  { showId, matches, stored }: Plan,
  episodes: readonly AdmittedEpisode[],
  from: number,
  now: Date,
): Promise<number> {
  const redated: Redated[] = [];
  let added = 0;
  for (const [index, episode] of episodes.slice(from, from + PART).entries()) {
    const match = matches[from + index]!;
    if (match.kind === 'new') {
      added += await insertEpisode(tx, showId, episode, guestOf(episode), now);
      continue;
    }
    await updateEpisode(tx, match.id, episode, guestOf(episode));
    const known = stored.get(match.id)!;
    const publishedAt = mendedAirDate(known, episode.publishedAt);
    if (publishedAt.getTime() !== known.publishedAt.getTime()) redated.push({ id: match.id, publishedAt });
  }
  await redateEpisodes(tx, redated, now);
  return added;
}

function guestOf(episode: ParsedEpisode): string | null {
  const guests = episode.people.filter((person) => person.role === 'guest').map((person) => person.name);
  return guests.length > 0 ? guests.join(', ') : null;
}
