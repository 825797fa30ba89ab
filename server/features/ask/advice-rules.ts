import { ACT, ANYONE, SECURITY, SELF, TRADE } from '#server/features/ask/advice-grammar.ts';

/**
 * How a question asks for a trade decision. The first group is put to us or about the asker, the second asks for a
 * verdict in general: the same words about what a show said are research.
 */
export type AdviceKind =
  | 'decision'
  | 'answerer'
  | 'holding'
  | 'sizing'
  | 'role_play'
  | 'request'
  | 'verdict'
  | 'choice'
  | 'price';

export type AdviceRule = {
  readonly kind: AdviceKind;
  readonly pattern: RegExp;
  /** What was matched is an act on a thing: it must not be a car, a book or an episode. */
  readonly acts?: true;
  /** What was matched is about a price: it must not be about rates, costs or sales. */
  readonly prices?: true;
};

const NUMBER = '\\$?\\d[\\d,.]*(?:k|m|bn?|t|x|%)?';
const WORTH =
  'smart|wise|sensible|sane|worth(?: it)?|worthwhile|safe|stupid|dumb|crazy|foolish|mistake|good|bad|right|wrong|time|late|early|soon|moment|point|sense|reasonable|prudent|risky|okay|ok|idea|insane|irresponsible|silly|reason|better off|better|smarter|wiser|safer|justified';
const HOLDINGS =
  'portfolio|positions?|shares|stocks?|holdings?|401\\(?k\\)?|403b|ira|roth|isa|sipp|hsa|529|pension|savings|nest egg|retirement|stake|calls|puts|options|bags?|rsus?|espp|brokerage|(?:\\w+ )?account|net worth|inheritance|bonus|emergency fund|life savings|bitcoins?|crypto|etfs?|index funds?';

