import type { ParsedFeed } from '#server/feeds/types.ts';
import { addFeed, setFeedPaused } from '#server/ingest/poll/store.ts';
import { writeFeed } from '#server/ingest/poll/write.ts';
import type { Services } from '#server/platform/services.ts';

/** Reads a feed's file into the corpus. It has no address to poll again, so it rests as paused; its transcripts are fetched as usual. */
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
