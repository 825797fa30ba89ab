import { createLinker } from '#server/features/tickers/linker.ts';
import { loadUniverse } from '#server/features/tickers/universe.ts';
import { patience } from '#server/ingest/engine/choose.ts';
import { memoryLedger, type Spent } from '#server/ingest/engine/ledger.ts';
import { createAsk } from '#server/ingest/extract/model/ask.ts';
import { createModelExtractor } from '#server/ingest/extract/model/engine.ts';
import { readEpisode } from '#server/ingest/extract/model/read.ts';
import type { Extractor } from '#server/ingest/types.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Env } from '#server/platform/env.ts';
import { languageModel } from '#server/platform/model/provider.ts';

/** The model engine of these settings without a database, and what it has spent; null when they name no model. */
export function measuredModel(env: Env, clock: Clock): { extractor: Extractor; spent: () => Spent } | null {
  const model = languageModel(env);
  if (model === null) return null;
  const linker = createLinker(loadUniverse());
  const ledger = memoryLedger(env);
  const extractor = createModelExtractor({
    modelName: env.EARMARK_MODEL ?? '',
    read: async (input) => readEpisode(input, linker),
    ask: createAsk(model, patience(clock)),
    ledger,
  });
  return { extractor, spent: ledger.spent };
}
