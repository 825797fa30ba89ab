import type { LanguageModelMiddleware } from 'ai';

/** A shorter key is a placeholder for a local server ("ollama"), which may be part of ordinary words. */
const LEAST_KEY = 8;

/** Removes the API key from every error of a model. Servers echo it in error messages, which are logged and shown. */
export function withoutKey(apiKey: string): LanguageModelMiddleware {
  const strike = (text: string) => (apiKey.length < LEAST_KEY ? text : text.replaceAll(apiKey, '[key]'));
  const fail = (error: unknown): never => {
    throw struck(error, strike);
  };
  return {
    wrapGenerate: async ({ doGenerate }) => Promise.resolve(doGenerate()).catch(fail),
    wrapStream: async ({ doStream }) => {
      const { stream, ...rest } = await Promise.resolve(doStream()).catch(fail);
      type Part = typeof stream extends ReadableStream<infer One> ? One : never;
      const parts = new TransformStream<Part, Part>({
        transform: (part, controller) =>
          controller.enqueue(part.type === 'error' ? { ...part, error: struck(part.error, strike) } : part),
      });
      return { ...rest, stream: stream.pipeThrough(parts) };
    },
  };
}

/** The same error, with `strike` applied to its message and those of its causes. */
function struck(error: unknown, strike: (text: string) => string): unknown {
  if (typeof error === 'string') return strike(error);
  for (let at = error; at instanceof Error; at = at.cause) {
    // Assign only if needed: the message of a DOMException is read-only.
    if (strike(at.message) !== at.message) at.message = strike(at.message);
    if (at.stack && strike(at.stack) !== at.stack) at.stack = strike(at.stack);
  }
  return error;
}
