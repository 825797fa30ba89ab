/** Alternatives for a pattern: words for how somebody leans. */
export const LEANING =
  'bullish|bearish|positive|negative|optimistic|pessimistic|cautious|neutral|s[ck]eptical';

const VIEW = '(?:view|side|case|argument|opinion|take|voice|stance)s?';
const SEE = '(?:see[sn]?|saw|views?|thinks?|thought|say|says|said|argue[sd]?)';
/** Source of a pattern for another opinion than the one told: "the opposite", "an opposing view", "see it otherwise". */
export const OTHERWISE = `(?:\\b(?:the |an? |any )?(?:opposite|opposing|contrary|contrarian|dissenting) ${VIEW}\\b|\\bthe (?:opposite|contrary)\\b(?=\\s*(?:$|[^\\w\\s]|(?:about|on)\\b))|(?<=\\b(?:${SEE}(?:\\s+(?:it|this|that|so|things))?|(?:see[sn]?|saw|views?)\\s+[\\w&'’-]+)\\s+)(?:otherwise|differently)\\b)`;

/** Sources of patterns for what goes right and wrong, but not "going right now". */
const WENT = '(?:go(?:es|ing|ne)?|went) (?:so |very |badly )?';
export const WENT_RIGHT = `${WENT}right(?! (?:now|away|after|before|back|into|up|down)\\b)`;
export const WENT_WRONG = `${WENT}wrong`;
