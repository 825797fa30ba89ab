import { parentPort, workerData } from 'node:worker_threads';
import { createLinker } from '#server/features/tickers/linker.ts';
import { type Entry, loadUniverse, withImported } from '#server/features/tickers/universe.ts';
import { createRulesExtractor } from '#server/ingest/extract/rules-engine.ts';
import type { EpisodeInput } from '#server/ingest/types.ts';

const { imported } = workerData as { imported: readonly Entry[] };
const extractor = createRulesExtractor(createLinker(withImported(loadUniverse(), imported)));

parentPort!.on('message', async ({ id, input }: { id: number; input: EpisodeInput }) => {
  try {
    parentPort!.postMessage({ id, extraction: await extractor.extract(input) });
  } catch (error) {
    parentPort!.postMessage({
      id,
      error: error instanceof Error ? (error.stack ?? error.message) : String(error),
    });
  }
});
