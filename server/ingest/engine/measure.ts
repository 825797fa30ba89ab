import type { Extractor } from '#server/domain.ts';
import { patience } from '#server/ingest/engine/choose.ts';
import { memoryLedger, type Spent } from '#server/ingest/engine/ledger.ts';
import { createAskLlm } from '#server/ingest/extract/llm/ask.ts';
import { createLlmExtractor } from '#server/ingest/extract/llm/engine.ts';
import { readEpisode } from '#server/ingest/extract/llm/episode-reading.ts';
import { createLinker } from '#server/linking/linker.ts';
import { subjectNamed } from '#server/linking/named.ts';
import { loadUniverse } from '#server/linking/universe.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Env } from '#server/platform/env.ts';
import { languageModel } from '#server/platform/language-model/provider.ts';

/** The language-model engine of these settings without a database, and what it has spent; null when they name no model. */
export function measuredLlm(env: Env, clock: Clock): { extractor: Extractor; spent: () => Spent } | null {
  const model = languageModel(env);
  if (model === null) return null;
  const universe = loadUniverse();
  const linker = createLinker(universe);
  const ledger = memoryLedger(env);
  const extractor = createLlmExtractor({
    modelName: env.EARMARK_MODEL ?? '',
    read: async (input) => readEpisode(input, linker),
    name: async (given, asOf) => given.map((one) => subjectNamed(universe, one, asOf)),
    ask: createAskLlm(model, patience(clock)),
    hearsVoices: env.EARMARK_MODEL_VOICES,
    readsTwice: env.EARMARK_MODEL_CHECK,
    ledger,
  });
  return { extractor, spent: ledger.spent };
}
