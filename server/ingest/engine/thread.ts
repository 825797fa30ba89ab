import { parentPort, workerData } from 'node:worker_threads';
import type { Answer, Encoded, Renewal, Request, Unencoded } from '#server/ingest/engine/reader.ts';
import { createRulesExtractor } from '#server/ingest/extract/extractor.ts';
import { readEpisode } from '#server/ingest/extract/llm/episode-reading.ts';
import type { Embed } from '#server/ingest/extract/writing/card/meaning.ts';
import { sketchOf } from '#server/ingest/publish/repeats/rules.ts';
import { parseTranscript } from '#server/ingest/transcript/parse.ts';
import { createLinker } from '#server/linking/linker.ts';
import { subjectNamed } from '#server/linking/named.ts';
import { loadUniverse, withImported } from '#server/linking/universe.ts';
import { afterRequests } from '#server/platform/process/after-requests.ts';

afterRequests();

let universe = withImported(loadUniverse(), (workerData as Renewal).imported);
let linker = createLinker(universe);

const unencoded = new Map<number, (vectors: Encoded['vectors']) => void>();
let texts = 0;

/** The encoder runs in another thread, which only the main thread can reach: texts go there, vectors come back. */
const embed: Embed = (asked) =>
  new Promise((done) => {
    texts += 1;
    unencoded.set(texts, done);
    parentPort!.postMessage({ texts: asked, encode: texts } satisfies Unencoded);
  });

async function answerTo(request: Request) {
  if (request.work === 'extract') return createRulesExtractor(linker, embed).extract(request.input);
  if (request.work === 'read') return readEpisode(request.input, linker);
  if (request.work === 'parse') return parseTranscript(request.input.bytes, request.input.source);
  if (request.work === 'sketch') return sketchOf(request.input);
  const { names, asOf } = request.input;
  return names.map((one) => subjectNamed(universe, one, asOf));
}

parentPort!.on('message', async (message: Request | Renewal | Encoded) => {
  if ('vectors' in message) {
    unencoded.get(message.encode)?.(message.vectors);
    unencoded.delete(message.encode);
    return;
  }
  if ('imported' in message) {
    universe = withImported(loadUniverse(), message.imported);
    linker = createLinker(universe);
    return;
  }
  parentPort!.postMessage(await answered(message));
});

async function answered(request: Request): Promise<Answer> {
  try {
    return { answer: await answerTo(request) };
  } catch (error) {
    return { error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
