/** A sentence amid what is said before and after it; '' where nothing is. */
export type Amid = { readonly before: string; readonly said: string; readonly after: string };

/** What the encoder reads: a text, for a vector of its meaning; or a sentence amid others, for what the tuned layers think of it. */
export type Text = string | Amid;

/** Token numbers of BERT's vocabulary: what opens a text, and what ends a part of it. */
const OPENS = 101;
const ENDS = 102;
/** So many tokens are read of what stands before, of the sentence, and of what follows. */
const READ = { before: 48, said: 90, after: 32 };

/** A sentence and its surroundings as the tuned layers read them; `from` and `to` bound the tokens of the sentence. */
export type AmidTokens = { readonly tokens: readonly number[]; readonly from: number; readonly to: number };

/** `encode` gives the tokens of a text between its two marks. */
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
