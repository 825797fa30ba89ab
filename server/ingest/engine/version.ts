import type { Extraction } from '#server/domain.ts';
import { RULES_ENGINE_VERSION } from '#server/ingest/extract/extractor.ts';
import { LLM_ENGINE_VERSION } from '#server/ingest/extract/llm/engine.ts';
import type { Env } from '#server/platform/env.ts';
import { encoderInstalled } from '#server/reader/installed.ts';

/** Suffix of the version of an analysis made without the encoder: `rules-2.11.0+words`. */
export const BY_WORDS = '+words';

/** The version that an analysis is stored under. */
export function analysisVersion(engine: string, { byWords }: Extraction): string {
  return byWords ? engine + BY_WORDS : engine;
}

/** Selects analyses by engine (`rules`, `model`; null for any) and by version below `below`. `orByWords` adds those of that version made by words alone. */
export type AnalysedBy = {
  readonly engine: string | null;
  readonly below: string | null;
  readonly orByWords?: boolean;
};

/** The analyses that are worth repeating with the engines of this version. Those by words alone count only if there is an encoder now. */
export function olderThanOurs(
  { EARMARK_ENCODER }: Pick<Env, 'EARMARK_ENCODER'>,
  installed = encoderInstalled(),
): readonly AnalysedBy[] {
  return [RULES_ENGINE_VERSION, LLM_ENGINE_VERSION].map((version) => {
    const [engine, below] = version.split('-') as [string, string];
    return { engine, below, orByWords: EARMARK_ENCODER && installed };
  });
}
