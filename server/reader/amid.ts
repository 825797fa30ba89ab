import type { Aimed } from '#server/reader/aimed.ts';

/** A sentence amid what is said before and after it; '' where nothing is. */
export type Amid = { readonly before: string; readonly said: string; readonly after: string };

/**
 * Input of the encoder. A string gives the vector of its meaning, a sentence amid others the opinion of layers tuned on cards, an
 * aimed sentence its sentiment by layers tuned on that.
 */
export type Text = string | Amid | Aimed;

/** Tokens of BERT's vocabulary: `[CLS]` opens a text, `[SEP]` ends each part. */
const OPENS = 101;
const ENDS = 102;
/** Most tokens read of the text before, of the sentence, and of the text after. */
const READ = { before: 48, said: 90, after: 32 };

/** Tokens of a sentence and its surroundings. Those of the sentence are `from` to before `to`. */
export type AmidTokens = { readonly tokens: readonly number[]; readonly from: number; readonly to: number };

/** Tokens for the tuned layers. `encode` returns the tokens of a text without `[CLS]` and `[SEP]`. */
export function amidTokens(
  { before, said, after }: Amid,
  encode: (text: string) => readonly number[],
): AmidTokens {
  const own = encode(said).slice(0, READ.said);
  const opening = [OPENS, ...encode(before).slice(-READ.before), ENDS];
  return {
    tokens: [...opening, ...own, ENDS, ...encode(after).slice(0, READ.after), ENDS],
    from: opening.length,
    to: opening.length + Math.max(1, own.length),
  };
}
