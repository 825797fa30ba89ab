/** Alternatives for a pattern: words for how somebody leans. */
export const LEANING =
  'bullish|bearish|positive|negative|optimistic|pessimistic|cautious|neutral|s[ck]eptical';
