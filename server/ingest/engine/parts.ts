import type { LlmEngineParts } from '#server/ingest/extract/llm/asking.ts';
import { readEpisode } from '#server/ingest/extract/llm/episode-reading.ts';
import { createLinker } from '#server/linking/linker.ts';
import { subjectNamed } from '#server/linking/named.ts';
import type { Universe } from '#server/linking/universe.ts';
import type { Env } from '#server/platform/env.ts';

/** The settings of the language-model engine. */
export function settingsOf(env: Env): Pick<LlmEngineParts, 'modelName' | 'hearsVoices' | 'readsTwice'> {
  return {
    modelName: env.EARMARK_MODEL ?? '',
    hearsVoices: env.EARMARK_MODEL_VOICES,
    readsTwice: env.EARMARK_MODEL_CHECK,
  };
}

/** Our own reading for the language-model engine, in the caller's thread. */
export function readingHere(universe: Universe): Pick<LlmEngineParts, 'read' | 'name'> {
  const linker = createLinker(universe);
  return {
    read: async (input) => readEpisode(input, linker),
    name: async (given, asOf) => given.map((one) => subjectNamed(universe, one, asOf)),
  };
}
