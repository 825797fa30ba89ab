import { awaitSpeech, waitingEpisodes } from '#server/ingest/episodes/store.ts';
import { pollFeed } from '#server/ingest/poll/poll.ts';
import { processEpisode } from '#server/ingest/process.ts';
import type { IngestTools } from '#server/ingest/tools.ts';
import type { Services } from '#server/platform/services.ts';

const BATCH = 200;

export type DrainProgress = {
  readonly polled: number;
  /** Episodes that were tried and neither paused nor failed: also those without a transcript, and those that a worker is at. */
  readonly processed: number;
  /** Postponed without a failure: the model's budget is spent. */
  readonly paused: number;
  /** Put off after a failure, or given up. */
  readonly failed: number;
  /** Ideas that were hidden as what they repeat (`Published`). */
  readonly heldBack: readonly string[];
  /** Episodes of the current batch that are still to be tried. */
  readonly waiting: number;
};

/**
 * Polls the given feeds, then processes every waiting episode at once, without the queue. Commands use it, and the first
 * start. Safe beside a running worker: only one process at a time works on an episode.
 */
export async function drain(
  services: Services,
  tools: IngestTools,
  feedIds: readonly string[],
  onProgress: (progress: DrainProgress) => void,
): Promise<DrainProgress> {
  const counts = { polled: 0, processed: 0, paused: 0, failed: 0 };
  const heldBack: string[] = [];
  const progress = (waiting: number) => ({ ...counts, heldBack, waiting });
  for (const id of feedIds) {
    await pollFeed(services, tools.fetchGuarded, id);
    counts.polled += 1;
    onProgress(progress(0));
  }
  if (tools.speech) await awaitSpeech(services.db);
  const tried = new Set<string>();
  for (;;) {
    const waiting = (await waitingEpisodes(services.db, services.clock(), BATCH)).filter(
      (id) => !tried.has(id),
    );
    if (waiting.length === 0) return progress(0);
    for (const [index, id] of waiting.entries()) {
      tried.add(id);
      const report = await processEpisode(services, tools, id);
      const { result } = report;
      if (report.result === 'processed') heldBack.push(...report.heldBack);
      // Its new transcript is read in the next batch.
      if (result === 'replaced') tried.delete(id);
      else if (result === 'paused') counts.paused += 1;
      else if (result === 'failed') counts.failed += 1;
      else counts.processed += 1;
      onProgress(progress(waiting.length - index - 1));
    }
  }
}