/** Put to us, or about the asker: only a report verb before it makes it research. */
export const personalRules: readonly AdviceRule[] = [
  {
    kind: 'decision',
    pattern: new RegExp(
      `\\b(?:should|shall|must|ought|do|would|had|might|am|are|was|were) (?:not )?${SELF} ${ACT}`,
    ),
    acts: true,
  },
  {
    kind: 'decision',
    pattern: new RegExp(`\\b${SELF} (?:should|ought to|must|had better|need to|could) ${ACT}`),
    acts: true,
  },
  {
    kind: 'decision',
    pattern:
      /\bshould (?:i|we|he|she|my \w+)(?: (?:too|also|do (?:it|the same|that|so)|follow(?: them| him| her| suit)?(?: in)?|join(?: them| in)?|just go for it|jump|bother|get involved))?$/,
  },
  {
    kind: 'decision',
    pattern: new RegExp(
      `\\b(?:am|would|was|are) (?:i|we) (?:\\w+ )?(?:${WORTH}|nuts|an idiot|making a mistake)(?: \\w+)? (?:for|to|in|by|if i)\\b ?${ACT}`,
    ),
    acts: true,
  },
  {
    kind: 'decision',
    pattern: new RegExp(
      `\\b(?:i|we|${SELF})(?: am| are| is| was| were)? (?:\\w+ ){0,2}?(?:wondering|deciding|debating|thinking|tempted|considering|planning|torn|unsure|asking|weighing|hesitating|about|itching|wants?|looking|trying)(?: me)? (?:\\w+ ){0,3}?${ACT}`,
    ),
    acts: true,
  },
  {
    kind: 'decision',
    pattern: new RegExp(
      `\\b(?:tell me|help me|advise me|let me know|decide|say|need to know|want to know)\\b.{0,40}\\b(?:whether|if|when|what|which|how much|decide|choose|pick|between)\\b.{0,30}?\\b(?:${TRADE}|between)\\b`,
    ),
    acts: true,
  },
  {
    kind: 'answerer',
    pattern: new RegExp(`\\b(?:would|will|do|are|could|can|should|might) you (?:not )?${ACT}`),
    acts: true,
  },
  {
    kind: 'answerer',
    pattern:
      /\b(?:would|do|can|could|will|are) you (?:\w+ )?(?:recommend(?:ing)?|suggest(?:ing)?|advise|advising|rather (?:own|be|hold|buy|have)|be (?:a )?(?:buyer|seller|long|short|buying|selling)|a buyer|a seller|(?:bullish|bearish|long|short) on|endorse|prefer)\b/,
    acts: true,
  },
  {
    kind: 'answerer',
    pattern:
      /\b(?:would|do) you like (?!to |it if)(?:\S+ ){1,3}(?:here|at|right now|now|stock|as an?|better|more)\b/,
  },
  {
    kind: 'answerer',
    pattern:
      /\bwhat (?:would|will|do) you (?:\w+ )?(?:do|buy|pick|own|choose|sell|recommend|suggest|advise|put)\b/,
  },
  { kind: 'answerer', pattern: new RegExp(`\\benough for (?:you|me|us) to ${ACT}`), acts: true },
  {
    kind: 'answerer',
    pattern:
      /\b(?:what is|give me|tell me|share|whats|what are|any|need|want|i would like)\b.{0,25}\byour (?:\w+ ){0,3}?(?:price targets?|recommendations?|advice|verdict|picks?|call on|stock tips?|tips?|rating|conviction|forecast|prediction|favou?rite (?:\w+ )?(?:stock|etf|coin|crypto|pick|name)s?|top (?:\w+ )?(?:stock|pick|name|holding)s?|best ideas?)\b/,
  },
  {
    kind: 'price',
    pattern:
      /\b(?:your|a|the) (?:\w+ )?price (?:target|prediction|forecast)s?\b(?! (?:mentioned|given|discussed|said|cited|named))|^price (?:target|prediction|forecast)\b/,
  },
  {
    kind: 'price',
    pattern:
      /\b(?:do|would|can|could|will) you (?:see|think|expect|believe|predict|reckon|forecast)\b.{0,60}\b(?:ris(?:e|ing)|fall(?:ing)?|go(?:ing)? (?:up|down|higher|lower)|doubl\w+|tripl\w+|crash\w*|recover\w*|rall(?:y|ying)|rebound\w*|outperform\w*|hit|reach|be worth|higher|lower|upside|buy|sell|undervalued|overvalued)\b/,
    prices: true,
  },
  {
    kind: 'sizing',
    pattern: new RegExp(
      `\\b(?:how much|how big|how large|how many|what (?:percentage|percent|share|portion|fraction|part|%|size|amount))\\b.{0,40}\\b(?:should|do|would|can|could|must) (?:${SELF}|you|${ANYONE})\\b(?! (?:say|think|know|hear|mention|find))`,
    ),
  },
  {
    kind: 'sizing',
    pattern: new RegExp(
      `\\b(?:how much|how big|what (?:percentage|percent|share|portion|fraction|part|%)|what %|\\d+ ?%) of (?:my|our|a|one's|the) (?:\\w+ )*(?:${HOLDINGS}|money|cash|capital|salary|income|paycheck|wealth|assets|account)\\b`,
    ),
  },
  {
    kind: 'sizing',
    pattern:
      /\b(?:position siz\w+|asset allocation|(?:good|right|reasonable|sensible|proper|ideal|optimal|safe|smart|suitable) (?:\w+ )?(?:allocation|weight(?:ing)?|position|split|mix|exposure))\b|\bhow many (?:shares|coins|contracts|units|stocks)\b|\b(?:stop[- ]loss|limit order|take[- ]profit|trailing stop)\b.{0,30}|\bwhere (?:should|do|would) (?:i|you) (?:set|put|place)\b/,
  },
  {
    kind: 'sizing',
    pattern: new RegExp(
      `\\b(?:i|we|${SELF}) (?:\\w+ ){0,2}?(?:have|has|got|inherited|received|saved|earned|am sitting on|won)\\b.{0,12}${NUMBER}.{0,160}\\b(?:where|what|how|which|best|invest|put|do with)\\b`,
    ),
  },
  {
    kind: 'sizing',
    pattern: new RegExp(
      `\\b(?:${NUMBER}|my money|our money|my cash|money|cash|savings)\\b.{0,30}\\b(?:to|should i|would you|do i) (?:invest|put|allocate|park|deploy)\\b|\\bwhere (?:to|should i|do i|would you) (?:invest|put|park|deploy)\\b|\\bwhat (?:should|do|can|could|shall) (?:i|we) (?:invest in|buy|do with)\\b|\\bhow (?:should|do|would|can|could) (?:i|we|one|you) (?:best |actually |safely )?(?:invest|play|profit|trade|hedge|allocate|position|diversify|split|deploy|bet on|get exposure)\\b`,
    ),
  },
  {
    kind: 'sizing',
    pattern:
      /\b(?:build|construct|design|create|assemble|put together|make) (?:me |us )?(?:a|an|my|our|the) (?:[\w-]+ ){0,4}portfolio\b/,
  },
  {
    kind: 'price',
    pattern:
      /\btell (?:me|us) (?:whether|if) .{1,40}\b(?:goes|go|going|moves|heads|trades) (?:up|down|higher|lower)\b/,
    prices: true,
  },
  {
    kind: 'holding',
    pattern: new RegExp(
      `\\bwhat (?:should|would|do|can|shall|must) (?:${SELF}|you) (?:\\w+ )?do (?:with|about)\\b`,
    ),
    acts: true,
  },
  { kind: 'holding', pattern: new RegExp(`\\b(?:my|our) (?:[\\w&.'-]+ ){0,3}?(?:${HOLDINGS})\\b`) },
  {
    kind: 'holding',
    pattern:
      /\b(?:i|we)(?: am| are| have| just| already| still| currently)* (?:own|hold|holding|bought|down|up|long|short|bagholding|sitting on|stuck (?:in|with))\b.{1,80}/,
  },
  {
    kind: 'decision',
    pattern:
      /\b(?:am|are) (?:i|we) (?:too late|too early|late|early|too exposed|overexposed|too concentrated|diversified enough)\b/,
  },
  {
    kind: 'decision',
    pattern: new RegExp(`\\bwhat (?:should|would|do|must) (?:i|we|${ANYONE}) (?:\\w+ )?do\\b`),
  },
  {
    kind: 'decision',
    pattern: /\bwould [\w' .]{2,40}? (?:say|tell|advise|want) (?:that )?(?:i|we|me|us) (?:should|to)\b/,
  },
  {
    kind: 'answerer',
    pattern:
      /\b(?:your|earmark's) (?:\w+ )?(?:rating|view|take|opinion|verdict|recommendation|call|advice|stance|thoughts)\b(?! on (?:the|this|that) (?:episode|show|podcast))/,
  },
  {
    kind: 'request',
    pattern: new RegExp(
      `\\b(?:stock|crypto|trading|investment|investing|market) (?:tips?|advice|ideas|recommendations?|picks for me)\\b|\\b(?:a|any|some|one) (?:${SECURITY})\\b (?:that|which) (?:can|could|will|would|might|is going to)\\b`,
    ),
  },
  {
    kind: 'sizing',
    pattern:
      /\b(?:is|are|would|should)\b.{0,20}\b\d+ ?(?:%|percent)(?: .{0,40})?\b(?:position|allocation|stocks?|bonds|too much|too little|enough|of what (?:i|we))\b/,
  },
  {
    kind: 'request',
    pattern: new RegExp(
      `^(?:please |can you |could you |would you |will you |pls |hey |ok |so |now )*(?:recommend|suggest|pick|choose|name|give me|list|tell me|show me|find me|i need|i want|what are)\\b.{0,30}?\\b(?:(?:your|top|best|good|great|few|some|an?|one|two|three|five|ten|\\d+|safe|hot|solid|winning|undervalued|cheap) )(?:[\\w-]+ ){0,3}?(?:${SECURITY}|buys?|winners?|ideas? to buy)\\b(?! (?:that|which|who|where|they|guests?|hosts?|discussed|mentioned|split|market))`,
    ),
  },
  {
    kind: 'request',
    pattern:
      /\b(?:build|design|create|construct|make|draft|plan|optimi[sz]e|review|rate|fix|rebalance) (?:me |us |my |our |for me )+(?:\w+ ){0,4}?(?:portfolio|allocation|watchlist|ira|401k|strategy|holdings)\b/,
  },
  {
    kind: 'request',
    pattern: new RegExp(
      `\\b(?:convince|persuade|talk) me (?:not |out of |into |why i should )*(?:to )?${ACT}`,
    ),
    acts: true,
  },
  {
    kind: 'request',
    pattern:
      /\b(?:rate|grade|score) (?:\S+ ){1,4}?(?:for me|from 1|out of|as an? (?:investment|buy|stock))|\bgive (?:me|us) (?:a|one) (?:number|level|price|yes or no|straight answer)\b|\bpredict (?:the |where |how |what |\S+ )+(?:price|prices|stock|shares|level|go|be|trade|end|finish|close)\b/,
  },
];

/** A verdict in general: research wherever somebody's speech is asked about. */
export const generalRules: readonly AdviceRule[] = [
  {
    kind: 'verdict',
    pattern:
      /\bworth (?:a|the) (?:punt|look|shot|flyer|gamble|bet|risk|price|position|nibble|try)\b|\byay or nay\b|\bin or out\b|\bis (?:that|it|this|now|there) (?:still |then |already )?an? (?:buy|sell|hold|bargain|entry)\b|\bthumbs up or (?:thumbs )?down\b/,
  },
  {
    kind: 'verdict',
    pattern: new RegExp(
      `\\bshould .{1,30}? (?:own|hold|buy|sell|short|avoid) (?:any |some |more )?(?:${SECURITY})\\b`,
    ),
  },
  {
    kind: 'choice',
    pattern: new RegExp(
      `\\b(?:which|what) (?:\\w+ ){0,2}?(?:${SECURITY})\\b (?:is|are|looks?|would be) (?:the )?(?:best|better|safest|cheapest|strongest)\\b|^(?:just |please )?(?:give me|name|tell me|pick) (?:just )?(?:one|a single) (?:ticker|stock|name|symbol|etf|coin)\\b`,
    ),
  },
  {
    kind: 'price',
    pattern:
      /\b(?:could|can|will|would|is|be) .{1,40}[- ]?bagger\b|\bhow long (?:until|till|before) .{1,30} (?:doubles?|recovers?|hits?|reaches|rebounds?|bounces?)\b|\bwhere .{1,30} (?:goes|heads|ends up|lands) (?:from here|next|now|by)\b/,
  },
  {
    kind: 'verdict',
    pattern:
      /\bwould an? (?:[\w-]+ ){0,3}?(?:investor|trader|saver|retiree|person) (?:be (?:happy|comfortable|right|wrong|wise|ok)|like|want|touch|own|buy|sell|hold)\b/,
  },
  {
    kind: 'verdict',
    pattern: new RegExp(`\\b(?:should|shall|must|ought) (?:not )?${ANYONE} ${ACT}`),
    acts: true,
  },
  {
    kind: 'verdict',
    pattern: new RegExp(
      `\\bwould (?:a|any) (?:\\w+ )?(?:sane|smart|rational|sensible|prudent|reasonable)? ?(?:person|investor|trader) ${ACT}`,
    ),
    acts: true,
  },
  {
    kind: 'verdict',
    pattern: new RegExp(
      `\\b(?:${WORTH})\\b(?: for (?:me|us|\\w+ \\w+|\\w+))? ?(?:to |in |on |of |it to |that i |and )?${ACT}`,
    ),
    acts: true,
  },
  {
    kind: 'verdict',
    pattern: new RegExp(
      `\\b(?:is|was|would|will|does|could) (?:it |now )?(?:buying|selling|holding|shorting|owning|investing|putting|adding|getting|dumping|trimming|taking|waiting)\\b.{1,60}\\b(?:${WORTH})\\b`,
    ),
    acts: true,
  },
  {
    kind: 'verdict',
    pattern:
      /\b(?:is|are|was|as|be|of|see|still|it|not|considered|make|makes|remain|remains|look like|looks like|yet) (?:now |currently |still |really |today |here |actually )*(?:a|an) (?:[\w-]+ ){0,2}?(?:buy|sell|hold|bargain|steal|screaming buy)\b(?![ -](?:off|side|out|back|through|rating|and))/,
  },
  {
    kind: 'verdict',
    pattern:
      /\b(?:a|the|any|better|best) (?:(?:good|great|solid|safe|smart|decent|better|best|sound|worthwhile|wise|stupid|terrible|bad|long[- ]term|attractive|strong|perfect|ideal) )+(?:[\w-]+ )?(?:buy|investment|stock|pick|bet|entry(?: point| price)?|trade|long|short|purchase|play|holding|opportunity|place to (?:park|put)|value here|hedge for me|idea for (?:me|my|us|our))\b/,
  },
  {
    kind: 'verdict',
    pattern:
      /^(?:is|are|still|ok|a|good|great|right|time|safe|worth|too late)?\b(?:.{0,25}\b)?(?:good|right|great|bad|best|ideal|opportune) (?:entry|exit|time to|moment to|price to|level to|spot to|point to)\b|\b(?:entry|exit) (?:point|price|level)s?\b/,
  },
  {
    kind: 'verdict',
    pattern:
      /^(?:so |and |ok |then |is |are ).{1,50}\b(?:a|an) (?:[\w-]+ ){0,2}?(?:buy|sell|hold|short)\b(?![ -](?:off|side|out|back|through|rating|and|position|seller|squeeze))/,
  },
  {
    kind: 'verdict',
    pattern: new RegExp(
      `\\b(?:thoughts|views?|opinions?|wisdom|case|feelings?) (?:on|about|of) ${ACT}|\\b${TRADE}\\b.{0,40}\\bor not$|^(?:still |just )?(?:worth|long|short|buying|selling|holding|owning|shorting)\\b(?! (?:argument|case|thes))`,
    ),
    acts: true,
  },
  {
    kind: 'verdict',
    pattern: new RegExp(
      `\\b(?:good|bad|smart|dumb|wise|stupid|great|terrible|crazy|sensible) (?:idea|move|decision|time|moment|plan|strategy)? ?(?:for .{1,20} )?to\\b.{0,40}?\\b${TRADE}\\b`,
    ),
    acts: true,
  },
  {
    kind: 'verdict',
    pattern:
      /\bmoney (?:still )?(?:to be made|left to make|left)\b|\b(?:priced|valued|cheap|undervalued|attractive|expensive|overvalued) (?:enough )?(?:for|to) (?:me|us|get|buy|sell|own|open|hold|start|add|justify buying)\b/,
  },
  { kind: 'verdict', pattern: new RegExp(`^(?:so |ok |is it |still |good |maybe )*time to ${ACT}`) },
  {
    kind: 'verdict',
    pattern:
      /^(?:so |ok |just |yes or no:? )?(?:buy|sell|short|hold|dump|trim)\b.{0,40}\b(?:now|here|today|or|yet|tomorrow|dip|\?)\b/,
  },
  {
    kind: 'verdict',
    pattern:
      /\b(?:buy|sell|hold|long|short|calls?|keep(?: it)?)\b,?(?:\s|\/|,)+(?:or |vs\.? |and )?(?:to )?(?:sell|hold|puts?|buy|fold|pass|wait|short|dump|trim|avoid|skip|let (?:it )?go)\b(?: it\b)?/,
  },
  {
    kind: 'choice',
    pattern:
      /\b(?:best|top|safest|hottest|number one|strongest|most promising|greatest) (?:[\w-]+ ){0,4}?(?:stocks?|etfs?|funds?|shares|crypto(?:currency|currencies)?|coins?|investments?|buys?|picks?|plays?|way(?:s)? (?:to|for me to) (?:play|invest|profit|bet|get|own|make money|gain))\b/,
  },
  {
    kind: 'choice',
    pattern: new RegExp(
      `\\b(?:which|what) (?:[\\w&'-]+ ){0,4}?(?:${SECURITY}|one|company|companies|sectors?|of (?:these|them|the two|those))\\b.{0,40}\\b(?:(?:should|would|do|to|will) (?:i |we |you |one )?(?:buy|own|pick|choose|sell|hold|short|avoid|keep|10x|double|triple|moon|outperform|go up)|(?:has|have|offers?|with) (?:the )?(?:most|more|best|highest|biggest) (?:upside|return|potential|growth potential)|(?:is|are|looks?) (?:the |a |still )?(?:better|best|safest|safer) (?:to |buy|investment|bet|stock|pick|value|long|deal)|is (?:going to|best to|good to))`,
    ),
  },
  {
    kind: 'choice',
    pattern:
      /\bwhat to (?:buy|sell|invest in|own)\b|\bwhich (?:is|one is|are) (?:the |a )?(?:better|best|safer|safest) (?:investment|buy|bet|stock|pick|long|value|choice|to)\b/,
  },
  {
    kind: 'price',
    pattern: new RegExp(
      `\\b(?:will|is|are|can|could|does|do|might|would|going)\\b(?: not)? (?!i |we |you |the market |markets |there )(?:[\\w&.'$-]+ ){1,5}?(?:going to |likely to |about to |ever |really |still |still going to |bound to |set to )?(?:go(?:ing)? (?:up|down|higher|lower|parabolic|to (?:the moon|zero|${NUMBER}))|rise|fall|double|triple|quadruple|10x|moon|bounce(?: back)?|tank|rally|rebound|outperform|beat the (?:market|s&p)|be worth|be trading|trade (?:at|above|below)|climb|soar|surge|plunge|pop|(?:hit|reach|top|cross|break|pass) ${NUMBER})\\b`,
    ),
    prices: true,
  },
  {
    kind: 'price',
    pattern:
      /\b(?:at|below|under) what (?:price|level|valuation) (?:would|does|do|is|are|will|could)\b.{1,40}\b(?:attractive|cheap|interesting|compelling|tempting|worth|good value)\b/,
  },
  {
    kind: 'verdict',
    pattern: new RegExp(`^(?:and |so |but )?why not (?:just )?${ACT}`),
    acts: true,
  },
  { kind: 'verdict', pattern: new RegExp(`\\b(?:${SECURITY})\\b.{0,30}\\byes or no\\b`) },
  {
    kind: 'price',
    pattern:
      /\b(?:stocks?|shares?|share price|stock price|bitcoin|ethereum|gold)\b (?:\w+ ){0,2}?(?:recover|bounce|crash|correct|drop|rise|fall|double|go up|go down)\b/,
    prices: true,
  },
  {
    kind: 'price',
    pattern:
      /\bwhere (?:will|does|do you see|is|are|do you think|could|might)\b.{1,50}\b(?:be|trade|end|finish|go|going|headed|heading|land|close|trading|in (?:a|one|two|five|ten|\d+) (?:years?|months?|weeks?)|by (?:the end|20\d\d|christmas|year))\b/,
    prices: true,
  },
  {
    kind: 'price',
    pattern:
      /\bhow (?:high|low|far) (?:can|will|could|does|might|would|is|do you)\b.{1,40}\b(?:go|fall|climb|run|drop|rise|get|going)\b|\bhow much (?:more |further )?(?:upside|higher|further|lower|downside)\b|\bhow much (?:will|would|could) .{1,40}\bbe worth\b/,
    prices: true,
  },
  {
    kind: 'price',
    pattern:
      /\bwhat (?:will|would|could|might) .{1,40}\b(?:be worth|trade at|be trading|be priced|price be|return)\b|\bwhat (?:is|will be) .{1,30}\b(?:price|worth) (?:in|by|at the end|next|be)\b|\b(?:price|stock) (?:target|prediction|forecast)s? (?:for|on|of)\b|\bfair value (?:of|for)\b.{0,40}\b(?:buy|sell|below|worth)\b/,
    prices: true,
  },
  {
    kind: 'price',
    pattern: new RegExp(
      `\\b(?:headed|heading|going|on (?:its|the) way|en route) (?:to|for|towards?|above|below|past) (?:${NUMBER}|zero|the moon)|\\bupside\\b.{0,30}\\b(?:from here|left|now|at this|remaining)\\b|\\bwhen (?:will|does|do you|is) .{1,30}\\b(?:${NUMBER}|recover|bottom|double|moon|rebound|bounce)\\b|\\b(?:keep|stop) (?:going up|going down|rising|falling|climbing|running)\\b`,
    ),
    prices: true,
  },
  {
    kind: 'price',
    pattern:
      /\b(?:odds|chances?|likelihood|probability|likely)\b.{1,50}\b(?:doubl\w+|ris(?:e|es|ing)|fall(?:s|ing)?|hit(?:s|ting)?|reach\w*|go(?:es|ing)? (?:up|down)|recover\w*|10x|crash\w*|outperform\w*)\b/,
    prices: true,
  },
  {
    kind: 'price',
    pattern:
      /\b(?:rising|falling|going up|going down|up or down|higher or lower|bottomed|topped out|peaked)\b.{0,20}\b(?:next|tomorrow|this (?:week|month|quarter|year)|by|yet|from here)\b|\b(?:up or down|has .{1,30} (?:bottomed|peaked|topped))\b/,
    prices: true,
  },
];

/** Questions of the kind people ask in the other large languages of investors; research in them has its own verbs. */
export const foreignRules: readonly RegExp[] = [
  /\b(?:deberia|debo|debemos|me conviene|conviene|vale la pena|es buen momento (?:para|de))\b.{0,25}\b(?:comprar|vender|invertir|mantener)\b/,
  /\b(?:soll(?:te)? (?:ich|man|wir)|lohnt es sich|ist es (?:klug|sinnvoll|zeit)|jetzt)\b.{0,50}\b(?:kaufen|verkaufen|investieren|halten|einsteigen|aussteigen)\b/,
  /\b(?:dois[- ]je|devrais|faut[- ]il|est-ce (?:que je (?:dois|devrais)|le (?:bon )?moment)|vaut-il la peine)\b.{0,40}\b(?:acheter|vendre|investir|garder|conserver)\b/,
  /\b(?:devo|deveria|devemos|dovrei|conviene|vale a pena|e (?:il|o) momento)\b.{0,30}\b(?:comprar|vender|investir|manter|comprare|vendere|investire|tenere)\b/,
  /\b(?:moet(?:en)? (?:ik|we)|is het (?:slim|verstandig|tijd))\b.{0,50}\b(?:kopen|verkopen|investeren|beleggen|houden)\b/,
  /(?:应该|應該|该不该|可以|值得|要不要).{0,12}(?:买|買|卖|賣|投资|投資|持有)|(?:買う|売る|買った|売った)(?:べき|ほうが)|(?:사야|팔아야|매수|매도)(?:할까|하나|해야)/,
];
