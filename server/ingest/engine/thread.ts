import { parentPort, workerData } from 'node:worker_threads';
import type { Renewal, Request } from '#server/ingest/engine/reader.ts';
import { createRulesExtractor } from '#server/ingest/extract/extractor.ts';
import { readEpisode } from '#server/ingest/extract/llm/episode-reading.ts';
import { createLinker } from '#server/linking/linker.ts';
import { subjectNamed } from '#server/linking/named.ts';
import { loadUniverse, withImported } from '#server/linking/universe.ts';

let universe = withImported(loadUniverse(), (workerData as Renewal).imported);
let linker = createLinker(universe);

async function answerTo(request: Request) {
  if (request.work === 'extract') return createRulesExtractor(linker).extract(request.input);
  if (request.work === 'read') return readEpisode(request.input, linker);
  const { names, asOf } = request.input;
  return names.map((one) => subjectNamed(universe, one, asOf));
}

parentPort!.on('message', async (message: Request | Renewal) => {
  if ('imported' in message) {
    universe = withImported(loadUniverse(), message.imported);
    linker = createLinker(universe);
    return;
  }
  const { id } = message;
  try {
    const answer = await answerTo(message);
    parentPort!.postMessage({ id, answer });
  } catch (error) {
    parentPort!.postMessage({
      id,
      error: error instanceof Error ? (error.stack ?? error.message) : String(error),
    });
  }
});
