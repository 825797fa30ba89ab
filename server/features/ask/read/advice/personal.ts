import { ACT, ANYONE, SECURITY, SELF, TRADE } from '#server/features/ask/read/advice/grammar.ts';
import { type AdviceRule, NUMBER, WORTH } from '#server/features/ask/read/advice/rule.ts';
import { anyOf } from '#server/features/ask/read/advice/word-list.ts';

const HOLDINGS = anyOf('holdings');

/** Rules for what is put to us or is about the asker: only a report verb before it makes it research. */
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
      `\\bhow (?:bullish|bearish|long|exposed|aggressive|defensive|concentrated) should (?:${SELF}|${ANYONE})\\b`,
    ),
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
      /\b(?:your|earmark's) (?:\w+ )?(?:rating|gut|instincts?|hunch|view|take|opinion|verdict|recommendation|call|advice|stance|thoughts)\b(?! on (?:the|this|that) (?:episode|show|podcast))/,
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
