import type { Mention } from '#server/ingest/extract/subjects/mentions.ts';

/** An explicit relative trade in a sentence: the first is preferred to the second. */
export type RelativeTrade = { readonly preferred: Mention; readonly other: Mention };

const LONG_BEFORE =
  /\b(?:long|buy(?:ing)?|own(?:ing)?|overweight|pick|rather (?:own|buy|be in|have)|prefer)\s+(?:the\s+)?$/i;
const SHORT_BETWEEN =
  /^[\s,]*(?:and |but |versus |vs\.? |then )?(?:(?:i'?m |we'?re |i'?d |go |be )?(?:short(?:ing)?|sell(?:ing)?|underweight))\s+(?:the\s+)?$/i;
const OVER_BETWEEN =
  /^(?:'s)?\s+(?:stock |shares |equity )?(?:over|against|rather than|instead of|relative to|(?:is|are|looks?)\s+(?:\w+\s+){0,3}(?:cheaper|better value|more (?:reasonably|attractively) priced|a better (?:buy|bet|business|investment|stock))\s+than)\s+(?:the\s+)?$/i;
const MORE_PRICED =
  /^(?:'s)?\s+(?:stock |shares |equity )?(?:i think |we think )?(?:is|are|looks?)\s+(?:\w+\s+){0,2}(?:cheaper|more (?:reasonably|attractively|fairly) (?:priced|valued)|better value|a better (?:buy|bet|business|investment|stock))\s+than\s+(?:the\s+)?$/i;

/** Long one and short the other, or one preferred at its price; else null. */
export function relativeTradeIn(text: string, mentions: readonly Mention[]): RelativeTrade | null {
  const named = mentions.filter((mention) => mention.start >= 0);
  for (let i = 0; i + 1 < named.length; i += 1) {
    const first = named[i] as Mention;
    const second = named[i + 1] as Mention;
    if (first.subject.key === second.subject.key) continue;
    const before = text.slice(0, first.start);
    const between = text.slice(first.end, second.start);
    const long = LONG_BEFORE.test(before);
    if (long && (SHORT_BETWEEN.test(between) || OVER_BETWEEN.test(between)))
      return { preferred: first, other: second };
    const themes = [first, second].some((mention) => mention.subject.kind === 'theme');
    if (!themes && MORE_PRICED.test(between)) return { preferred: first, other: second };
  }
  return null;
}
