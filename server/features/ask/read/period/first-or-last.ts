import { LEANING } from '#server/features/ask/read/leaning.ts';

/** To speak of something, as a question asks for it. */
export const SPEAKING =
  '(?:say|said|says|speak|spoke|spoken|talk(?:ed)?|mention(?:ed|s)?|discuss(?:ed)?|argue[ds]?|cover(?:ed)?|think|thought|disagree[ds]?|agree[ds]?|bullish|bearish|positive|negative|optimistic|pessimistic|turned|came? up|brought up|heard|raised?)';
const SPEAKER = '(?:person|show|guest|podcast|episode|one|speaker) (?:to|that|who)';
/** "The first time anyone mentioned". */
const TIME_OF = `time (?:that |when )?(?:\\w+ ){0,3}?${SPEAKING}`;
/** "The newest ideas", "the most recent bearish argument". */
const IDEAS = `(?:(?:${LEANING}|few|two|three) )?(?:ideas|idea|arguments?|statements?)\\b(?! of\\b)`;
/** A question ends, another may follow. */
const END = '(?:\\W*$|\\s*\\?)';

/** "Who was the first to mention", "the earliest time". */
const FIRST = new RegExp(
  `\\b(?:first|earliest|oldest) (?:time|mention|to ${SPEAKING}|${SPEAKING}|${SPEAKER}|${IDEAS})|\\b${SPEAKING} (?:first|for the first time)\\b|\\b${SPEAKING}\\b[^?]{0,40}(?<! the) first${END}`,
  'i',
);
/** "The latest mention", "who spoke of it last". */
const LAST = new RegExp(
  `\\b(?:last|latest|newest|most recent) (?:mention|to ${SPEAKING}|${SPEAKING}|${TIME_OF}|${SPEAKER}|${IDEAS})|\\b${SPEAKING} (?:last|most recently)${END}`,
  'i',
);
const IDEAS_IN_TIME = new RegExp(`\\b(?:first|earliest|oldest|last|latest|newest|most recent) ${IDEAS}`, 'i');

/** Whether a question asks for the first or the last of what was said; null for neither. */
export function firstOrLast(text: string): 'first' | 'last' | null {
  if (FIRST.test(text)) return 'first';
  return LAST.test(text) ? 'last' : null;
}

/** Whether a question asks for the first or the last ideas, whatever they are on: "the newest ideas". */
export function asksForIdeasInTime(text: string): boolean {
  return IDEAS_IN_TIME.test(text);
}
