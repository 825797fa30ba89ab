import type { LanguageModel, wrapLanguageModel } from 'ai';
import type { Env } from '#server/platform/env.ts';
import { cappedFetch } from '#server/platform/language-model/capped-fetch.ts';
import { withoutKey } from '#server/platform/language-model/without-key.ts';
import { late } from '#server/platform/process/late.ts';

// Otherwise the library prints a warning at every call for each setting that a provider ignores.
globalThis.AI_SDK_LOG_WARNINGS = false;

/** The language model of the settings; null when they name none. Models are created only here. Its errors never hold the API key. */
export function languageModel(env: Env): LanguageModel | null {
  const model = modelOf(env);
  const middleware = withoutKey(env.EARMARK_MODEL_API_KEY ?? '');
  return model && late.ai().wrapLanguageModel({ model, middleware });
}

function modelOf(env: Env): Parameters<typeof wrapLanguageModel>[0]['model'] | null {
  if (!env.EARMARK_MODEL_PROVIDER || !env.EARMARK_MODEL) return null;
  const apiKey = env.EARMARK_MODEL_API_KEY ?? '';
  const baseURL = env.EARMARK_MODEL_BASE_URL;
  if (env.EARMARK_MODEL_PROVIDER === 'anthropic')
    return late.anthropic().createAnthropic({ apiKey, fetch: cappedFetch, ...(baseURL ? { baseURL } : {}) })(
      env.EARMARK_MODEL,
    );
  if (!baseURL) return null;
  return late.openAiCompatible().createOpenAICompatible({
    name: 'earmark',
    apiKey,
    baseURL,
    fetch: cappedFetch,
    supportsStructuredOutputs: env.EARMARK_MODEL_JSON === 'schema',
    transformRequestBody: (body) =>
      env.EARMARK_MODEL_TIER ? { ...body, service_tier: env.EARMARK_MODEL_TIER } : body,
  })(env.EARMARK_MODEL);
}
