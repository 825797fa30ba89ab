/** Which words put a price or a value on a security, and so stand in no widget. From the text alone. */

const NUMBER =
  '(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen|(?:twen|thir|for|fif|six|seven|eigh|nine)ty|a|hundred|thousand|million|billion|trillion)';
const COIN = '(?:dollars?|euros?|cents|pence|yen|bucks|francs|pounds (?:sterling|a share|per share|each))\\b';
/** "$600", "600 $", "USD 600", "600 dollars". */
const IN_FIGURES = `(?:(?:[$€£¥₹₩₿]|\\b(?:usd|eur|gbp|chf|jpy)\\b) ?\\d[\\d.,]*|\\b\\d[\\d.,]*(?: ?[$€£¥₹]| (?:usd|eur|gbp|chf|${COIN})))`;
/** "three hundred dollars". */
const IN_WORDS = `\\b${NUMBER}(?:[ -](?:and )?${NUMBER})*[ -]${COIN}`;

/** Any amount of money. */
const AMOUNT = new RegExp(`${IN_FIGURES}|${IN_WORDS}`, 'i');

/** Whether a text names an amount of money, in figures or in words. */
export function namesAmount(text: string): boolean {
  return AMOUNT.test(text);
}

/** What a company earns, raises or is worth, "$30B" and "$10k a month", is no price of a share. */
const SCALE =
  '(?![\\d.,]*\\d)(?!\\+? ?(?:[mbt]|mm|bn|trn?|tn|mil(?:lion)?|billion|trillion)\\b)(?!k?(?:\\+| ?(?:/|an? |per )(?:hour|day|week|month|mo|year)\\b))(?:k\\b)?';
const PRICE = `(?:${IN_FIGURES}${SCALE}|${IN_WORDS})`;
const REACHES =
  '\\b(?:to|at|hits?|above|below|under|over|past|nears?|tops?|towards?|reach(?:es)?|cross(?:es)?|targets?(?: of)?|prices?(?: of| at)?|priced at|worth)';
const ENDS =
  '(?= ?(?:$|[?!.,;:)|–—-]|(?:a|per) share\\b|(?:price|target|stock)\\b|by\\b|in 20|soon\\b|(?:this|next) year))';
const QUOTED = new RegExp(`${REACHES} ${PRICE}|${PRICE}${ENDS}`, 'i');

/** Whether a title names the price of a security: "to $500", "MSFT $600?", and not "$100M ARR". */
export function namesPrice(title: string): boolean {
  return QUOTED.test(title);
}

const SECURITY = '(?:stocks?|shares|share price|valuations?|multiples?|equities)';
const DEAR =
  '(?:cheap(?:er|est|ly)?|inexpensive|expensive|pricey|rich(?:ly)? (?:valued|priced)|dear|frothy|stretched|attractive(?:ly)? (?:valued|priced)|a (?:bargain|steal|gift|screaming \\w+|value trap))';
const VERY =
  '(?:(?:\\w+ly|very|so|too|quite|pretty|still|now|just|not|more|even|relatively|a (?:bit|little|lot)) )*';
const BEING = "(?:'s|'re| is| are| was| were| looks?| seems?| remains?| gets?| got| becomes?| trades?)";
const MOVES =
  '(?:fall|drop|decline|sink|halve|crash|plunge|collapse|tank|rise|climb|double|triple|quadruple|rally|soar|surge|rocket|moon|re-?rate|go (?:up|down|higher|lower|to zero))';

