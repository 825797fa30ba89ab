/** Alternatives for a pattern: words for how somebody leans. */
export const LEANING =
  'bullish|bearish|positive|negative|optimistic|pessimistic|cautious|neutral|s[ck]eptical';

/** Sources of patterns for what goes right and wrong, but not "going right now". */
const WENT = '(?:go(?:es|ing|ne)?|went) (?:so |very |badly )?';
export const WENT_RIGHT = `${WENT}right(?! (?:now|away|after|before|back|into|up|down)\\b)`;
export const WENT_WRONG = `${WENT}wrong`;
