import { stem, termsOf } from '#server/language/terms.ts';

/** Whether a question asks for a number, and whether words hold one of that kind on that matter. Pure. */

/** "How much", "what price", "what was the revenue": asks for a number. "What numbers" of no thing is read elsewhere (`read/topic/wanted.ts`). */
const ASKS =
  /\b(?:how (?:much|many|big|large|fast|high|low)\b(?! (?:do|does|did) (?:they|he|she|it|we|the hosts?|the guests?) (?:care|matter|agree|like)\b)|(?:at |for |to )?what (?:(?:was|is|were|are) )?(?:(?:the|its|their|his|her) )?(?:\p{L}+(?:['’]s)? ){0,3}?(?:price|arr|revenues?|sales|valuations?|market cap|margins?|growth rate|multiple|capex|run[- ]rate|percentage|share of|offer|bid|cost)\b)/iu;

const MONEY =
  /[$€£]\s?\d|\b(?:\d[\d,.]*|one|two|three|four|five|six|seven|eight|nine|ten|\w+teen|\w+ty|hundreds?|half a)[ -](?:(?:hundred|thousand|point \w+) ?)?(?:k|m|mm|b|bn|million|billion|trillion|dollars|bucks|euros)\b|\b\d[\d,.]*(?:k|m|mm|b|bn)\b/i;
const PART = /\b\d[\d,.]*\s?(?:%|percent|per cent|basis points|bps)|\b\w+ (?:percent|per cent)\b/i;
const TIMES = /\b\d[\d,.]*\s?(?:x|times)\b/i;
const ANY = /\d|\b(?:hundred|thousand|million|billion|trillion|dozen|percent)s?\b/i;

/** What a number is asked of, how words speak of the same, and the figures that tell it. The first that a question asks for counts. */
const MEASURES: readonly {
  readonly asked: RegExp;
  readonly said: RegExp;
  readonly figures: readonly RegExp[];
}[] = [
  {
    asked: /\b(?:revenues?|sales|arr|run[- ]rate|turnover|bookings)\b/i,
    said: /\b(?:revenues?|sales|ARR?|run[- ]rate|turnover|bookings|in recurring)\b/i,
    figures: [MONEY],
  },
  {
    asked: /\b(?:valuations?|valued|worth|market cap)\b/i,
    said: /\b(?:valuations?|valued|worth|market cap|(?:pre|post)[- ]money|(?:billion|trillion)[- ]dollar (?:company|business))\b/i,
    figures: [MONEY],
  },
  { asked: /\bmargins?\b/i, said: /\bmargins?\b/i, figures: [PART] },
  { asked: /\bmultiples?\b/i, said: /\bmultiples?|times|\d ?x\b/i, figures: [TIMES] },
  {
    asked: /\b(?:growth|grow\w*|fast)\b/i,
    said: /\b(?:gr[eo]w\w*|doubl\w+|tripl\w+|increas\w+|year over year)\b/i,
    figures: [PART, TIMES, MONEY],
  },
  {
    asked: /\b(?:capex|capital expenditures?|spen[dt]\w*|invest\w*)\b/i,
    said: /\b(?:capex|capital expenditures?|spen[dt]\w*|invest\w*)\b/i,
    figures: [MONEY],
  },
  { asked: /\bcost\w*\b/i, said: /\bcost\w*\b/i, figures: [MONEY] },
  {
    asked: /\b(?:rais\w+|funding|round)\b/i,
    said: /\b(?:rais\w+|funding|rounds?)\b/i,
    figures: [MONEY],
  },
  {
    asked: /\b(?:pay\w*|paid|bid|offer\w*|buy\w*|bought|acqui\w+|price|takeover)\b/i,
    said: /\b(?:pay\w*|paid|bids?|offer\w*|buy\w*|bought|acqui\w+|prices?|takeover|take over|purchase\w*|deal)\b/i,
    figures: [MONEY],
  },
];

/** Tells whether words hold a figure that a question may ask for. */
export type HoldsFigure = (words: string) => boolean;

/** How to tell whether words hold the number that a question asks for; null when it asks for none. */
export function figureAsked(text: string): HoldsFigure | null {
  if (!ASKS.test(text)) return null;
  const measure = MEASURES.find(({ asked }) => asked.test(text));
  if (measure !== undefined)
    return (words) => measure.said.test(words) && measure.figures.some((figure) => figure.test(words));
  const counted = /\bhow many (?:more |other |new )?(\p{L}+)/iu.exec(text)?.[1];
  if (counted === undefined) return (words) => ANY.test(words);
  return (words) => ANY.test(words) && termsOf(words).includes(stem(counted.toLowerCase()));
}
