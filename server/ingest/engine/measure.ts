import type { Extractor } from '#server/domain.ts';
import { patience } from '#server/ingest/engine/choose.ts';
import { memoryLedger, type Spent } from '#server/ingest/engine/ledger.ts';
import { readingHere, settingsOf } from '#server/ingest/engine/parts.ts';
import { createAskLlm } from '#server/ingest/extract/llm/ask.ts';
import { createLlmExtractor } from '#server/ingest/extract/llm/engine.ts';
import { loadUniverse } from '#server/linking/universe.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Env } from '#server/platform/env.ts';
import { languageModel } from '#server/platform/language-model/provider.ts';

/** The configured language-model engine without a database, and its totals so far. Null if no model is set. */
export function measuredLlm(env: Env, clock: Clock): { extractor: Extractor; spent: () => Spent } | null {
  const model = languageModel(env);
  if (model === null) return null;
  const ledger = memoryLedger(env);
  const extractor = createLlmExtractor({
    ...settingsOf(env),
    ...readingHere(loadUniverse()),
    ask: createAskLlm(model, patience(clock)),
    ledger,
  });
  return { extractor, spent: ledger.spent };
}
