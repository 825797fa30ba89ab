import { generateText, streamText } from 'ai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadEnv } from '#server/platform/env.ts';
import { languageModel } from '#server/platform/language-model/provider.ts';
import { type ModelServer, modelServer } from '#server/testing/servers/model-server.ts';

const KEY = 'sk-secret-123';
let server: ModelServer;
beforeAll(async () => {
  server = await modelServer();
});
afterAll(() => server.close());

function asked(apiKey: string) {
  const env = {
    ...loadEnv(),
    EARMARK_MODEL_PROVIDER: 'openai-compatible' as const,
    EARMARK_MODEL: 'local',
    EARMARK_MODEL_BASE_URL: server.url,
    EARMARK_MODEL_API_KEY: apiKey,
  };
  server.replies = [{ status: 401, message: `Incorrect API key provided: ${apiKey}.` }];
  return { model: languageModel(env)!, prompt: 'Hello', maxRetries: 0 };
}

describe('the errors of a model', () => {
  it('hold no key that its server repeats', async () => {
    await expect(generateText(asked(KEY))).rejects.toMatchObject({
      message: 'Incorrect API key provided: [key].',
      stack: expect.not.stringContaining(KEY),
    });
  });

  it('hold none where the answer is streamed', async () => {
    const errors: unknown[] = [];
    await streamText({ ...asked(KEY), onError: ({ error }) => void errors.push(error) }).consumeStream();
    expect(errors).toMatchObject([{ message: 'Incorrect API key provided: [key].' }]);
  });

  it('keep a placeholder that local servers take for a key', async () => {
    await expect(generateText(asked('ollama'))).rejects.toThrow('Incorrect API key provided: ollama.');
  });
});
