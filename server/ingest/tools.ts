import { createThreadedExtractor } from '#server/ingest/engine/rules.ts';
import type { EpisodeTools } from '#server/ingest/process.ts';
import { sampleFetch } from '#server/ingest/samples/fetch.ts';
import { createSpeechToText } from '#server/ingest/speech.ts';
import { importedEntries, syncUniverse } from '#server/ingest/universe/store.ts';
import { createGuardedFetch, FETCH_DEFAULTS } from '#server/platform/fetch.ts';
import type { Services } from '#server/platform/services.ts';

export type IngestTools = EpisodeTools & { close(): Promise<void> };

const USER_AGENT = 'Earmark/0.1 (+podcast index; reads feeds and transcripts)';

/** What ingestion works with: the guarded fetch (sample shows come from memory), the extractor, speech-to-text if set. */
export async function openTools(services: Services): Promise<IngestTools> {
  await syncUniverse(services.db);
  const network = createGuardedFetch({
    ...FETCH_DEFAULTS,
    allowHosts: services.env.EARMARK_FEED_ALLOW_HOSTS,
    userAgent: USER_AGENT,
  });
  const fetchGuarded = sampleFetch(services, network);
  const extractor = createThreadedExtractor(await importedEntries(services.db));
  return {
    fetchGuarded,
    extractor,
    speech: createSpeechToText(services.env, fetchGuarded),
    close: () => extractor.close(),
  };
}
