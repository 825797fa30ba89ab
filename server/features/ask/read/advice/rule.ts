import { anyWording } from '#server/features/ask/read/advice/wordings.ts';

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
  | 'picking'
  | 'role_play'
  | 'request'
  | 'verdict'
  | 'choice'
  | 'price';

export type AdviceRule = {
  readonly kind: AdviceKind;
  /** A question that this rule is the first to find. */
  readonly example: string;
  readonly pattern: RegExp;
  /** What the match is about: an act on a thing, which must be no car, book or episode; a price, which must be no rate or cost. */
  readonly about: 'act' | 'price' | null;
};

function ruleOf(kind: AdviceKind) {
  return (example: string, pattern: RegExp, about: AdviceRule['about'] = null): AdviceRule => ({
    kind,
    example,
    pattern,
    about,
  });
}

/** Makes a rule of each kind: `asks.price('How high can gold go?', ...)`. */
export const asks = {
  decision: ruleOf('decision'),
  answerer: ruleOf('answerer'),
  holding: ruleOf('holding'),
  sizing: ruleOf('sizing'),
  request: ruleOf('request'),
  verdict: ruleOf('verdict'),
  choice: ruleOf('choice'),
  price: ruleOf('price'),
};

/** A sum, a share or a count. */
export const NUMBER = '\\$?\\d[\\d,.]*(?:k|m|bn?|t|x|%)?';
/** Words of judgement on an act. */
export const WORTH = anyWording('worth');
