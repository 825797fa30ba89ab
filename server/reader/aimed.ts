/** A sentence cut at each mention of whom or what it is read for: "I like ", " more than Ford" for Tesla. */
export type Aimed = { readonly around: readonly string[] };

/** Tokens of an aimed sentence; those of its target are at `targets`, or all of the sentence if it does not name it. */
export type AimedTokens = { readonly tokens: readonly number[]; readonly targets: readonly number[] };

/** Tokens of BERT's vocabulary: `[CLS]` opens a text, `[SEP]` ends it, `[MASK]` stands for the target. */
const OPENS = 101;
const ENDS = 102;
const TARGET = 103;
/** Most tokens read of a sentence. */
const READ = 110;

/** Tokens of an aimed sentence. `encode` returns the tokens of a text without `[CLS]` and `[SEP]`. */
export function aimedTokens({ around }: Aimed, encode: (text: string) => readonly number[]): AimedTokens {
  const own = around.flatMap((part, i) => [...(i === 0 ? [] : [TARGET]), ...encode(part)]).slice(0, READ);
  const named = own.flatMap((token, i) => (token === TARGET ? [i + 1] : []));
  return {
    tokens: [OPENS, ...own, ENDS],
    targets: named.length > 0 ? named : own.map((_, i) => i + 1),
  };
}

/** Weights of three mean states for each kind of sentiment: of the sentence's tokens, of all tokens, of the target's. */
export type SentimentHead = { readonly weights: Float32Array; readonly bias: Float32Array };

/**
 * The log-chances that a sentence is neutral on its target, for it, and against it, in this order. `states` are the token states,
 * one after another.
 */
export function sentimentOf(
  states: Float32Array,
  { tokens, targets }: AimedTokens,
  head: SentimentHead,
): Float32Array {
  const width = states.length / tokens.length;
  const all = tokens.map((_, i) => i);
  const read = [all.slice(1, -1), all, targets].flatMap((places) => [...meanAt(states, width, places)]);
  const scores = head.bias.map((bias, kind) =>
    read.reduce((sum, value, i) => sum + value * head.weights[kind * read.length + i]!, bias),
  );
  const most = Math.max(...scores);
  const total = most + Math.log(scores.reduce((sum, score) => sum + Math.exp(score - most), 0));
  return scores.map((score) => score - total);
}

function meanAt(states: Float32Array, width: number, places: readonly number[]): Float32Array {
  return Float32Array.from({ length: width }, (_, i) => {
    return places.reduce((sum, place) => sum + states[place * width + i]!, 0) / Math.max(1, places.length);
  });
}
