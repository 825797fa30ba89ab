import type { Span } from '#server/language/tone.ts';

/**
 * How plainly a sentence judges the business of the name at a span: 2 where price, results, position or prospects are
 * judged in its predicate or a position on it is taken, 1 where it is praised or faulted in general, else 0.
 */
export type Verdict = 0 | 1 | 2;

const words = (list: string) =>
  list
    .trim()
    .split(/\s*\|\s*|\n\s*/)
    .join('|');

const SKIP =
  '(?:,[^,.]{3,50},)?(?:\\s+(?:also|just|actually|probably|really|basically|obviously|clearly|still|already|certainly|definitely|now|so|very|pretty|quite|truly|literally|arguably|currently|always|never|not|incredibly|extremely|massively|absolutely|maybe|kind of|sort of|like|far|way|much|even|almost|essentially|effectively|fundamentally|hugely|wildly|too|more|most|less|least|i think|i believe|i mean|you know|to me|to be|by far|right now|today|here|in my (?:view|opinion|mind)|at this point|honestly|frankly),?)*';
const VERB =
  "(?:(?:\\s+|)(?:'s|'re|’s|’re)|\\s+(?:is|are|was|were|isn't|aren't|wasn't|ain't|has|have|had|hasn't|haven't|will|won't|would|wouldn't|could|couldn't|can|can't|cannot|may|might|should|shouldn't|must|does|doesn't|do|don't|did|didn't|seems?|looks?|feels?|remains?|becomes?|became|gets?|got|goes|going|needs?|makes?|made|trades?|trading|grows?|grew|owns?|wins?|won|loses?|lost|beats?|dominates?|deserves?|benefits?|faces?|controls?|leads?|sells?|holds?|keeps?|continues?|stands?|sits?|produces?|generates?|spends?|burns?|gives?|takes?|took|lacks?|enjoys?|figured|nailed|crush(?:es|ed)|kill(?:s|ed)|compet(?:es|ing)|struggl(?:es|ed|ing)))";
/** What of a company a sentence may be about before it says what is so of it: "Apple's margins are". */
const PART =
  "(?:(?:'s|’s)?\\s+(?:own |core |gross |whole |entire |new |real |cloud |enterprise |consumer |ad |free )?(?:stocks?|shares?|equity|valuation|multiples?|revenues?|growth(?: rate)?|margins?|earnings|business(?:es)?(?: models?)?|models?|moats?|advantages?|strateg(?:y|ies)|distribution|brands?|balance sheet|cash flows?|cost structure|position|products?|customers?|backlog|demand|prices?|pricing|spending|capex|market share|market cap|numbers|run rate|future|problems?|risks?|biggest \\w+|lack of [\\w ]{3,30}|team|management|execution|companies|startups|market|industry|sector|space|investors?|adoption|usage))";

