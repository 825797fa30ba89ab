import type { ParsedFeed } from '#server/feeds/types.ts';
import { type AddedFeed, addPausedFeed } from '#server/ingest/poll/store.ts';
import { writeFeed } from '#server/ingest/poll/write.ts';
import type { Services } from '#server/platform/services.ts';

/**
 * Imports a feed from a file. It has no address to poll, so the feed is paused; its transcripts are fetched as usual. Returns the
 * feed's id, and whether it is new. If it ends half-way, another import writes the rest.
 */
export async function importFeedFile(
  services: Services,
  url: string,
  parsed: ParsedFeed,
): Promise<AddedFeed> {
  const now = services.clock();
  const feed = await addPausedFeed(services.db, url, now);
  await writeFeed(services.db, feed.id, parsed, now);
  return feed;
}
