import { openFetch } from '#server/feeds/fetch.ts';
import { openEngine } from '#server/ingest/engine/choose.ts';
import type { EpisodeTools } from '#server/ingest/process.ts';
import { createSpeechToText } from '#server/ingest/speech.ts';
import { syncUniverse } from '#server/linking/store.ts';
import type { Services } from '#server/platform/services.ts';

export type IngestTools = EpisodeTools & { close(): Promise<void> };

/** What ingestion works with: the guarded fetch (sample shows come from memory), the chosen engine, speech-to-text if set. */
export async function openTools(services: Services): Promise<IngestTools> {
  await syncUniverse(services.db);
  const fetchGuarded = openFetch(services);
  const engine = openEngine(services);
  return {
    fetchGuarded,
    extractor: engine.extractor,
    fallback: engine.fallback,
    speech: createSpeechToText(services.env, fetchGuarded),
    close: () => engine.close(),
  };
}
