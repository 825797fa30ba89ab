import { anyOf } from '#server/features/ask/read/advice/word-list.ts';

/**
 * How a question asks for a trade decision. The first group is put to us or about the asker, the second asks for a
 * verdict in general: the same words about what a show said are research.
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
  /** What was matched is an act on a thing: it must not be a car, a book or an episode. */
  readonly acts?: true;
  /** What was matched is about a price: it must not be about rates, costs or sales. */
  readonly prices?: true;
};

/** A sum, a share or a count. */
export const NUMBER = '\\$?\\d[\\d,.]*(?:k|m|bn?|t|x|%)?';
/** Words of judgement on an act. */
export const WORTH = anyOf('worth');
