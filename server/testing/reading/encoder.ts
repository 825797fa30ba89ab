import { type Encoder, shareEncoder } from '#server/reader/encoder.ts';
import { normalised } from '#server/reader/vectors.ts';

/**
 * Replaces this process's encoder by one for which texts mean the same when they hold phrases of the same group; texts without
 * such a phrase resemble none. Services need the setting EARMARK_ENCODER on.
 */
export function shareEncoderOf(groups: readonly (readonly string[])[]): void {
  const encode = (text: string) =>
    normalised(
      Float32Array.of(
        ...groups.map((phrases) => (phrases.some((phrase) => text.toLowerCase().includes(phrase)) ? 1 : 0)),
        0.1,
      ),
    );
  shareEncoder(encoderBy(encode));
}

/** Makes this process's encoder unavailable. */
export function shareNoEncoder(): void {
  shareEncoder({
    embed: async () => null,
    state: async () => ({ kind: 'missing', reason: 'The test took it away.' }),
    close: async () => undefined,
  });
}

function encoderBy(encode: (text: string) => Float32Array): Encoder {
  return {
    // Sentences in context are not encoded.
    embed: async (texts) =>
      texts.map((text) => (typeof text === 'string' ? encode(text) : Float32Array.of(0))),
    state: async () => ({ kind: 'ready' }),
    close: async () => undefined,
  };
}
