import type { Text } from '#server/reader/amid.ts';
import { type Encoder, shareEncoder } from '#server/reader/encoder.ts';
import { normalised } from '#server/reader/vectors.ts';

/**
 * Replaces this process's encoder by one for which texts mean the same when they contain phrases of the same group; a text without
 * any of them resembles no other. Services need the setting EARMARK_ENCODER on.
 */
export function shareEncoderOf(groups: readonly (readonly string[])[]): void {
  shareEncoder(encoderBy((text) => meaningIn(text, groups)));
}

/** The same, but encoding fails for texts that contain `phrase`. */
export function shareEncoderFailingAt(groups: readonly (readonly string[])[], phrase: string): void {
  const encoder = encoderBy((text) => meaningIn(text, groups));
  const fails = (text: Text) => typeof text === 'string' && text.toLowerCase().includes(phrase);
  shareEncoder({ ...encoder, embed: async (texts) => (texts.some(fails) ? null : encoder.embed(texts)) });
}

function meaningIn(text: string, groups: readonly (readonly string[])[]): Float32Array {
  const words = text.toLowerCase();
  return normalised(
    Float32Array.of(
      ...groups.map((phrases) => (phrases.some((phrase) => words.includes(phrase)) ? 1 : 0)),
      0.1,
    ),
  );
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
