import { anyOf } from '#server/features/ask/read/advice/word-list.ts';

/**
 * How a question asks for a trade decision. The first group is put to us or is about the asker. The second asks for a verdict
 * in general: the same words about what a show said are research.
 */
export type AdviceKind =
  | 'decision'
  | 'answerer'
  | 'holding'
  | 'sizing'
  | 'making'
  | 'role_play'
  | 'request'
  | 'verdict'
  | 'choice'
  | 'price';

export type AdviceRule = {
  readonly kind: AdviceKind;
  readonly pattern: RegExp;
  /** The match is an act on a thing, which must be no car, book or episode. */
  readonly acts?: true;
  /** The match is about a price, which must be no rate, cost or sale. */
  readonly prices?: true;
};

/** A sum, a share or a count. */
export const NUMBER = '\\$?\\d[\\d,.]*(?:k|m|bn?|t|x|%)?';
/** Words of judgement on an act. */
export const WORTH = anyOf('worth');
