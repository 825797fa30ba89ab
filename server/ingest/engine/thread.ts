import { parentPort, workerData } from 'node:worker_threads';
import { createLinker } from '#server/features/tickers/linker.ts';
import { type Entry, loadUniverse, withImported } from '#server/features/tickers/universe.ts';
import type { Request } from '#server/ingest/engine/reader.ts';
import { readEpisode } from '#server/ingest/extract/model/read.ts';
import { createRulesExtractor } from '#server/ingest/extract/rules-engine.ts';

const { imported } = workerData as { imported: readonly Entry[] };
const linker = createLinker(withImported(loadUniverse(), imported));
const extractor = createRulesExtractor(linker);

parentPort!.on('message', async ({ id, work, input }: Request) => {
  try {
    const answer = work === 'extract' ? await extractor.extract(input) : readEpisode(input, linker);
    parentPort!.postMessage({ id, answer });
  } catch (error) {
    parentPort!.postMessage({
      id,
      error: error instanceof Error ? (error.stack ?? error.message) : String(error),
    });
  }
});
