import { WENT_RIGHT, WENT_WRONG } from '#server/features/ask/read/leaning.ts';
import { otherSide, type Side } from '#server/features/ask/read/reading.ts';
import { blankedOut } from '#server/platform/pattern.ts';

/** Before "case" or "arguments" these make it the other side: a "bear case for" is no case for. */
const AGAINST_WORD = '(?:bear(?:s|ish)?|negative|short|sell|downside|pessimistic|s[ck]eptical|counter)';
const CASE = '(?:cases?|arguments?|thes[ie]s|views?|takes?|pitch)';
/** To sell or stay away: an argument for it is bearish. */
const SELLING =
  '(?:sell(?:ing)?|short(?:ing)?|avoid(?:ing)?|(?:stay|steer)(?:ing)? (?:away|clear)|passing|dumping|get(?:ting)? out)';
const BUYING =
  '(?:buy(?:ing)?|own(?:ing)?|hold(?:ing)?|(?:be(?:ing)?|go(?:ing)?|stay(?:ing)?) long|invest(?:ing)? in|back(?:ing)?|accumulat(?:e|ing)|load(?:ing)? up on)';
const SPOKE =
  '(?:say|said|saying|recommend(?:s|ed|ing)?|suggest(?:s|ed|ing)?|advis(?:e|es|ed|ing)|tell|told|urg(?:e|es|ed|ing)|call(?:s|ed|ing)? for|argu(?:e|es|ed|ing) for|advocat(?:e|es|ed|ing))';
/** To say that one should trade is to take a side: "did anyone say to buy". */
const SAYS_TO = `\\b${SPOKE}(?: (?:that )?(?:to|you|we|they|people|investors|should|one|i)\\b)*`;
const SAYS_TO_BUY = new RegExp(
  `${SAYS_TO} ${BUYING}\\b|\\b(?:call(?:s|ed)?|as|is|was) (?:\\p{L}+ )?a (?:strong )?buy\\b`,
  'giu',
);
const SAYS_TO_SELL = new RegExp(
  `${SAYS_TO} ${SELLING}\\b|\\b(?:call(?:s|ed)?|as|is|was) (?:\\p{L}+ )?a (?:strong )?sell\\b`,
  'giu',
);
/** A trade inside an argument ("a case for selling"), which is a side and no topic. */
const CASE_TO_SELL = new RegExp(
  `(?<=\\b${CASE} for )${SELLING}\\b|\\breasons to ${SELLING}\\b|(?<=\\bagainst )${BUYING}\\b|\\bshort (?=${CASE}\\b)`,
  'gi',
);
function holding(side: string): RegExp {
  return new RegExp(
    `\\b(?:is|are|was|were|who(?:['’]s)?|any(?:one|body)|some(?:one|body)|go(?:es|ing)?|went|be|been) ${side}\\b(?![- ](?:term|run|ago|time|way|enough))(?= \\p{Lu}| on\\b| it\\b|\\W*$)`,
    'gu',
  );
}

/** Who holds a side: "is anyone long", "who would be short Tesla". */
const HOLDS_LONG = holding('long');
const HOLDS_SHORT = holding('short');

/** "Does anyone like", "would they own". */
const LIKES =
  "\\b(?:do|does|did|would) (?:(?!n[o']t\\b)[\\w'’]+ ){1,3}(?:like|love|own|back|favou?r|believe in)\\b";
const PRAISES = `\\b(?:bull(?:s|ish|ishness)?|bull case|upside|optimis\\w+|positive (?:on|about|${CASE})|excited about|in favou?r of|praised?|${WENT_RIGHT})\\b`;
/** "The case for", unless it is one for the other side: "the case for selling". */
const CASE_FOR = `(?<!\\b(?:${AGAINST_WORD}|it) )\\b(?:${CASE} (?:to be made )?for|reasons to (?:own|buy|like|hold|be (?:bullish|long|positive)))\\b(?! (?:the )?(?:bears?\\b|downside\\b|${SELLING}\\b|being (?:bearish|short|negative)))`;
const BULLISH = new RegExp([LIKES, PRAISES, CASE_FOR].join('|'), 'i');

