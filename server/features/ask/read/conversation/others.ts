import { OTHERWISE } from '#server/features/ask/read/leaning.ts';
import type { QuestionReading, Side } from '#server/features/ask/read/reading.ts';

/** Who may disagree on a show; what a company objects to is told of it. */
const SOMEBODY = '(?:who|(?:any|some|no) ?(?:one|body)|hosts?|guests?|speakers?)';
/** Before "against it": a lawsuit against it is no argument. */
const ARGUED =
  '(?:(?:argu\\w*|sp[eo]a?ke?\\w*|said|says?)(?: \\w+)?|(?:the|any|an?)(?: (?:bull|bear|best|strongest|main))? (?:case|points?)(?: made)?)';
/** Asks for another opinion than the one told. */
const DISAGREES = new RegExp(
  `\\b(?:(?:disagree|dissent)\\w*|${SOMEBODY} (?:(?:has|have|would|ever|also|else) )?(?:(?:object|dispute)(?:s|d|ed)?|push(?:es|ed)? back)|any (?:objections?|push[- ]?back)|other side|counter\\W?argument\\w*|(?:${ARGUED}|${SOMEBODY}(?: is| was| else)?) against (?:it|that|this|them))\\b|${OTHERWISE}`,
  'i',
);

/** "And who argued against it?", "Anyone for it?": "it" is the subject, or the case that was asked for. */
const ON_IT = new RegExp(
  `(?:^\\W*(?:(?:and|but|so|ok(?:ay)?),? )*|\\b(?:${ARGUED}|anyone|anybody|someone|who|is|are|was|were) )(?:(against)|(?:in favou?r of|for)) (?:it|them|this|that)\\W*$`,
  'i',
);

/** Asks for others than those who spoke. */
const OTHERS =
  /\b(?:others|(?:an)?other (?:shows?|podcasts?|hosts?|guests?|speakers?|people|voices|analysts)|(?:any|every|some|no) ?(?:one|body) else|who else|the rest(?! of\b))\b/i;

/** Words of speech; without one, "compared with others" asks for nobody's words. */
const SPEAKING =
  /\b(?:say|said|says|saying|argue\w*|think\w*|thought|claim\w*|believe\w*|disagree\w*|agree\w*|talk\w*|discuss\w*|mention\w*|see|saw|view\w*|opinion\w*|take|make)\b/i;

/** Whether a question asks who disagreed with what was said before. */
export function asksWhoDisagreed({ text }: QuestionReading): boolean {
  return DISAGREES.test(text);
}

/** The side on "it" that a question asks for: bearish for "who argued against it?", bullish for "and for it?"; null for neither. */
export function sideOnIt(text: string): Side | null {
  const match = ON_IT.exec(text);
  if (match === null) return null;
  return match[1] === undefined ? 'bullish' : 'bearish';
}

/** Whether a question asks what others said than those who spoke before: "And what did others argue?". */
export function asksWhoElse({ text, query, shows }: QuestionReading): boolean {
  if (!OTHERS.test(text) || shows.length > 0) return false;
  return !/\bothers\b/i.test(text) || query.asked.length === 0 || SPEAKING.test(text);
}

/** Whether a question asks who disagreed with what it speaks of, or who else spoke. */
export function asksForOthers(reading: QuestionReading): boolean {
  return asksWhoDisagreed(reading) || asksWhoElse(reading);
}