const STRONG = words(`
under ?valued|over ?valued|mispriced|overpriced|underpriced|priced (?:for|like|in|at|as)|fairly (?:valued|priced)|reasonably (?:valued|priced)|cheap\\w*|expensive|too high|too low|overrated|underrated|overhyped|under-?appreciated|overbought|oversold|investable|uninvestable
trad(?:es|ing) (?:at|for|on|down|up)|worth (?:more|less|a|the|it|every|nothing|\\$|\\d|at least|owning|buying)|(?:at|a|the) (?:\\w+ )?multiples?|market cap|upside|downside|premium|discount|bubble|bargain|steal
dominant|dominan\\w+|dominat\\w+|monopol\\w+|duopol\\w+|moats?|defensib\\w+|defendable|lock(?:ed)?[- ]in|network effects?|switching costs?|pricing power|barriers?|competitive|advantages?|unfair|edge|market share|share gain\\w*|taking share|losing share|well[- ]positioned|best[- ]positioned|positioned|(?:in|into) (?:a |the )?(?:\\w+ ){0,2}(?:position|spot|lead|driver'?s seat)\\b|leaders?|leading the|ahead|behind\\b(?! the meter)|catch(?:ing)? up|catch-up|caught up|winners?|win|wins|winning|won\\b|los(?:e|es|ing|ers?)|lost (?:its|their|the)|beat(?:s|ing|en)?|crush\\w*|kill(?:s|ed|ing)? (?:it|the|them|off)|eat(?:s|ing|en)? (?:the|their|into|everyone|lunch|up)|threat\\w*|disrupt\\w*|commodit\\w+|replace\\w*|displace\\w*|irreplaceable|durab\\w+|endur\\w+|sticky|stickiness|resilient|unique|unstoppable|untouchable|unbeatable|vulnerab\\w+|exposed|at risk|fragile|existential
grow(?:s|ing|n)?|grew|growth|accelerat\\w+|decelerat\\w+|explod\\w+|skyrocket\\w*|on fire|ripping|taking off|booming|shrink\\w*|declin\\w+|flat ?lin\\w+|plateau\\w*|slow(?:s|ing|ed)? down|profit\\w*|unprofitable|margins?|revenues?|arr\\b|cash ?flows?|earnings|burn(?:s|ing)? (?:through|cash|money)|los(?:es|ing|t) money|mak(?:e|es|ing) money|print(?:s|ing)? (?:money|cash)|unit economics|run rate|churn\\w*|retention
demand|adoption|shortage|scarc\\w+|supply|constrain\\w*|bottlenecks?|sold out|saturat\\w+|tam\\b|tailwinds?|headwinds?|opportunit\\w+|potential|momentum|inflect\\w+|turn(?:s|ed|ing)? (?:it )?around|turnaround|comeback|cycl\\w+|regulat\\w+|antitrust|risks?|risky|surviv\\w+|bankrupt\\w*|to zero|go(?:ing|es)? (?:under|away|bust|public|out of business)|insolvent|dead|d(?:ie|ies|ying)|doomed|toast|screwed|cooked|fucked|done for|obsolete|irrelevant|struggl\\w+|in trouble|trouble|collaps\\w+|crash\\w*|implod\\w+|fail(?:s|ing|ed)?|peak(?:ed|ing)?|bottom(?:ed|ing)?|sustainab\\w+|unsustainable|viable|succeed\\w*|success(?:ful)?|mistake|smart|genius|brilliant|thrive|thriving|outperform\\w*|underperform\\w*|double[sd]?|triple[sd]?|10x|hundred x
(?:a |an |the |one of the |such a )(?:\\w+[- ]){0,3}(?:buy|sell|short|bet|asset|investment|stock|hold|trade|franchise|juggernaut|powerhouse|monster|beast|machine|business(?:es)?|compan(?:y|ies)|disaster|scam|ponzi|fraud|joke|mess|trap)
off the charts|doing (?:\\w+ )?(?:well|great|badly|poorly)|here to stay|meat on the bone|terrible at|great at|bad at|a (?:hard|tough|bad|great|good) (?:sell|place|time|spot)|trillion|billion
`);
const GENERAL = words(`
good|great|incredible|amazing|phenomenal|fantastic|excellent|extraordinary|impressive|remarkable|strong(?:er|est)?|powerful|better|best|number one|brilliant|beautiful|huge|massive|big(?:ger|gest)?|important|special|real|bad|terrible|awful|horrible|weak(?:er|est)?|worse|worst|poor|problem\\w*|difficult|hard(?:er)?|tough(?:er)?|challeng\\w+|dangerous|scary|concern\\w*|worr\\w+|fine|ok(?:ay)?|interesting|exciting|fast(?:er|est)?|quality|only|distribution|scale|brand|strateg\\w+|need(?:s)? to|have to|should|will|going to
`);

const TAIL = '[^.;:?!]{0,70}?';
const STRONG_PREDICATE = new RegExp(`^${PART}?${SKIP}${VERB}${TAIL}\\b(?:${STRONG})\\b`, 'i');
const GENERAL_PREDICATE = new RegExp(`^${PART}?${SKIP}${VERB}${TAIL}\\b(?:${GENERAL})\\b`, 'i');
const AT_A_PRICE = /^(?:'s|’s)?\s+(?:stock |shares |equity )?at (?:\$|\d|a |this|these|that|current|today)/i;

const TOWARDS = new RegExp(
  `\\b(?:${words(`
bullish (?:on|about)|bearish (?:on|about)|long|short(?:ing)?|overweight|underweight|(?:bet|bets|betting|wager) (?:on|against|that)|buy(?:ing|er of)?|sell(?:ing)?|own(?:ing)?|avoid(?:ing)?|stay(?:ing)? away from|believer in|believe in|(?:skeptical|sceptical|worried|concerned|excited|optimistic|pessimistic|nervous|negative|positive) (?:on|of|about|for)|(?:rather (?:own|buy|be|have)|i'?d (?:go with|take|pick|choose|back|own|buy|short|sell|avoid|bet on))
compet\\w+ (?:with|against)|displac\\w+|disrupt\\w*|replac\\w+|threat(?:en(?:s|ing)?)?(?: to)?|beat(?:s|ing)?|kill(?:s|ing)?|crush(?:es|ing)?|catch(?:ing)? up (?:to|with)|ahead of|better than|worse than|cheaper than|bigger than|faster than|good for|great for|bad for|terrible for|headwind for|tailwind for|risk (?:to|for)|problem (?:for|with)|issue (?:for|with)|opportunity (?:for|in|with|at)|demand for|market for|shortage of|supply of|value (?:of|in)|upside (?:in|to|of)|downside (?:in|to|of)|valuation of|growth (?:of|in|at)|moat (?:of|for|around)|winners? (?:in|of)|advantage (?:of|for)|no one (?:can|is)|nobody (?:can|is)
`)})\\s+(?:the\\s+|a\\s+|an\\s+|in\\s+|some\\s+|more\\s+|these\\s+)?$`,
  'i',
);

/** Reads how plainly the text judges the name at `span`; `span` may be a pronoun that stands for it. */
export function verdictOn(text: string, span: Span): Verdict {
  if (span.start < 0) return 0;
  const after = text.slice(span.end, span.end + 140);
  const before = text.slice(Math.max(0, span.start - 50), span.start);
  if (STRONG_PREDICATE.test(after) || TOWARDS.test(before) || AT_A_PRICE.test(after)) return 2;
  return GENERAL_PREDICATE.test(after) ? 1 : 0;
}