const DOUBTS = `bears?|bearish(?:ness)?|counter-?(?:arguments?|cases?|points?) (?:for|to|against|on)|downside|pessimis\\w+|negative (?:on|about|${CASE})|s[ck]eptic\\w*|critics?|critici\\w+`;
const SPEAKS_AGAINST = `against ${BUYING}|(?:${CASE}|argu\\w+|sp[eo]ak\\w*|sp[eo]ke|bets?|betting) against`;
const FEARS = `risks?|worr(?:y|ied|ies)|concern(?:s|ed)?|threats?|${WENT_WRONG}|short(?:s|ed|ing)?(?![- ]term)|warn(?:s|ed|ings?)?`;
/** To sell what one makes ("sell its chips") takes no side. */
const TURNS_AWAY =
  'avoid|(?:sold|selling|sell)(?! (?:its|their|his|her) (?!shares?\\b|stocks?\\b|stakes?\\b|positions?\\b|holdings?\\b))|dead|doomed|dying|dislik(?:e[sd]?|ing)|distrust(?:s|ed)?|hat(?:e[sd]?)|sour(?:ed|s)? on';
const BEARISH = new RegExp(`\\b(?:${[DOUBTS, SPEAKS_AGAINST, FEARS, TURNS_AWAY].join('|')})\\b`, 'i');

const PRO = '(?:bullish|optimistic|positive|excited|confident|sold)';
const CON = '(?:bearish|pessimistic|negative|s[ck]eptical|worried|concerned)';
const NOT = "(?:not|never|no longer|less|isn['’]?t|aren['’]?t|wasn['’]?t|weren['’]?t|hardly)";
/** A denied side is the other side: "who is not bullish". */
const DENIED = [
  {
    pattern: new RegExp(`\\b${NOT} (?:(?:so|very|that|too|all that|as|really) )?${PRO}\\b`, 'gi'),
    side: 'bearish',
  },
  {
    pattern: /\b(?:do|does|did)(?:n['’]?t| not) (?:\w+ )?(?:like|love|own|back|favou?r|believe in)\b/gi,
    side: 'bearish',
  },
  {
    pattern: new RegExp(`\\b${NOT} (?:(?:so|very|that|too|all that|as|really) )?${CON}\\b`, 'gi'),
    side: 'bullish',
  },
] as const;
const RISKS =
  /\b(?:risks?|risky|go(?:es)? wrong|worr(?:y|ied|ies)|concern(?:s|ed)?|threats?|danger\w*|headwinds?|what could)\b/i;
/** Asks what would make an argument fail. */
const PROVES_WRONG =
  /\b(?:(?:prove|show)[sn]?(?:d)? (?:\w+ ){1,4}(?:wrong|false|mistaken)|(?:make|makes) (?:\w+ ){1,4}(?:wrong|fail)|(?:be|is|are) (?:proven|proved|shown) (?:wrong|false)|invalidat\w+|disprov\w+|falsif\w+|break(?:s)? (?:the|this|that|his|her|their) (?:thesis|case|argument|idea))\b/gi;
/** Opposes the side that it names: "who disagrees with the bulls". */
const OPPOSED =
  /\b(?:disagree\w*|argu\w+|counter-?(?:arguments?|cases?|points?)|push\w* back|speak\w*|sp[eo]ke) (?:with|against|on|to) (?:the |those |a )?(?:\w+ )?(?:bulls?|bears?|bullish|bearish|optimists?|pessimists?)\b/i;

/** The side that a question asks for, null for none or both, and whether it asks for risks. */
export function sideOf(question: string): { readonly side: Side | null; readonly risks: boolean } {
  const text = question.replace(/\s+/g, ' ');
  const risks = RISKS.test(text) || text.search(PROVES_WRONG) >= 0;
  const denied = DENIED.filter(({ pattern }) => text.search(pattern) >= 0).map(({ side }) => side);
  const rest = DENIED.reduce((left, { pattern }) => left.replace(pattern, ' '), text);
  const bought = rest.search(SAYS_TO_BUY) >= 0 || rest.search(HOLDS_LONG) >= 0;
  const bullish = denied.includes('bullish') || bought || BULLISH.test(rest);
  const bearish =
    denied.includes('bearish') ||
    rest.search(SAYS_TO_SELL) >= 0 ||
    rest.search(HOLDS_SHORT) >= 0 ||
    BEARISH.test(rest) ||
    risks;
  if (bullish === bearish) return { side: null, risks };
  const side = bullish ? 'bullish' : 'bearish';
  return { side: OPPOSED.test(text) ? otherSide(side) : side, risks };
}

/** Whether a question asks what would make an argument fail, whatever its side. */
export function asksWhatProvesWrong(question: string): boolean {
  return question.search(PROVES_WRONG) >= 0;
}

/** A question with the words of a side blanked out, so that they are not looked for as its topic. Keeps its length. */
export function withoutSide(text: string): string {
  return [SAYS_TO_BUY, SAYS_TO_SELL, CASE_TO_SELL, HOLDS_LONG, HOLDS_SHORT, PROVES_WRONG].reduce(
    blankedOut,
    text,
  );
}
