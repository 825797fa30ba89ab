import { ACT, ANYONE, SECURITY, TRADE } from '#server/features/ask/read/advice/grammar.ts';
import { type AdviceRule, asks, NUMBER, WORTH } from '#server/features/ask/read/advice/rule.ts';
import { anyWording } from '#server/features/ask/read/advice/wordings.ts';

/** A word of a name as a question may write it. */
const NAME = "[\\w.&'$-]+";

const BARE_TRADE = anyWording('bare-trade');

/** A worth ahead in time; what a company "would be worth with" another chief is none. */
const BE_WORTH =
  'be worth(?!(?<=\\bwould .{1,60}) with(?:out)?\\b(?!.*\\b(?:20\\d\\d|next|tomorrow|months?|years?)\\b))';
/** A price ahead in time; what multiple a company "does trade at" is a fact, unless a number follows. */
const TRADES_AT = `(?:trade (?:at|above|below) ${NUMBER}|(?<!\\b(?:multiples?|p\\/?es?|valuations?)\\b.{0,20} (?:do|does) .{1,40})trade (?:at|above|below)(?!(?<=\\b(?:do|does) .{1,60}) (?:an? |the )(?:\\w+ ){0,2}(?:multiples?|premium|discount)\\b))`;

/**
 * Rules for a verdict in general, which is research when somebody's speech is asked about. The first that matches tells the
 * kind.
 */
