import { ExtractionPaused, LlmUnavailable } from '#server/ingest/engine/outage.ts';
import { type EpisodeRecord, pauseEpisode, recordFailure } from '#server/ingest/episodes/store.ts';
import { afterFailure, type Step, type StepFailure } from '#server/ingest/schedule.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/db.ts';
import type { Services } from '#server/platform/services.ts';

/** Stores through the lock on the episode: refuses once that is lost. */
export type Held = { readonly clock: Clock; readonly db: Db };

type Settled = { readonly result: 'failed' | 'no_transcript' | 'paused'; readonly reason: string };

/** Puts an episode off whose extraction has to wait, and counts any other error as a failure of its step. */
export async function settleError(
  { log }: Services,
  held: Held,
  episode: EpisodeRecord & Step,
  error: unknown,
): Promise<Settled> {
  if (error instanceof ExtractionPaused) {
    await pauseEpisode(held.db, episode, error);
    return { result: 'paused', reason: error.message };
  }
  const reason = error instanceof Error ? error.message : String(error);
  log.error({ episodeId: episode.id, err: error instanceof Error ? error.stack : reason }, 'episode failed');
  const notBefore = error instanceof LlmUnavailable ? error.retryAt : null;
  return settleFailure(held, episode, { reason, retry: true, notBefore });
}

/** Counts a failure of an episode's step: another attempt, or none (`afterFailure`). */
export async function settleFailure(
  { db, clock }: Held,
  episode: EpisodeRecord & Step,
  failure: StepFailure,
): Promise<Settled> {
  const after = afterFailure(episode, failure, clock());
  await recordFailure(db, episode, failure.reason, after);
  return { result: after.state === 'no_transcript' ? 'no_transcript' : 'failed', reason: failure.reason };
}
