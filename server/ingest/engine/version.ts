import type { Extraction } from '#server/domain.ts';
import { RULES_ENGINE_VERSION } from '#server/ingest/extract/extractor.ts';
import { LLM_ENGINE_VERSION } from '#server/ingest/extract/llm/engine.ts';
import type { Env } from '#server/platform/env.ts';
import { encoderInstalled } from '#server/reader/installed.ts';

/** Ends the version of an analysis that an encoder would have read otherwise: `rules-2.11.0+words`. */
export const BY_WORDS = '+words';

/** The version that an analysis is stored under. */
export function analysisVersion(engine: string, { byWords }: Extraction): string {
  return byWords ? engine + BY_WORDS : engine;
}

/** Which analyses: of an engine of this name (`rules`, `model`), older than this version, or both; of that very version by words alone, too, where asked. */
export type AnalysedBy = {
  readonly engine: string | null;
  readonly below: string | null;
  readonly orByWords?: boolean;
};

/** The analyses that the engines of this version would better. By words alone nothing is bettered without an encoder. */
export function olderThanOurs(
  { EARMARK_ENCODER }: Pick<Env, 'EARMARK_ENCODER'>,
  installed = encoderInstalled(),
): readonly AnalysedBy[] {
  return [RULES_ENGINE_VERSION, LLM_ENGINE_VERSION].map((version) => {
    const [engine, below] = version.split('-') as [string, string];
    return { engine, below, orByWords: EARMARK_ENCODER && installed };
  });
}