const VALUED = [
  /\b(?:(?:over|under)(?:valued|priced|valuation)|mis-?priced|fairly (?:valued|priced)|fair value|intrinsic value|margin of safety|priced (?:for perfection|in))\b/,
  // "25 times earnings", "ten times sales"
  /\b(?:times|x) (?:(?:next|this|last|forward|trailing|its|their|free|annual|current|expected|\w+'s) )*(?:earnings|sales|revenues?|profits?|book|ebitda|cash ?flow|fcf)\b|\bp\/?e (?:ratio|multiple|of)\b|\bprice[- ]to[- ](?:earnings|sales|book)\b/,
  /\b(?:a lot of|lots of|plenty of|much|more|big|huge|massive|enough|some|little|limited|no|further|significant|real|asymmetric|%|percent) (?:of )?(?:up|down)side\b|\b(?:up|down)side (?:from here|left|potential|risk|target|(?:in|to|for) (?:the|this) (?:stock|shares|name))\b/,
  // "The stock looks very expensive", "cheap at this price"
  new RegExp(`\\b${SECURITY}\\b[^.;]{0,40}${BEING} ${VERY}${DEAR}\\b`),
  new RegExp(
    `\\b${DEAR} (?:here|(?:at|on) (?:this|these|today's|any|every|its|current) (?:prices?|levels?|valuations?|multiples?|measures?))\\b`,
  ),
  new RegExp(`\\b(?:cheap|expensive|pricey) (?:${SECURITY}|names)\\b`),
  new RegExp(
    `\\b${SECURITY}\\b[^.;]{0,40}(?:'ll|'d| will| won't| would| could| should| can| might| may| going to) ${VERY}${MOVES}\\b`,
  ),
];

/** Whether a text says what a security is worth or where its price goes. */
export function tellsValue(text: string): boolean {
  return VALUED.some((pattern) => pattern.test(text.toLowerCase()));
}

/** What is sold at a price of its own. */
const PRODUCT =
  '(?:products?|services?|plans?|tokens?|tickets?|seats?|subscriptions?|models?|cars?|phones?|chips?|drugs?|homes?|houses|groceries|meals?|loans?|policies|tiers?|apps?|power|compute)';
/** A time or a piece that a product is paid for. */
const PIECE = '(?:an?|one|each|every) (?:\\w+ )?(?:hour|day|week|month|year|seat|user|token|dose|unit)s?\\b';

const MARKET = '(?:index|market|s&p|nasdaq|dow|stocks?|shares|sector|peers|names|space|fund|portfolio)';
const MOVED =
  '(?:fallen|fell|dropped|lost|gained|risen|rose|surged|soared|jumped|climbed|slid|sunk|sank|doubled|tripled|halved|crashed|plunged|collapsed|tanked|rallied|sold off|run up|up|down|flat|crushed|hammered|in the dumps)';
const COUNTED =
  '(?:more|fewer|better|faster|cheaper|bigger|larger|smaller|higher|lower|the|as|your|our|engineers?|developers?|growth|improvement|productivity|output|revenues?|usage)';

/** A valuation, a multiple, the level or the past course of a price. A title may have them as its subject, a headline claims them. */
const MEASURED = [
  /\bvaluations?\b|\brisk[- ](?:to[- ])?rewards?\b|\bmarket cap(?:s|itali[sz]ations?)?\b/,
  // "the 10x", "at 30x"; a product may be "10x faster"
  new RegExp(
    `\\b(?:the|an?|is|at|be|for|to|of|around|over|under|trad(?:es|ed|ing)) \\d+(?:\\.\\d+)?x\\b(?! ${COUNTED}\\b)`,
  ),
  new RegExp(`\\b(?:out|under)performers?\\b|\\b(?:out|under)perform\\w*\\b[^.;]{0,30}\\b${MARKET}\\b`),
  // "break through 100,000", "to the downside", "10% more to run"
  /\b(?:break(?:s|ing)?|broke|through|above|below|hits?|tests?) \d{1,3}(?:,\d{3})+\b|\bto the (?:up|down)side\b|\b(?:more|room|further) to run\b|\blegs? (?:up|down|higher|lower)\b/,
  /\b(?:its|their|this|that|the|today's|current)(?: current)?(?: share| stock)? price (?:leaves?|implies|assumes?|reflects?|discounts?|bakes?|already)\b|\bpric(?:es|ing) in\b/,
  // "priced as a growth company", "its price is for robots"
  new RegExp(`(?<!\\b${PRODUCT}${BEING}? ${VERY})\\bpriced (?:as|for|like)\\b`),
  new RegExp(
    `\\b(?:its|their|(?:share|stock)) (?:current )?(?:share |stock )?price (?:is|was) for\\b(?! ${PIECE})`,
  ),
  new RegExp(
    `\\b${SECURITY}\\b[^.;]{0,40}(?:'s|'re| is| are| was| were| has| have| had)(?: been| gone)? ${VERY}${MOVED}\\b`,
  ),
];

/** Whether a headline tells a security's valuation, its multiple, or where its price stands or went. */
export function tellsMeasure(headline: string): boolean {
  return MEASURED.some((pattern) => pattern.test(headline.toLowerCase()));
}
