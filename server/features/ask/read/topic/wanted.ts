import type { Wanted } from '#server/features/ask/read/reading.ts';
import { blankedOut } from '#server/platform/pattern.ts';

/** "What numbers did they give", but not "the number of users" or "beat the numbers". */
const ASKS_FOR_FIGURES =
  /\b(?:(?:what|which|any|some|exact|specific|hard|actual|concrete)(?: (?:exact|specific|hard|actual|concrete|other))? |(?:give (?:me|us)|what(?:['’]re| are| were)) the |in |with )(?:numbers|figures|stats|statistics)\b(?! of\b)/gi;
/** "Why?", "And why is that?", "What were their reasons?": nothing else is asked. */
const ASKS_FOR_REASONS =
  /^\W*(?:(?:and|but|so|ok(?:ay)?),? )*(?:why(?: (?:so|(?:is|was) (?:that|this|it)(?: so)?|(?:do|did|does) (?:they|he|she) (?:think|say|believe|argue|feel) (?:so|that|this|it)))?|how (?:come|so)|(?:for|on) (?:what|which) (?:reasons?|grounds?)|(?:what|which) (?:reasons?|grounds) (?:do|did|does) (?:they|he|she) (?:give|have|name|state)|what(?:['’]s| is| was| are| were) (?:the|their|his|her) (?:reasons?|reasoning|rationale|logic|grounds?)(?: for (?:that|this|it))?)\W*$/i;

/** What the statements must tell that a question asks for; null for anything. */
export function wantedIn(text: string): Wanted | null {
  if (ASKS_FOR_REASONS.test(text)) return 'reasons';
  return text.search(ASKS_FOR_FIGURES) >= 0 ? 'figures' : null;
}

/** A question with the words that ask for figures, which no speaker says, blanked out. Keeps its length. */
export function withoutWanted(text: string): string {
  return blankedOut(text, ASKS_FOR_FIGURES);
}

const UNIT =
  '(?:%|percent|percentage|basis points|bps|x|bn|billion|million|trillion|thousand|hundred|dollars|cents|times|years?|months?|days|gigawatts?|megawatts?|tokens|users|customers|people|employees)';
const SPELLED =
  '(?:one|two|three|four|five|six|seven|eight|nine|ten|twenty|thirty|forty|fifty|half a|a|several)';
/** Surely a figure, with what it counts: a name holds digits, too. `holdsFigure` hears more, since what it does not hear is denied. */
const SURE_FIGURE = new RegExp(
  `[$€£]\\s?\\d|\\b\\d[\\d.,]*\\s?${UNIT}(?!\\p{L})|\\b\\d{1,3}(?:,\\d{3})+\\b|\\b\\d+\\.\\d+\\b|\\b${SPELLED} (?:percent|hundred|thousand|million|billion|trillion)\\b`,
  'iu',
);
/** What somebody argues is the reason for their side. */
const REASON =
  /\b(?:because|since (?!\d)|due to|owing to|thanks to|so that|therefore|driven by|as a result|the reason|reasons? (?:why|is)|that['’]?s why|which is why|this is why|given that|which means)\b/i;

/** Whether a statement tells what is wanted. */
export function tellsWanted(wants: Wanted | null, words: string): boolean {
  if (wants === null) return true;
  return (wants === 'figures' ? SURE_FIGURE : REASON).test(words);
}
