const pattern = (entries: string) =>
  new RegExp(
    `\\b(?:${entries
      .trim()
      .split(/\s*[|\n]\s*/)
      .join('|')})\\b`,
    'gi',
  );

/** Words that hardly anybody uses but to weigh an investment: price, accounts, market position. */
const MONEY = pattern(`
(?:over|under|mis)[- ]?(?:valued|priced|rated)|valuations?|multiples?|market caps?|enterprise value|price to (?:earnings|sales)|times (?:earnings|revenues?|sales|free cash flow|arr|forward)|x (?:revenues?|arr|earnings|sales)|trad(?:es|ing) (?:at|for|below|above)|priced (?:in|at|for|like|to)|fairly priced|upside|downside|bubbles?|frothy|irrs?|moic|return on|returns|(?:bull|bear) (?:case|market)|bullish|bearish|(?:go|going|went|i'm|we're|be) (?:long|short)|short(?:ing)? (?:it|them|the)|stocks?|shares|equit(?:y|ies)|shareholders?|public markets?|private markets?|ipos?|s-?1|lock-?ups?|secondar(?:y|ies)|underwrit\\w+|overhyped|underapprecia\\w+|cheap|expensive|discount|premium
revenues?|arr|top line|bottom line|gross profits?|margins?|profitab\\w+|profits?|free cash flows?|cash flows?|ebitda|earnings|run[- ]rates?|growth rates?|burn rate|burning (?:cash|money)|cash burn|unit economics|churn|net retention|retention|bookings|backlog|monetiz\\w+|monetis\\w+|pricing power|cap ?ex|capital expenditures?|balance sheets?|debt|leverage|dilut\\w+|guidance|quarter|year over year|double[sd]? revenue|billion in (?:revenue|sales|arr|profit)|billion dollar (?:company|business|outcome|valuation)|trillion dollar (?:company|business|outcome|valuation)|trillion
market share|share of the market|take share|taking share|monopol\\w+|duopol\\w+|oligopol\\w+|dominant|dominan\\w+|moats?|defensib\\w+|defendable|lock[- ]in|network effects?|switching costs?|barriers? to entry|competitive|competitors?|compete[sd]?|competing|competition|incumbents?|commodit\\w+|market leaders?|winner[- ]take\\w*|winners?|losers?|addressable|tam|market size|economies of scale|cost advantage|vertical(?:ly)? integrat\\w+|disintermediat\\w+|disrupt\\w+|headwinds?|tailwinds?|supply|demand|shortages?|bottlenecks?|capacity|business models?|acqui(?:re|red|ring|sition|sitions)|mergers?|takeover|antitrust|investors?|investment|invest|investing|invested|asset class|portfolio|hedge funds?|bankrupt\\w*|recession|inflation|interest rates?|cyclical|durable|durability|sustainable business
`);
/** Words of standing, prospects and rank, which ordinary talk uses too. */
const STANDING_AND_PROSPECTS = pattern(`
win|wins|winning|won|los(?:e|es|ing)|beat(?:s|ing)?|crush\\w*|kill(?:s|ed|ing|er)?|threat\\w*|replac(?:e|es|ed|ing)|leaders?|leadership|ahead of|behind|catch(?:ing)? up|caught up|advantages?|edge|unique(?:ly)?|scale|sticky|opportunit\\w+|potential|prospects?|future|adoption|scarc\\w+|constrain\\w+|risks?|risky|surviv\\w+|die|dies|dying|dead|doomed|struggl\\w+|trouble|collaps\\w+|crash\\w*|peak(?:ed|ing)?|strateg\\w+|thesis|momentum|turnaround|comeback|inflection|secular|regulat\\w+|growth|growing|grew|grows?|accelerat\\w+|distribution|customers?|pricing|sales|market|category|industry|economics|value|worth
the (?:only|best|biggest|largest|worst|strongest|fastest|greatest|leading|dominant)|number one|better than|worse than|bigger than|cheaper than|faster than
`);
const AHEAD = pattern(`
will|won't|'ll|going to|gonna|expect|should be|could (?:be|become|get|grow|lose|win|go|see)|might|likely|in (?:five|ten|two|three|\\d+) years|by 20\\d\\d|next (?:year|decade|few years|quarter)|over the next|long[- ]term|eventually|inevitabl\\w+
`);
const RANK = pattern(`
the (?:only|best|biggest|largest|most|worst|strongest|fastest|greatest|leading|dominant)|number one|better than|worse than|bigger than|cheaper than|faster than|more \\w+ than|less \\w+ than|second to none|one of the (?:most|best|biggest|great\\w*|few|largest|worst)
`);
/** Words of making and using things. */
const CRAFT = pattern(`
use|used|uses|using|user interface|apps?|features?|prompts?|prompting|install\\w*|set ?up|setups?|demos?|code|coded|codebase|skills?|workflows?|videos?|click\\w*|websites?|screens?|buttons?|files?|folders?|emails?|messages?|chat|chats|slack|calendar|terminal|github|repos?|open source|plugins?|api|apis|docs?|documents?|data ?set|train(?:ed|ing)?|weights|parameters|benchmarks?|context window|memory|agents?|bots?|laptops?|phones?|hardware|sensors?|robot arms?|devices?|download\\w*|tutorial|podcast|episode|newsletter
`);

/** Words that take a side on an investment; people also like, love, want and buy things of every kind. */
const SIDE =
  /\b(?:bullish|bearish|(?:positive|negative|optimistic|pessimistic|constructive|neutral|balanced|mixed|torn|sour|uneasy|agnostic|cautious|sceptical|skeptical|keen|worried|nervous|on the fence|in the middle|in two minds|of two minds) (?:on|about)|overweight|underweight|long\b|short(?:ing)?|(?:over|under)(?:valued|priced)|mispriced|believer in|own(?:ing)? (?:it|this|the|some|more|\p{Lu})|not own|stay(?:ing)? away|steer clear|wouldn't (?:own|touch|bet against)|at (?:this|these|today's|the current) (?:price|prices|valuation|level|multiple)s?|a (?:buyer|seller|holder) of|put (?:my )?money)/iu;

/** True where the words take a side on an investment. */
export function takesSide(text: string): boolean {
  return SIDE.test(text);
}

/** How much of an investor's language a text speaks, by kind of word; counts. */
export type TermCounts = {
  readonly money: number;
  readonly prospect: number;
  readonly ahead: number;
  readonly rank: number;
  readonly craft: number;
};

/** Counts an investor's words in a sentence, and those of making and using things. */
export function countInvestorTerms(text: string): TermCounts {
  return {
    money: count(text, MONEY),
    prospect: count(text, STANDING_AND_PROSPECTS),
    ahead: count(text, AHEAD),
    rank: count(text, RANK),
    craft: count(text, CRAFT),
  };
}

function count(text: string, words: RegExp): number {
  return text.match(words)?.length ?? 0;
}
