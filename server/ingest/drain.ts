import { pollFeed } from '#server/ingest/poll/poll.ts';
import { processEpisode } from '#server/ingest/process.ts';
import type { IngestTools } from '#server/ingest/tools.ts';
import { waitingEpisodes } from '#server/ingest/transcript/store.ts';
import type { Services } from '#server/platform/services.ts';

const BATCH = 200;

export type DrainProgress = {
  readonly polled: number;
  readonly processed: number;
  /** Put off through no fault of theirs: a model's budget is spent. */
  readonly paused: number;
  /** Put off after a failure, or given up. */
  readonly failed: number;
  readonly waiting: number;
};

/**
 * Polls the given feeds, then processes every episode that waits, here and now, without the queue. Used by commands and
 * at first start; safe beside a running worker, since one episode is worked on once at a time.
 */
export async function drain(
  services: Services,
  tools: IngestTools,
  feedIds: readonly string[],
  onProgress: (progress: DrainProgress) => void,
): Promise<DrainProgress> {
  let polled = 0;
  let processed = 0;
  let paused = 0;
  let failed = 0;
  for (const id of feedIds) {
    await pollFeed(services, tools.fetchGuarded, id);
    polled += 1;
    onProgress({ polled, processed, paused, failed, waiting: 0 });
  }
  const tried = new Set<string>();
  for (;;) {
    const waiting = (await waitingEpisodes(services.db, services.clock(), BATCH)).filter(
      (id) => !tried.has(id),
    );
    if (waiting.length === 0) return { polled, processed, paused, failed, waiting: 0 };
    for (const [index, id] of waiting.entries()) {
      tried.add(id);
      const { result } = await processEpisode(services, tools, id);
      // Its new transcript waits to be read, here and now like any other.
      if (result === 'replaced') tried.delete(id);
      else if (result === 'paused') paused += 1;
      else if (result === 'failed') failed += 1;
      else processed += 1;
      onProgress({ polled, processed, paused, failed, waiting: waiting.length - index - 1 });
    }
  }
}
