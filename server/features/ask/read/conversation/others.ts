import type { QuestionReading } from '#server/features/ask/read/reading.ts';

/** Asks for another opinion than the one told. */
const DISAGREES =
  /\b(?:disagree\w*|other side|counter\W?argument\w*|against (?:it|that|this)|push(?:ed|es)? back)\b/i;

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

/** Whether a question asks what others said than those who spoke before: "And what did others argue?". */
export function asksWhoElse({ text, query, shows }: QuestionReading): boolean {
  if (!OTHERS.test(text) || shows.length > 0) return false;
  return !/\bothers\b/i.test(text) || query.asked.length === 0 || SPEAKING.test(text);
}

/** Whether a question asks who disagreed with what it speaks of, or who else spoke. */
export function asksForOthers(reading: QuestionReading): boolean {
  return asksWhoDisagreed(reading) || asksWhoElse(reading);
}
