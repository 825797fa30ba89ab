import { type Aimed, type AimedTokens, ENDS, type Encode, placedTokens } from '#server/reader/aimed.ts';

/** An aimed sentence amid what is said before and after it; '' where nothing is. */
export type Amid = Aimed & { readonly before: string; readonly after: string };

/**
 * Input of the encoder. A string gives the vector of its meaning, an aimed sentence its sentiment by layers tuned on that, one amid
 * others the opinion of layers tuned on cards.
 */
export type Text = string | Aimed | Amid;

/** Most tokens read of the text before, of the sentence, and of the text after. */
const READ = { before: 48, said: 90, after: 32 };

/** Tokens of a sentence and its surroundings. `encode` returns the tokens of a text without `[CLS]` and `[SEP]`. */
export function amidTokens({ before, around, after }: Amid, encode: Encode): AimedTokens {
  const [opening, closing] = [encode(before).slice(-READ.before), encode(after).slice(0, READ.after)];
  return placedTokens([...opening, ENDS], around, READ.said, [...closing, ENDS], encode);
}
