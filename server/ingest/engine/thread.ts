import { parentPort, workerData } from 'node:worker_threads';
import { createLinker, type Linker } from '#server/features/tickers/linker.ts';
import { type Entry, loadUniverse, withImported } from '#server/features/tickers/universe.ts';
import type { Renewal, Request } from '#server/ingest/engine/reader.ts';
import { readEpisode } from '#server/ingest/extract/model/read.ts';
import { createRulesExtractor } from '#server/ingest/extract/rules-engine.ts';

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
