import { namesAmount, tellsMeasure, tellsValue } from '#server/features/embeds/valued.ts';
import { tradesTold } from '#server/features/ideas/trading.ts';

/** Which words take a side on an investment, and so stand in no widget. From the text alone. */

/** Words of a side, whoever says them. */
const LOADED =
  /\b(?:(?<!red )bull(?:s|ish\w*)?|bear(?:s|ish\w*| case| market)|neutral|a (?:buy|sell)|(?:growth|value|momentum) (?:stock|trap)|(?:buy|sell|overweight|underweight) rating|price target|sour(?:ed|ing)? on|constructive on)\b/i;
/** Arrows, and pictures of a rise or a fall. */
export const ARROWS =
  /[\u2190-\u21ff\u25b2-\u25c5\u2794-\u27bf\u27f0-\u27ff\u2900-\u297f\u2b00-\u2b11\u2b60-\u2bff🔺🔻🔼🔽⏫⏬📈📉🚀🐂🐻]\ufe0f?/gu;

const DEGREE =
  '(?:(?:now|not|still|also|since|both|very|quite|pretty|more|less|much|so|too|rather|just|always|never|ever|even|net|long-term|short-term|a (?:bit|little|lot)|(?:kind|sort) of|getting|turning|becoming|growing|going|staying|[a-z]+ly) )*';
const BEING =
  '(?:am|are|was|were|be|been|go(?:ne)?|went|stay(?:ed)?|remain(?:ed)?|turn(?:ed)?|become|became|grown?|grew|feel|felt|c[ao]me (?:back|away|out)|c[ao]me round to being)';
const MIGHT =
  "(?:'(?:d|ll|ve)| would(?:n't)?| will| won't| have(?:n't)?| had| should| could| might| may| can|(?: would|'d)? (?:want|need|have|like) to)";
/** "I'm still", "we have since turned", "you want to be". */
const I_AM = `\\b(?:i|we|you)(?:'(?:m|re)|${MIGHT}? ${DEGREE}${BEING}) ${DEGREE}`;

/** No span of time or length: "long-term", "as long as". */
const LONG =
  'long\\b(?!-| (?:term|time|run|way|ago|as|enough|before|past|since|overdue|gone|over|used|lived|lead|periods?|distances?|dead|told|known|believed|argued|accustomed|in the tooth|and|or)\\b)';
/** No want of something: "short of power", "short 5 gigawatts". */
const SHORT =
  'short\\b(?!-| (?:terms?|time|runs?|of|on|by|about|around|roughly|nearly|almost|at|some|sighted|lived|staffed|handed|people|workers|staff|engineers|electricians|nurses|doctors|transformers|power|capacity|supply|compute|homes|houses|and|or|one|two|three|four|five|six|seven|eight|nine|ten|(?:a|tens|hundreds|thousands|millions|billions) (?:of|few|couple|dozen|hundred|thousand|million|billion))\\b| \\d)';
const WEIGHT = '(?:over|under)weight\\b';

/** A position of the speaker's, or one that the listener should take: "I'm long the banks", "we've been underweight". */
const POSITION = new RegExp(`${I_AM}(?:${LONG}|${SHORT}|${WEIGHT}|shorting\\b)`, 'i');

const NAMED = ' (?:the |\\$)?[A-Z][a-z]';
/** A position of anybody's on what is named: "Chanos is short Tesla", "long Vistra, short Constellation". */
const HELD = new RegExp(
  `(?:'s|\\b(?:is|are|was|were|be|been|being|go|goes|going|went|gone|stays?|staying|remains?)) ${DEGREE}(?:long|short|${WEIGHT})(?:${NAMED}| the\\b)|\\b[Ll]ong${NAMED}[^.;]{0,60}\\b(?:short|${WEIGHT})${NAMED}`,
);

/** The speaker's mood towards something: "I've turned negative on", "Positive on". Cash flow and tests turn positive, too. */
const MOOD = new RegExp(
  `(?:${I_AM}|^(?:on [^:]+: )?["“]?)(?:positive|negative|cautious|sour|optimistic|pessimistic|upbeat|balanced|mixed) (?:on|about|towards?)\\b`,
  'i',
);

/** To trade or to keep, and not to buy an argument, sell somebody on it, hold off or own up. */
const TRADE =
  '(?:own\\b(?! (?:up|(?:a|an|the|my) (?:car|house|home))\\b)|touch\\b(?! (?:on|upon|base|the thermostat)\\b)|short\\b(?!-)|buy\\b(?! (?:into|time|that\\b(?! (?:stock|name|one)\\b)|insurance|(?:a|an|the|my) (?:car|house|home)|(?:the|that|this) (?:argument|story|idea|notion|narrative|premise|hype|thesis))\\b)|sell\\b(?! (?:you|them|people) (?:on|that)\\b)|hold\\b(?! (?:off|back|on|out|up|that|my|your|his|her|their|our)\\b))';
const WILLING = '(?:(?:want|like|love|prefer|hesitate|be (?:happy|willing|comfortable|inclined)) to )?';
/** "I would not", "we'd rather", "nor would I ever want to". */
const wouldBy = (who: string) =>
  `\\b(?:${who}(?:'d| would(?: not|n't)?| won't| (?:don't|do not) want to)|would(?:n't)? ${who}) ${DEGREE}${WILLING}`;
/** What the speaker would do with an investment: "I would not own it". */
const I_TRADE = new RegExp(`${wouldBy('i')}${TRADE}`, 'i');
/** A company speaks as "we" of the chips that it would buy: there what is traded must be named or shares. */
const WE_TRADE = new RegExp(
  `${wouldBy('[Ww]e')}${TRADE} (?:it|them|these|those|shares|stocks?|(?:the|this|that) (?:stock|shares|name)|(?:the |\\$)?[A-Z])`,
);

/** Who wins or loses by what is argued: "the big loser will be", "a clear winner". */
const WINNER =
  /\b(?:the|an?|as|be|is|are|was|were)(?: (?:big|bigger|biggest|clear|clearest|obvious|real|ultimate|main|net|huge|likely|only))* (?:winners?|losers?)\b(?!-| (?:takes?|of the (?:match|game|race|prize|award)))/i;

/** A text with straight apostrophes and single blanks, as these patterns read it. */
export function plainly(text: string): string {
  return text.replaceAll('’', "'").replace(/\s+/g, ' ');
}

/** Whether a text, written plainly, takes a side. */
export function takesSide(plain: string): boolean {
  return [LOADED, WINNER, POSITION, HELD, MOOD, I_TRADE, WE_TRADE].some((pattern) => pattern.test(plain));
}

/** Whether a headline takes a side, tells to trade, names a price or a value, or draws an arrow (docs/contract.md, Public embed data and widgets 5). */
export function isLeaning(headline: string): boolean {
  const plain = plainly(headline);
  return (
    takesSide(plain) ||
    tradesTold(plain).length > 0 ||
    namesAmount(plain) ||
    tellsValue(plain) ||
    tellsMeasure(plain) ||
    plain.search(ARROWS) >= 0
  );
}
