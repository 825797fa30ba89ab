import { setTimeout as wait } from 'node:timers/promises';
import type { LanguageModel } from 'ai';
import type { Extractor } from '#server/domain.ts';
import { createLedger } from '#server/ingest/engine/ledger.ts';
import { ExtractionPaused } from '#server/ingest/engine/outage.ts';
import { settingsOf } from '#server/ingest/engine/parts.ts';
import { createReader, type Reader, type TranscriptReader } from '#server/ingest/engine/reader.ts';
import { RULES_ENGINE_VERSION } from '#server/ingest/extract/extractor.ts';
import { createAskLlm, type Patience } from '#server/ingest/extract/llm/ask.ts';
import { createLlmExtractor } from '#server/ingest/extract/llm/engine.ts';
import { importedEntries, importMark } from '#server/linking/store.ts';
import type { Clock } from '#server/platform/clock.ts';
import { languageModel } from '#server/platform/language-model/provider.ts';
import type { Services } from '#server/platform/services.ts';
import { encoderOf } from '#server/reader/encoder.ts';

/** The engine of the settings; the built-in one is the fallback of a language model. */
export type Engine = {
  readonly extractor: Extractor;
  readonly fallback: Extractor | null;
  /** Reads transcripts in the thread of the built-in engine. */
  readonly apart: TranscriptReader;
  close(): Promise<void>;
};

/** How long extraction waits for a language model and how often it retries, in milliseconds. After that the episode is tried later (`process.ts`). */
export function patience(clock: Clock): Patience {
  return {
    attemptMs: 120_000,
    waitsMs: [2_000, 10_000, 40_000],
    longestWaitMs: 90_000,
    sleep: async (ms, signal) => void (await wait(ms, undefined, { signal })),
    random: Math.random,
    clock,
  };
}

/** Opens the engine of the settings (`EARMARK_EXTRACT`). After `close`, extraction under way throws `ExtractionPaused`. */
export function openEngine(services: Services): Engine {
  const imports = { mark: () => importMark(services.db), entries: () => importedEntries(services.db) };
  const reader = createReader(imports, (texts) => encoderOf(services).embed(texts, 'later'));
  const stopping = new AbortController();
  const opened = (extractor: Extractor) => stoppable(extractor, stopping.signal, services.clock);
  const rules = opened({ version: RULES_ENGINE_VERSION, extract: (input) => reader.extract(input) });
  const close = async () => {
    stopping.abort();
    await reader.close();
  };
  const model = services.env.EARMARK_EXTRACT === 'model' ? languageModel(services.env) : null;
  if (model === null) return { extractor: rules, fallback: null, apart: reader, close };
  return { extractor: opened(withModel(services, model, reader)), fallback: rules, apart: reader, close };
}

function withModel(services: Services, model: LanguageModel, { read, name }: Reader): Extractor {
  return createLlmExtractor({
    ...settingsOf(services.env),
    read,
    name,
    ask: createAskLlm(model, patience(services.clock)),
    ledger: createLedger(services),
  });
}

/** Cancels extraction when the engine is closed, as `ExtractionPaused`: a stop is no failure of the episode. */
function stoppable(extractor: Extractor, stopped: AbortSignal, clock: Clock): Extractor {
  return {
    version: extractor.version,
    extract: async (input, signal) => {
      try {
        return await extractor.extract(input, signal ? AbortSignal.any([signal, stopped]) : stopped);
      } catch (error) {
        if (stopped.aborted) throw new ExtractionPaused('The engine was stopped.', clock());
        throw error;
      }
    },
  };
}
