import { NAMES_BEFORE } from '#server/language/speech/grammar.ts';
import type { Span } from '#server/language/tone.ts';

const OWNER =
  "(?:i|we|i'm|we're|i am|we are|i've|we've|i'd|we'd|i would|we would|you should|you want to|i want to)";
const LEAD = `(?:\\b${OWNER}\\b[^.;]{0,24}?|^)`;
const BUY_BEFORE = new RegExp(
  `(?:${LEAD}\\b(?:long|bullish on|overweight|a buyer of|buying|bet on|betting on)|\\blong|\\bbullish on|\\boverweight)(?: the| more| some| into| on)?\\s+${NAMES_BEFORE}$`,
  'i',
);
const SELL_BEFORE = new RegExp(
  `(?:${LEAD}\\b(?:short(?:ing)?|bearish on|underweight|a seller of|avoid(?:ing)?|staying away from|stay away from)|\\bshort(?:ing)?|\\bbearish on|\\bunderweight|\\bbet against)(?: the| more| some| all(?: of)?(?: my| our)?)?\\s+${NAMES_BEFORE}$`,
  'i',
);
const DENIED = /\b(?:not|never|\w+n't|no longer|stop(?:ped)?)\b/i;
const AFTER_LONG =
  /^(?:'s)?\s+(?:is|are|looks?|seems?|remains?)\s+(?:still |so |very |really |massively |totally |just )*(?:a buy|undervalued|underpriced|underappreciated|underrated|too cheap|a screaming buy|a bargain|a steal|mispriced)\b/i;
const AFTER_SHORT =
  /^(?:'s)?\s+(?:is|are|looks?|seems?|remains?)\s+(?:still |so |very |really |massively |totally |just |a )*(?:sell|short(?! (?:of|on)\b|[ -](?:term|sighted|lived))|overvalued|overpriced|overhyped|overrated|too expensive|cheap for a reason|a value trap|value trap|uninvestable|dead money|in a bubble|a bubble)\b/i;

/** A position taken on a subject in one sentence: above 0 for long, below 0 for short, 0 when none is stated. */
export function positionOn(text: string, own: readonly Span[]): number {
  let position = 0;
  for (const span of own) {
    const before = text.slice(0, Math.max(0, span.start));
    const after = text.slice(span.end);
    const denied = DENIED.test(before.slice(-40)) ? -1 : 1;
    if (SELL_BEFORE.test(before)) position -= 2 * denied;
    else if (BUY_BEFORE.test(before)) position += 2 * denied;
    if (AFTER_LONG.test(after)) position += 2;
    if (AFTER_SHORT.test(after)) position -= 2;
  }
  return position;
}