export const generalRules: readonly AdviceRule[] = [
  asks.verdict(
    'Does that make Micron a screaming bargain?',
    /\b(?:make|makes|making) (?:\S+ ){1,4}?an? (?:[\w-]+ ){0,2}(?:buy|bargain|steal|sell|short|hold)\b(?! (?:side|off|out|up))/,
  ),
  asks.verdict(
    'Coinbase before earnings, in or sit it out?',
    /\bin or (?:sit (?:it |this |this one )?out|stay out|wait|pass)\b/,
  ),
  asks.verdict(
    'Could a retiree sleep at night with 30% in Tesla?',
    /\b(?:sleep (?:well |soundly |easy |fine )*(?:at night )?|be (?:ok|okay|comfortable|fine) )with (?:.{1,20} )?\d+ ?(?:%|percent)/,
  ),
  asks.verdict(
    'Would Buffett back up the truck on Alphabet today?',
    new RegExp(
      `^(?:so |and )?would (?:[\\w.'-]+ ){1,3}?${ACT}.{0,40}\\b(?:today|now|here|at (?:this|these|the current|current) (?:price|level|valuation|multiple)s?)$`,
    ),
    'act',
  ),
  asks.verdict(
    'Is Enphase dead money?',
    /\b(?:is|are|looks? like|as|whether .{1,30} is) (?:[\w.&'-]+ ){0,3}?(?:dead money|an? (?:value |bull |bear )?trap|a gift|a falling knife|toast|a no-?brainer|a lottery ticket|(?:un)?investable|oversold|overbought|an? (?:\w+ )?(?:entry|exit|setup))\b/,
  ),
  asks.verdict(
    'PayPal after the fall: bargain or value trap?',
    /\b(?:gift|bargain|buy|steal|opportunity) or (?:a )?(?:falling knife|value trap|trap)\b/,
  ),
  asks.verdict(
    'Does Medtronic belong in a dividend portfolio?',
    /\bbelongs? in (?:there|(?:a|an|any|my|our|your|every|the) (?:\w+ ){0,2}(?:portfolio|ira|account|mix|pension|basket|401k))\b/,
  ),
  asks.choice(
    'What is the safest corner to hide?',
    /\b(?:best|safest|smartest|right) (?:place|spot|corner) to (?:hide|be|sit|park|put)\b/,
  ),
  asks.choice(
    'Is it bonds or tech?',
    new RegExp(`^is it (?:still |time for )?(?:${SECURITY}|tech|cash|value|growth|energy)\\b.{0,30} or `),
  ),
  asks.choice(
    'Which AI stocks have the most room to run?',
    /\bmost (?:room to run|juice left|runway left|left in the tank|gas in the tank)\b/,
  ),
  asks.choice(
    'Is SoFi a better buy than Robinhood?',
    /\b(?:smarter|better|safer|cleaner|cheaper|easier) (?:way to (?:play|own|bet|invest|profit)|bet|buy|pick|play|investment|home for|hedge)\b/,
  ),
  asks.price(
    'Can Palantir 3x from here?',
    /\b(?:could|can|will|would|does|is) .{1,40}\b\d+x (?:from here|from now|again|in (?:a|the next|\d)|by)\b/,
  ),
  asks.price(
    'Is there still juice left in the AI trade?',
    /\b(?:juice|gas|room|meat|value|runway) left (?:in|on|to run|at)\b/,
  ),
  asks.sizing(
    "What's a sensible slice of gold for someone who is 60?",
    /\b(?:good|right|reasonable|sensible|proper|ideal|optimal|safe|smart|suitable|healthy) (?:slice|chunk|dose|helping|portion|amount|number|percentage|share) of\b/,
  ),
  asks.price(
    'Are we near the top?',
    /^(?:so |and )?(?:are we|is (?:this|it|the market|[\w.&'-]+(?: [\w.&'-]+)?)) (?:now |finally |already )?(?:at|near|close to|past|in sight of) (?:the |a |its |market )?(?:top|bottom|peak)\b(?! of)/,
    'price',
  ),
  asks.price(
    'Is there a bounce coming for Intel?',
    /\b(?:bounce|rally|rebound|recovery|crash|pullback|sell-?off|correction|squeeze|breakout) (?:is )?(?:coming|ahead|in store|on the way|imminent|due|next)\b/,
    'price',
  ),
  asks.verdict(
    'Quantumscape worth a punt?',
    /\bworth (?:a|the) (?:punt|look|shot|flyer|gamble|bet|risk|price|position|nibble|try|squeeze|hype|hassle|wait|premium|multiple|money|drawdown)\b|\byay or nay\b|\bin or out\b|\bis (?:that|it|this|now|there) (?:still |then |already )?an? (?:buy|sell|hold|bargain|entry)\b|\bthumbs up or (?:thumbs )?down\b/,
  ),
  asks.verdict(
    'Should people own gold?',
    new RegExp(
      `\\bshould .{1,30}? (?:own|hold|buy|sell|short|avoid) (?:any |some |more )?(?:${SECURITY})\\b`,
    ),
  ),
  asks.choice(
    'Which ETF is best for AI exposure?',
    new RegExp(
      `\\b(?:which|what) (?:\\w+ ){0,2}?(?:${SECURITY})\\b (?:is|are|looks?|would be) (?:the )?(?:best|better|safest|cheapest|strongest)\\b|^(?:just |please )?(?:give me|name|tell me|pick) (?:just )?(?:one|a single) (?:ticker|stock|name|symbol|etf|coin)\\b`,
    ),
  ),
  asks.price(
    'How long until Nvidia doubles again?',
    /\b(?:could|can|will|would|is|be) .{1,40}[- ]?bagger\b|\bhow long (?:until|till|before) .{1,30} (?:doubles?|recovers?|hits?|reaches|rebounds?|bounces?)\b|\bwhere .{1,30} (?:goes|heads|ends up|lands) (?:from here|next|now|by)\b/,
  ),
  asks.verdict(
    'Would a buy-and-hold investor be happy with Coca-Cola today?',
    /\bwould an? (?:[\w-]+ ){0,3}?(?:investor|trader|saver|retiree|person) (?:be (?:happy|comfortable|right|wrong|wise|ok)|like|want|touch|own|buy|sell|hold)\b/,
  ),
  asks.verdict(
    'Should investors rotate out of tech?',
    new RegExp(`\\b(?:should|shall|must|ought) (?:not )?${ANYONE} ${ACT}`),
    'act',
  ),
  asks.verdict(
    'Would any sane person short Nvidia?',
    new RegExp(
      `\\bwould (?:a|any) (?:\\w+ )?(?:sane|smart|rational|sensible|prudent|reasonable)? ?(?:person|investor|trader) ${ACT}`,
    ),
    'act',
  ),
  asks.verdict(
    'Is it too late to buy Nvidia?',
    new RegExp(
      `\\b(?:${WORTH})\\b(?: for (?:me|us|\\w+ \\w+|\\w+))? ?(?:to |in |on |of |it to |that i |and )?${ACT}`,
    ),
    'act',
  ),
  asks.verdict(
    'Would buying Intel at 20 dollars be a mistake?',
    new RegExp(
      `\\b(?:is|was|would|will|does|could) (?:it |now )?(?:buying|selling|holding|shorting|owning|investing|putting|adding|getting|dumping|trimming|taking|waiting)\\b.{1,60}\\b(?:${WORTH})\\b`,
    ),
    'act',
  ),
  asks.verdict(
    'Would CrowdStrike be a buy on a 20 percent dip?',
    /\b(?:is|are|was|as|be|of|see|still|it|not|considered|make|makes|remain|remains|look like|looks like|yet) (?:now |currently |still |really |today |here |actually )*(?:a|an) (?:[\w-]+ ){0,2}?(?:buy|sell|hold|bargain|steal|screaming buy)\b(?![ -](?:off|side|out|back|through|rating|and))/,
  ),
  asks.verdict(
    'Are uranium miners a good bet?',
    /\b(?:a|the|any|better|best) (?:(?:good|great|solid|safe|smart|decent|better|best|sound|worthwhile|wise|stupid|terrible|bad|long[- ]term|attractive|strong|perfect|ideal) )+(?:[\w-]+ )?(?:buy|investment|stock|pick|bet|entry(?: point| price)?|trade|long|short|purchase|play|holding|opportunity|place to (?:park|put)|value here|hedge for me|idea for (?:me|my|us|our))\b/,
  ),
  asks.verdict(
    'Good entry price for Amazon?',
    /^(?:is|are|still|ok|a|good|great|right|time|safe|worth|too late)?\b(?:.{0,25}\b)?(?:good|right|great|bad|best|ideal|opportune) (?:entry|exit|time to|moment to|price to|level to|spot to|point to)\b|\b(?:entry|exit) (?:point|price|level)s?\b/,
  ),
  asks.verdict(
    'Is Disney a hold?',
    /^(?:so |and |ok |then |is |are ).{1,50}\b(?:a|an) (?:[\w-]+ ){0,2}?(?:buy|sell|hold|short)\b(?![ -](?:off|side|out|back|through|rating|and|position|seller|squeeze))/,
  ),
  asks.verdict(
    'Thoughts on buying the Arm dip?',
    new RegExp(
      `\\b(?:thoughts|views?|opinions?|wisdom|case|feelings?) (?:on|about|of) ${ACT}|\\b${TRADE}\\b.{0,40}\\bor not$|^(?:still |just )?(?:worth|long|short|buying|selling|holding|owning|shorting)\\b(?! (?:argument|case|thes))`,
    ),
    'act',
  ),
  asks.verdict(
    'Is it wise to refinance the house and invest the difference?',
    new RegExp(
      `\\b(?:good|bad|smart|dumb|wise|stupid|great|terrible|crazy|sensible) (?:idea|move|decision|time|moment|plan|strategy)? ?(?:for .{1,20} )?to\\b.{0,40}?\\b${TRADE}\\b`,
    ),
    'act',
  ),
  asks.verdict(
    'Is there money to be made in shipping stocks?',
    /\bmoney (?:still )?(?:to be made|left to make|left)\b/,
  ),
  asks.verdict(
    'Is Palantir too expensive to buy?',
    /\b(?:priced|valued|cheap|undervalued|attractive|expensive|overvalued) (?:enough )?(?:for|to) (?:me|us|get|buy|sell|own|open|hold|start|add|justify buying)\b/,
  ),
  asks.verdict(
    'Buy the dip in Salesforce?',
    /^(?:so |ok |just |yes or no:? )?(?:buy|sell|short|hold|dump|trim)\b.{0,40}\b(?:now|here|today|or|yet|tomorrow|dip|\?)\b/,
  ),
  asks.verdict(
    'TSLA calls or puts for Friday?',
    /\b(?:buy|sell|hold|long|short|calls?|keep(?: it)?)\b,?(?:\s|\/|,)+(?:or |vs\.? |and )?(?:to )?(?:sell|hold|puts?|buy|fold|pass|wait|short|dump|trim|avoid|skip|let (?:it )?go)\b(?: it\b)?/,
  ),
  asks.choice(
    'Best ETF for AI?',
    /\b(?:best|top|safest|hottest|number one|strongest|most promising|greatest) (?:[\w-]+ ){0,4}?(?:stocks?|etfs?|funds?|shares|crypto(?:currency|currencies)?|coins?|investments?|buys?|picks?|plays?|way(?:s)? (?:to|for me to) (?:play|invest|profit|bet|get|own|make money|gain))\b/,
  ),
  asks.choice(
    'Which stock has the most upside?',
    new RegExp(
      `\\b(?:which|what) (?:[\\w&'-]+ ){0,4}?(?:${SECURITY}|one|company|companies|sectors?|of (?:these|them|the two|those))\\b.{0,40}\\b(?:(?:should|would|do|to|will) (?:i |we |you |one )?(?:buy|own|pick|choose|sell|hold|short|avoid|keep|10x|double|triple|moon|outperform|go up)|(?:has|have|offers?|with) (?:the )?(?:most|more|best|highest|biggest) (?:upside|return|potential|growth potential)|(?:is|are|looks?) (?:the |a |still )?(?:better|best|safest|safer) (?:to |buy|investment|bet|stock|pick|value|long|deal)|is (?:going to|best to|good to))`,
    ),
  ),
  asks.choice(
    'Any tips for what to buy before the Fed cuts?',
    /\bwhat to (?:buy|sell|invest in|own)\b|\bwhich (?:is|one is|are) (?:the |a )?(?:better|best|safer|safest) (?:investment|buy|bet|stock|pick|long|value|choice|to)\b/,
  ),
  asks.price(
    'Will Intel double?',
    new RegExp(
      `\\b(?:will|is|are|can|could|does|do|might|would|going)\\b(?: not)? (?!i |we |you |the market |markets |there )(?:[\\w&.'$-]+ ){1,5}?(?:going to |likely to |about to |ever |really |still |still going to |bound to |set to )?(?:go(?:ing)? (?:up|down|higher|lower|parabolic|to (?:the moon|zero|${NUMBER}))|rise|fall|double|triple|quadruple|10x|moon|bounce(?: back)?|tank|rally|rebound|outperform|beat the (?:market|s&p)|${BE_WORTH}|be trading|${TRADES_AT}|climb|soar|surge|plunge|pop|(?:hit|reach|top|cross|break|pass) ${NUMBER})\\b`,
    ),
    'price',
  ),
  asks.price(
    'At what price would Costco become attractive?',
    /\b(?:at|below|under) what (?:price|level|valuation|point|multiple) (?:would|does|do|is|are|will|could)\b.{1,40}\b(?:attractive|cheap|interesting|compelling|tempting|worth|good value)\b/,
  ),
  asks.verdict(
    'Why not just buy Costco now?',
    new RegExp(`^(?:and |so |but )?why not (?:just )?${ACT}`),
    'act',
  ),
  asks.verdict('Leveraged ETFs, yes or no?', new RegExp(`\\b(?:${SECURITY})\\b.{0,30}\\byes or no\\b`)),
  asks.price(
    'Will Uber shares recover?',
    /\b(?:stocks?|shares?|share price|stock price|bitcoin|ethereum|gold)\b (?:\w+ ){0,2}?(?:recover|bounce|crash|correct|drop|rise|fall|double|go up|go down)\b/,
    'price',
  ),
  asks.price(
    'Where will Nvidia be in a year?',
    /\bwhere (?:will|does|do you see|is|are|do you think|could|might)\b.{1,50}\b(?:be|trade|end|finish|go|going|headed|heading|land|close|trading|in (?:a|one|two|five|ten|\d+) (?:years?|months?|weeks?)|by (?:the end|20\d\d|christmas|year))\b/,
    'price',
  ),
  asks.price(
    'How high can gold go?',
    /\bhow (?:high|low|far) (?:can|will|could|does|might|would|is|do you)\b.{1,40}\b(?:go|fall|climb|run|drop|rise|get|going)\b|\bhow much (?:more |further )?(?:upside|higher|further|lower|downside)\b|\bhow much (?:will|would|could) .{1,40}\bbe worth\b/,
    'price',
  ),
  asks.price(
    'What will the S&P return over the next decade?',
    new RegExp(
      `\\bwhat (?:will|would|could|might) .{1,40}\\b(?:${BE_WORTH}|trade at|be trading|be priced|price be|return)\\b|\\bwhat (?:is|will be) .{1,30}\\b(?:price|worth) (?:in|by|at the end|next|be)\\b|\\b(?:price|stock) (?:target|prediction|forecast)s? (?:for|on|of)\\b|\\bfair value (?:of|for)\\b.{0,40}\\b(?:buy|sell|below|worth)\\b`,
    ),
    'price',
  ),
  asks.price(
    'Is Tesla headed to 500?',
    new RegExp(
      `\\b(?:headed|heading|going|on (?:its|the) way|en route) (?:to|for|towards?|above|below|past) (?:${NUMBER}|zero|the moon)|\\bupside\\b.{0,30}\\b(?:from here|left|now|at this|remaining)\\b|\\bwhen (?:will|does|do you|is) .{1,30}\\b(?:${NUMBER}|recover|bottom|double|moon|rebound|bounce)\\b|\\b(?:keep|stop) (?:going up|going down|rising|falling|climbing|running)\\b`,
    ),
    'price',
  ),
  asks.price(
    'What are the odds that SoFi doubles from here?',
    /\b(?:odds|chances?|likelihood|probability|likely)\b.{1,50}\b(?:doubl\w+|ris(?:e|es|ing)|fall(?:s|ing)?|hit(?:s|ting)?|reach\w*|go(?:es|ing)? (?:up|down)|recover\w*|10x|crash\w*|outperform\w*)\b/,
    'price',
  ),
  asks.price(
    "Has Alibaba's stock bottomed?",
    /\b(?:rising|falling|going up|going down|up or down|higher or lower|bottomed|topped out|peaked)\b.{0,20}\b(?:next|tomorrow|this (?:week|month|quarter|year)|by|yet|from here)\b|\b(?:up or down|has .{1,30} (?:bottomed|peaked|topped))\b/,
    'price',
  ),
  asks.price(
    'Apple price target?',
    /^(?!.*\b(?:hosts?|guests?|shows?|podcasts?|episodes?|speakers?|analysts?|who)\b)(?=.*\b(?:(?:price|stock) (?:target|prediction|forecast)s?|target prices?)\b)/,
  ),
  asks.price(
    'What price will bitcoin reach?',
    new RegExp(
      `\\b(?:what|which) (?:price|level) (?:will|would|could|might|can|does|do|is|are) (?:${NAME} ){1,4}?(?:reach|hit|touch|trade|go|going|get|climb|fall|drop|rise|end|close|peak|bottom)\\b`,
    ),
    'price',
  ),
  asks.price(
    'Bitcoin forecast',
    new RegExp(
      `\\bwhat (?:will|would|could|might) (?:the )?(?:\\w+ )?price of (?!an? )(?:${NAME} ){1,3}be\\b|^(?!what|why|how|which|who|did)(?:the )?${NAME}(?: ${NAME})? price (?:next|tomorrow|by (?:the end|20)|in (?:20\\d\\d|a year|\\d+ ))|^${NAME}(?: (?:stock|share))? (?:forecast|prediction)s?(?: 20\\d\\d)?$`,
    ),
    'price',
  ),
  asks.verdict(
    'Give me a rating for Apple',
    new RegExp(
      `^(?!.*\\b(?:credit|bonds?|debt|agenc\\w+|approval|audience|moody\\w*|fitch)\\b).*?(?:\\bgive (?:me |us )?(?:${NAME} ){0,3}?an? (?:\\w+ )?rating\\b|\\bwhat (?:\\w+ )?rating\\b|\\brating (?:for|of|on)\\b|^rate (?!cuts?|hikes?|of|rises?|increases?|environment|expectations|path|outlook))`,
    ),
  ),
  asks.verdict(
    'Hold Tesla?',
    new RegExp(
      `^(?:so |and )?(?:buy|sell|short|hold(?! (?:on|up|out|back|that|the|your)\\b)) (?!sides?\\b|offs?\\b|sellers?\\b|interest\\b|case\\b|thesis\\b|term\\b|squeezes?\\b)${NAME}(?: ${NAME}){0,2}$`,
    ),
    'act',
  ),
  asks.verdict(
    'Average down on Adobe?',
    new RegExp(
      `^(?:so |and |ok |just |stop |keep |not )*(?!\\w+ing\\b|dollar[- ]cost averaging\\b|(?:dca|lump[- ]sum) (?:vs|versus|or|explained)\\b)${BARE_TRADE}\\b`,
    ),
    'act',
  ),
];
