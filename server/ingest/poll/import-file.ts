import type { ParsedFeed } from '#server/feeds/types.ts';
import { addFeed, setFeedPaused } from '#server/ingest/poll/store.ts';
import { writeFeed } from '#server/ingest/poll/write.ts';
import type { Services } from '#server/platform/services.ts';

/** Imports a feed from a file. It has no address to poll, so the feed is paused; its transcripts are fetched as usual. Returns the feed's id, and whether it is new. */
export async function importFeedFile(
  services: Services,
  url: string,
  parsed: ParsedFeed,
): Promise<{ id: string; added: boolean }> {
  const now = services.clock();
  return services.db.transaction(async (tx) => {
    const { id, added } = await addFeed(tx, url, now);
    await writeFeed(tx, id, parsed, now);
    await setFeedPaused(tx, id, true, now);
    return { id, added };
  });
}
