import { openFetch } from '#server/feeds/fetch.ts';
import { openEngine } from '#server/ingest/engine/choose.ts';
import { wakeWithinBudget } from '#server/ingest/engine/ledger.ts';
import type { EpisodeTools } from '#server/ingest/process.ts';
import { AUDIO_LIMITS, createSpeechToText } from '#server/ingest/speech.ts';
import { syncUniverse } from '#server/linking/store.ts';
import type { GuardedFetch } from '#server/platform/fetch.ts';
import type { Services } from '#server/platform/services.ts';

export type IngestTools = EpisodeTools & { close(): Promise<void> };

/**
 * Opens what ingestion works with: the guarded fetch (sample shows come from memory), the chosen engine, speech-to-text if set.
 * When `ending` aborts, fetches and requests under way are cancelled.
 */
export async function openTools(services: Services, ending?: AbortSignal): Promise<IngestTools> {
  await syncUniverse(services.db);
  await wakeWithinBudget(services);
  const fetchGuarded = endingWith(ending, openFetch(services));
  const fetchAudio = endingWith(ending, openFetch(services, AUDIO_LIMITS));
  const engine = openEngine(services);
  return {
    fetchGuarded,
    extractor: engine.extractor,
    fallback: engine.fallback,
    apart: engine.apart,
    speech: createSpeechToText(services.env, fetchAudio, ending),
    ...(ending ? { ending } : {}),
    close: () => engine.close(),
  };
}

function endingWith(ending: AbortSignal | undefined, fetchGuarded: GuardedFetch): GuardedFetch {
  if (!ending) return fetchGuarded;
  return (url, wanted = {}) =>
    fetchGuarded(url, {
      ...wanted,
      signal: wanted.signal ? AbortSignal.any([wanted.signal, ending]) : ending,
    });
}
