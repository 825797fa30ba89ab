/** A sentence cut at each mention of whom or what it is read for: "I like ", " more than Ford" for Tesla. */
export type Aimed = { readonly around: readonly string[] };

/** Tokens of an aimed sentence, which are `from` to before `to`; those of its target are at `targets`, or all of the sentence if it does not name it. */
export type AimedTokens = {
  readonly tokens: readonly number[];
  readonly from: number;
  readonly to: number;
  readonly targets: readonly number[];
};

/** Tokens of BERT's vocabulary: `[CLS]` opens a text, `[SEP]` ends it or a part of it, `[MASK]` stands for the target. */
const OPENS = 101;
export const ENDS = 102;
const TARGET = 103;
/** Most tokens read of a sentence. */
const READ = 110;

/** Tokens of an aimed sentence. `encode` returns the tokens of a text without `[CLS]` and `[SEP]`. */
export function aimedTokens({ around }: Aimed, encode: Encode): AimedTokens {
  return placedTokens([], around, READ, [], encode);
}

export type Encode = (text: string) => readonly number[];

/** Tokens of a sentence, at most `most` of them, after and before others. */
export function placedTokens(
  before: readonly number[],
  around: readonly string[],
  most: number,
  after: readonly number[],
  encode: Encode,
): AimedTokens {
  const own = around.flatMap((part, i) => [...(i === 0 ? [] : [TARGET]), ...encode(part)]).slice(0, most);
  const from = before.length + 1;
  const named = own.flatMap((token, i) => (token === TARGET ? [from + i] : []));
  return {
    tokens: [OPENS, ...before, ...own, ENDS, ...after],
    from,
    to: from + own.length,
    targets: named.length > 0 ? named : own.map((_, i) => from + i),
  };
}

/** Weights of three mean states for each score: of the sentence's tokens, of all tokens, of the target's. */
export type Head = { readonly weights: Float32Array; readonly bias: Float32Array };

/** What a head makes of an aimed sentence, a score for each of its biases. `states` are the token states, one after another. */
export function scoresOf(
  states: Float32Array,
  { tokens, from, to, targets }: AimedTokens,
  head: Head,
): Float32Array {
  const width = states.length / tokens.length;
  const all = tokens.map((_, i) => i);
  const read = [all.slice(from, to), all, targets].flatMap((places) => [...meanAt(states, width, places)]);
  return head.bias.map((bias, kind) =>
    read.reduce((sum, value, i) => sum + value * head.weights[kind * read.length + i]!, bias),
  );
}

function meanAt(states: Float32Array, width: number, places: readonly number[]): Float32Array {
  return Float32Array.from({ length: width }, (_, i) => {
    return places.reduce((sum, place) => sum + states[place * width + i]!, 0) / Math.max(1, places.length);
  });
}

/** The log-chances of scores of which one holds: that a sentence is neutral on its target, for it, and against it. */
export function logChances(scores: Float32Array): Float32Array {
  const most = Math.max(...scores);
  const total = most + Math.log(scores.reduce((sum, score) => sum + Math.exp(score - most), 0));
  return scores.map((score) => score - total);
}
