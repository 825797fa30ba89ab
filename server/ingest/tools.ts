import { openFetch } from '#server/feeds/fetch.ts';
import { openEngine } from '#server/ingest/engine/choose.ts';
import { wakeWithinBudget } from '#server/ingest/engine/ledger.ts';
import type { EpisodeTools } from '#server/ingest/process.ts';
import { createSpeechToText } from '#server/ingest/speech.ts';
import { syncUniverse } from '#server/linking/store.ts';
import type { GuardedFetch } from '#server/platform/fetch.ts';
import type { Services } from '#server/platform/services.ts';

export type IngestTools = EpisodeTools & { close(): Promise<void> };

/**
 * What ingestion works with: the guarded fetch (sample shows come from memory), the chosen engine, speech-to-text if set.
 * What waits for another's answer is called off when `ending` aborts.
 */
export async function openTools(services: Services, ending?: AbortSignal): Promise<IngestTools> {
  await syncUniverse(services.db);
  await wakeWithinBudget(services);
  const fetchGuarded = endingWith(ending, openFetch(services));
  const engine = openEngine(services);
  return {
    fetchGuarded,
    extractor: engine.extractor,
    fallback: engine.fallback,
    apart: engine.apart,
    speech: createSpeechToText(services.env, fetchGuarded, ending),
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
