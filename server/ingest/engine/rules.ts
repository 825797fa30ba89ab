import { Worker } from 'node:worker_threads';
import type { Entry } from '#server/features/tickers/universe.ts';
import { RULES_ENGINE_VERSION } from '#server/ingest/extract/rules-engine.ts';
import type { Extraction, Extractor } from '#server/ingest/types.ts';

type Answer = { id: number; extraction?: Extraction; error?: string };
type Waiting = { done: (extraction: Extraction) => void; fail: (error: Error) => void };

/** The built-in engine in a thread of its own: an hour of talk must not hold up a request. */
export type ThreadedExtractor = Extractor & { close(): Promise<void> };

/** Starts the thread at the first episode; a thread that dies fails its episodes and is started anew for the next. */
export function createThreadedExtractor(imported: readonly Entry[]): ThreadedExtractor {
  let thread: Worker | null = null;
  let nextId = 0;
  const waiting = new Map<number, Waiting>();

  const failAll = (error: Error) => {
    for (const { fail } of waiting.values()) fail(error);
    waiting.clear();
    thread = null;
  };
  const start = () => {
    const started = new Worker(new URL('./thread.ts', import.meta.url), { workerData: { imported } });
    started.on('message', ({ id, extraction, error }: Answer) => {
      const { done, fail } = waiting.get(id)!;
      waiting.delete(id);
      if (extraction) done(extraction);
      else fail(new Error(error));
    });
    started.on('error', failAll);
    started.on('exit', () => failAll(new Error('The extraction thread ended.')));
    started.unref();
    return started;
  };

  return {
    version: RULES_ENGINE_VERSION,
    extract: (input) =>
      new Promise((done, fail) => {
        thread ??= start();
        nextId += 1;
        waiting.set(nextId, { done, fail });
        thread.postMessage({ id: nextId, input });
      }),
    close: async () => {
      await thread?.terminate();
    },
  };
}
