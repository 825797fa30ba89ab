/** Alternatives for a pattern: words for how somebody leans. */
export const LEANING =
  'bullish|bearish|positive|negative|optimistic|pessimistic|cautious|neutral|s[ck]eptical';

/** Source of a pattern for another opinion than the one told: "the opposite", "an opposing view", "otherwise". */
export const OTHERWISE =
  '(?:\\b(?:the |an? |any )?(?:opposite|opposing|contrary|contrarian|dissenting)(?: (?:view|side|case|argument|opinion|take|voice|position|stance|thing)s?)?\\b(?! (?:of|to|end|effect|direction)\\b)|\\b(?:otherwise|differently)\\b)';

/** Sources of patterns for what goes right and wrong, but not "going right now". */
const WENT = '(?:go(?:es|ing|ne)?|went) (?:so |very |badly )?';
export const WENT_RIGHT = `${WENT}right(?! (?:now|away|after|before|back|into|up|down)\\b)`;
export const WENT_WRONG = `${WENT}wrong`;
