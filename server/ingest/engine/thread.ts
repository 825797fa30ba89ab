import { parentPort, workerData } from 'node:worker_threads';
import type { Renewal, Request } from '#server/ingest/engine/reader.ts';
import { createRulesExtractor } from '#server/ingest/extract/extractor.ts';
import { readEpisode } from '#server/ingest/extract/llm/episode-reading.ts';
import { createLinker, type Linker } from '#server/linking/linker.ts';
import { type Entry, loadUniverse, withImported } from '#server/linking/universe.ts';

let linker = linkerWith((workerData as Renewal).imported);

function linkerWith(imported: readonly Entry[]): Linker {
  return createLinker(withImported(loadUniverse(), imported));
}

parentPort!.on('message', async (message: Request | Renewal) => {
  if ('imported' in message) {
    linker = linkerWith(message.imported);
    return;
  }
  const { id, work, input } = message;
  try {
    const answer =
      work === 'extract' ? await createRulesExtractor(linker).extract(input) : readEpisode(input, linker);
    parentPort!.postMessage({ id, answer });
  } catch (error) {
    parentPort!.postMessage({
      id,
      error: error instanceof Error ? (error.stack ?? error.message) : String(error),
    });
  }
});
