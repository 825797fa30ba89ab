/** The wording of trade-decision questions, as parts of patterns over normalised text (see `normaliseQuestion`). */

const any = (...parts: string[]) => `(?:${parts.join('|')})`;

const CONTRACTIONS: readonly (readonly [RegExp, string])[] = [
  [/\b(what|who|where|how|that|it|he|she|there|when|here)'?s\b(?=\s(?!own))/g, '$1 is'],
  [/\bwhats\b/g, 'what is'],
  [/\b(i|we|you|they)'d\b/g, '$1 would'],
  [/\b(i|we|you|they)'ll\b/g, '$1 will'],
  [/\b(i|we|you|they)'ve\b/g, '$1 have'],
  [/\bi'?m\b/g, 'i am'],
  [/\b(you|we|they)'re\b/g, '$1 are'],
  [/\b(should|would|could|do|does|did|is|are|was|were|has|have)n'?t\b/g, '$1 not'],
  [/\bcan'?t\b/g, 'can not'],
  [/\bwon'?t\b/g, 'will not'],
  [/\blet's\b/g, 'let us'],
  [/\b(?:shud|shuld|shoud|shld)\b/g, 'should'],
  [/\bu\b/g, 'you'],
  [/\bur\b/g, 'your'],
  [/\bgonna\b/g, 'going to'],
  [/\bwanna\b/g, 'want to'],
  [/\bgotta\b/g, 'have to'],
  [/\bkinda\b/g, 'kind of'],
  [/\byolo(?:ing)?\b/g, 'putting'],
  [/\bhodl(?:ing)?\b/g, 'hold'],
  [/\bpt\b(?= (?:for|on|of))/g, 'price target'],
];

/** Lower case, plain quotes, no accents on Latin letters, contractions and chat spellings written out, single spaces. */
export function normaliseQuestion(question: string): string {
  let text = question
    // The country is no pronoun.
    .replace(/\bU\.?S\.?(?:A\.?)?(?![\p{L}])/gu, 'USA')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[‘’`´]/g, "'")
    .replace(/[“”«»]/g, '"')
    .replace(/[‐-―]/g, '-');
  for (const [pattern, written] of CONTRACTIONS) text = text.replace(pattern, written);
  return text.replace(/\s+/g, ' ').trim();
}

// ------------------------------------------------------------------------------ who decides

const RELATIVE = any(
  'mom|mum|mother|dad|father|parents?|wife|husband|partner|spouse|girlfriend|boyfriend|brother|sister|son|daughter|kids?|children|uncle|aunt|cousin|grand(?:ma|pa|mother|father|parents)',
  'friends?|buddy|mate|neighbou?r|boss|colleague|co-?worker|roommate|clients?|customers?|family|company|firm|fund|daughter in law|in-?laws',
);
const PROXY = any(
  `(?:my|our|his|her) (?:\\w+ )?${RELATIVE}`,
  `(?:a|one|some) (?:\\w+ )?${RELATIVE}(?: of (?:mine|ours))?`,
  'the (?:wife|husband|missus|kids|in-?laws|old man|better half)',
  '(?:he|she|they)',
);
/** One of us, or somebody we ask for. */
export const SELF = any('i|we|one|me|us|myself', PROXY);
/** The public at large, put in place of oneself. */
export const ANYONE = any(
  '(?:retail |long[- ]term |value |growth |income |young |small |individual |ordinary |average |regular |new )*(?:investors?|traders?|savers?|shareholders?|holders|retirees|beginners?|people|folks)',
  'anyone|anybody|someone|somebody|everyone|everybody|retail|holders',
  "(?:someone|somebody|anyone|people|folks|a person|an investor) (?:in|at|with|near|over|under|who|like)(?: [\\w'-]+){1,4}?",
  "an? (?:[\\w'-]+ ){0,4}(?:person|investor|trader|beginner|retiree|saver|old|student|couple|millennial|novice|newbie|guy)",
  '(?:my |our |the )?(?:pension|retirement|ira|401k|college) (?:money|savings|funds?|account)',
);

/** The asker or the answerer, in any place of a clause. */
export const SOMEBODY_HERE = new RegExp(
  `\\b(?:i|me|my|mine|myself|we|our|ours|ourselves|you|your|yours|(?:my|our|a|his|her) (?:\\w+ )?${RELATIVE})\\b`,
);

// ------------------------------------------------------------------------------ what act

const TRADES = [
  'buy(?:ing)?|sell(?:ing)?|short(?:ing)?|own(?:ing)?|hold(?:ing)?(?! (?:that|this) view)|dump(?:ing)?|trim(?:ming)?|invest(?:ing)?|accumulat(?:e|ing)|purchas(?:e|ing)|liquidat(?:e|ing)|unload(?:ing)?|grab(?:bing)?|snag',
  'load(?:ing)? up|scal(?:e|ing) (?:in|out|into)|get(?:ting)? (?:invested|in|out|into|back in|rid of|some|more|long|short|exposure)(?! (?:touch|shape|this|that) )|go(?:ing)? (?:long|short|all[- ]in|to cash|heavy|big)|jump(?:ing)? (?:in|on|into|out)|pil(?:e|ing) (?:in|into)|hop(?:ping)? (?:in|on)',
  'bail(?:ing)?|cash(?:ing)? (?:out|in)|tak(?:e|ing) (?:some |my |our |the )?(?:profits?|gains?|a position|a stake|a (?:long|short)|money off|chips off)|lock(?:ing)? in|exit(?:ing)?|stay(?:ing)? (?:in|invested|long|put|away)|sit(?:ting)? tight|stick(?:ing)? with|hang(?:ing)? on(?:to)?|cut(?:ting)? (?:my |our |the |his |her )?loss(?:es)?',
  'averag(?:e|ing) (?:down|up|in)|dca|dollar[- ]cost|lump[- ]sum|rotat(?:e|ing)|switch(?:ing)?|swap(?:ping)?|rebalanc(?:e|ing)|diversif(?:y|ying)|allocat(?:e|ing)|hedg(?:e|ing)|double down|doubling down|pull(?:ing)? the trigger|bet(?:ting)? (?:on|against|big)|writ(?:e|ing) (?:covered )?(?:calls|puts)|exercis(?:e|ing)|roll(?:ing)? (?:my|the|over)|cover(?:ing)? (?:my|the|his|her) short',
  'put(?:ting)? (?:\\S+ ){0,5}?(?:in|into|on|towards?)\\b|park(?:ing)?|mov(?:e|ing) (?:\\S+ ){0,6}?(?:into|to|out)|shift(?:ing)? (?:\\S+ ){0,5}?(?:into|to|out)|add(?:ing)? (?:more|to|some)|start(?:ing)? (?:a|my) position|open(?:ing)? a (?:long|short|position)|enter(?:ing)? (?:now|here|a position|the stock|at)|keep(?:ing)?(?: (?:my|our|the|it|them|this|these|his|her|buying|holding|adding)\\b|$)|weight(?:ing)?(?! of)|underweight|overweight|let(?:ting)? (?:it|them|my winners) (?:go|run)',
  'participat(?:e|ing) in|ap(?:e|ing) into|margin(?:ing)? up|open(?:ing)? (?:up )?a (?:small |new )?position|underwrit(?:e|ing)|subscrib(?:e|ing) to the ipo|wait(?:ing)? for (?:a|the|an)? ?(?:\\w+ )?(?:lock-?up|split|dip|pullback|correction|drop|crash|better (?:price|entry)|lower)|cop|be (?:all[- ]in|long|short|in (?:cash|stocks|bonds|crypto|gold|private|equities)|overweight|underweight)|part with|avoid(?:ing)?|pass on|have (?:some |any |more )?exposure|speculat(?:e|ing) (?:in|on)|flip(?:ping)?|stake|bite|nibbl(?:e|ing)|back(?:ing)? up the truck|have (?:both|all of them)|(?:head(?:ing)?|run(?:ning)?|mak(?:e|ing)) for the (?:hills|exits?|door)|lighten(?:ing)? up|top(?:ping)? up|de-?risk(?:ing)?|get(?:ting)? defensive|bother(?:ing)? with (?:stocks?|bonds?|etfs?|crypto|bitcoin|gold|shares)|get(?:ting)? in line|touch(?:ing)?|fold(?:ing)?|pick(?:ing)?|choos(?:e|ing)|go with|follow (?:them|him|her|suit)|copy',
];
export const TRADE = any(...TRADES);

/** What people want to know, as against to do: "what should I know before buying" is research. */
export const INFORMATION =
  /\b(?:should|do|can|could|would|must|to|want to|like to|need to) (?:i |we |you |anyone |investors |people )?(?:know|read|listen|hear|ask|learn|understand|look (?:for|out|up)|watch|remember|expect|worry|be (?:worried|concerned|afraid|aware|careful)|care|find|search|see|cite|trust|believe|start with|interpret|make of|have (?:anything|something|any|more)|think about the)\b|\b(?:do|does|can) (?:you|earmark) (?:have|cover|index|know|include|track|carry|hold|list|offer|store|support)\b/;

const ADVERB =
  '(?:(?:not|just|really|actually|personally|still|even|also|rather|probably|maybe|definitely|ever|now|then|better|only|perhaps|honestly|immediately|finally|instead|currently|already|seriously|today|simply|to|be|both) )*';
const LIGHT =
  '(?:(?:consider(?:ing)?|think(?:ing)? (?:about|of)|start(?:ing)?|begin|continu(?:e|ing)(?: to)?|keep(?: on)?|go ahead and|look(?:ing)? (?:to|at|into)|try(?:ing)?(?: to)?|plan(?:ning)?(?: to| on)?|wants?(?: to)?|have to|need to|rush to|hurry and|like to|prefer to|bother|wait to|wait before|afford to|sell everything and|dare to?) (?:to )?)*';
/** The act that a decider's verb governs: adverbs and light verbs, then a trade. */
export const ACT = `${ADVERB}${LIGHT}${ADVERB}${TRADE}\\b`;

// ------------------------------------------------------------------------------ about what

export const SECURITY = any(
  'stocks?|shares?|etfs?|index funds?|mutual funds?|funds?|bonds?|treasur(?:y|ies)|bills|options|calls|puts|leaps|futures|crypto(?:currency|currencies)?|coins?|tokens?|bitcoin|btc|ethereum|eth|gold|silver|oil|commodit(?:y|ies)|adrs?|equit(?:y|ies)|securit(?:y|ies)|ipos?|reits?|spacs?',
  'tickers?|names?|plays?|picks?|bets?|investments?|positions?|portfolio|holdings?|the dip|market|s&p(?: 500)?|nasdaq|qqq|spy|voo|semis|small caps|rsus?',
);
/** Things people buy, hold or pick that are no securities. */
const NO_SECURITY = any(
  'house|home|apartment|condo|car|truck|suv|model (?:3|y|s|x)|cybertruck|laptop|phone|iphone|ipad|macbook|headset|headphones|microphone|mic|book|books|audiobook|ticket|tickets|subscription|mattress|groceries|shoes|domain|course|merch|t-?shirt',
  'episodes?|shows?|podcasts?|transcripts?|newsletter|guests?|hosts?|plan|premium|earmark|api',
);
/** The thing acted on is no security, as far as the words right after the act tell. */
export const NO_SECURITY_AFTER = new RegExp(
  `^\\W*(?:(?:a|an|the|my|our|his|her|new|another|any|some|this|that|which|more|used|tesla|apple|google|amazon|microsoft|meta|nvidia) )*${NO_SECURITY}\\b(?! (?:stocks?|shares?|builders?|depot|makers?))`,
);
/** Quantities whose rise or fall is economics, not the price of a security. */
export const ECONOMIC_SUBJECT = new RegExp(
  `\\b${any('rates?|inflation|rents?|unemployment|jobs|wages|costs?|demand|supply|revenues?|sales|margins?|earnings|profits?|capex|spending|usage|adoption|gdp|growth|taxes|tariffs?|deficit|debt|productivity|population|emissions|tuition|premiums|subscribers|traffic|ratings|employment|salaries|house prices|home prices|housing prices|token prices|price of (?:tokens|compute|electricity|housing)|electricity prices|startups|ai (?:agents?|models?)')}\\b`,
);

// ------------------------------------------------------------------------------ reported speech

const REPORT_VERBS = any(
  'sa(?:y|ys|id|ying)|think(?:s|ing)?|thought|argu(?:e|es|ed|ing)|claim(?:s|ed|ing)?|mention(?:s|ed|ing)?|discuss(?:es|ed|ing)?|recommend(?:s|ed|ing)?|suggest(?:s|ed|ing)?|predict(?:s|ed|ing)?|call(?:s|ed|ing)|expect(?:s|ed|ing)|sees?|saw|believ(?:e|es|ed|ing)|talk(?:s|ed|ing)?(?: about)?|feel(?:s|ing)?|felt|pitch(?:ed|es|ing)?|advis(?:e|es|ed|ing)|warn(?:s|ed|ing)?|tell(?:s|ing)?(?! me| us)|told|explain(?:s|ed)?|justif(?:y|ies|ied)|describ(?:e|es|ed)|debat(?:e|es|ed)|cover(?:s|ed)(?! (?:calls?|puts?))|prais(?:e|es|ed)|criticis?z?(?:e|es|ed)|made the case|make the case|lay out|laid out|point(?:s|ed)? (?:out|to)|disclos(?:e|es|ed)|reveal(?:s|ed)?|hint(?:s|ed)?|comment(?:s|ed)?|address(?:es|ed)?|name[ds]?|flag(?:s|ged)|cit(?:e|es|ed)|giv(?:e|es)|gave|given|come out|came out|changed? (?:his|her|its|their) mind',
);
/** Subjects whose speech is asked about: people and shows of the record, never the asker or the answerer. */
const SPEAKERS = any(
  '(?:the |any |some |most |other |many |these |those |both |all |which |what |no |few |several |how many |recent |various |different |more )*(?:all-in |bg2 |20vc |pivot |acquired )?(?:hosts?|guests?|speakers?|shows?|podcasts?|pods?|episodes?|panel(?:ists?)?|analysts?|bulls?|bears?|skeptics?|critics|experts?|vcs?|venture capitalists|besties|commentators?|voices|corpus|record|transcripts?|conversations?|discussions?)',
  'who|whom|anyone|anybody|someone|somebody|everyone|nobody|they|he|she|people|it|was|were|been|is being',
);
/** A report verb with somebody else as its subject, or a noun for what was said. Where it begins tells what it governs. */
export const REPORT_FRAMES: readonly RegExp[] = [
  new RegExp(`\\b${SPEAKERS} (?:\\w+ ){0,3}?${REPORT_VERBS}\\b`),
  new RegExp(
    `\\b(?:did|does|do|has|have|had|is|are|was|were) (?!i |we |you |me |my |our |your |it |now |this |that )(?:[\\w&.'-]+ ){1,7}?${REPORT_VERBS}\\b`,
  ),
  /\b(?:according to|in the words of|in the view of|per the|as told by|as (?:discussed|argued|the hosts|they|heard|stated|said|told)|judging from what|from what (?:the |any )?(?:hosts|guests|shows|podcasts|they))\b/,
  /\b(?:what|which|whose|any|the|who|are there|were there|find|list|show me|summar\w+|compare|quote|explain|trace) (?:\S+ ){0,5}?(?:arguments?|case|debates?|views?|takes?|opinions?|stances?|statements?|discussions?|disagreements?|consensus|thes[ie]s|predictions|calls|sentiment|mentions?|quotes?|reasons|reasoning|bull case|bear case|evidence|tone|narrative|perspectives?)\b/,
  /\b(?:on|in|across|from|by) (?:the |these |those |this |any |which |what |all |your |recent )*(?:shows?|podcasts?|pods?|episodes?|corpus|transcripts?|record|all-in|bg2|20vc|pivot)\b/,
  /\b(?:hosts|guests|panel|panelists|speakers|podcasters|shows|podcasts|episodes|besties)(?:'s?)? (?:\w+ )?(?:price targets?|picks?|calls?|positions?|portfolios?|predictions?|forecasts?|views?|bets?|recommendations?|stances?)\b/,
  /\b(?:was|were|been|being|get|got) (?:\w+ ){0,2}?(?:said|argued|mentioned|discussed|recommended|suggested|predicted|called|pitched|warned|praised|critici[sz]ed|named|flagged|cited|given|made|debated|talked about|covered|told)\b/,
  /\b(?:bull|bear|bullish|bearish) (?:case|thesis|argument|side|view|point)s?\b|\bpros and cons\b|\barguments? (?:for|against)\b/,
  /(?:^|\b(?:tell me|know|and|see|me|of) )who (?:(?:is|are|was|were) (?!the (?:better|best|safer)|better|going|right)|has|have|had|owns?|holds?|bought|sold|shorted|likes?|sees?|else|recently|first)\b/,
  /\b(?:which|how many|what) (?:of the |other )?(?:shows?|hosts?|guests?|episodes?|podcasts?|speakers?|people|investors|funds)\b/,
  /\bwhen (?:guests|hosts|people|they|speakers)\b/,
];
/** A clause that only gives the ground for what is asked leaves the decision with the asker. */
export const BASIS =
  /\b(?:based on|given (?:what|that|how|all|everything)|considering|since|because|seeing (?:how|that)|after (?:hearing|listening|what)|if (?:they|the hosts|everyone|all)|with what|knowing|from what)\b/;

/** The record itself: a question about it is research, whoever asks. */
export const RECORD =
  /\b(?:hosts?|guests?|speakers?|shows?|podcasts?|pods?|episodes?|panel|transcripts?|corpus|record|statements?|citations?|coverage|timeline|stance|sentiment|bull case|bear case|earmark)\b/;

/** Words that make the answerer play somebody, or drop its rules. */
export const ROLE_PLAY =
  /\b(?:pretend|imagine (?:you|that you|i am)|act (?:as|like)|role ?-?play|you are (?:now )?(?:my|a|an|the|warren|ray|cathie|peter|jim|charlie|bill|michael|george|stanley|no longer)\b|let us play|suppose (?:you|i)|assume (?:you|the role|i)|if you (?:were|had|could|owned|got|only)|(?:in|wear|put yourself in) my shoes|ignore (?:your|the|all|any|previous)|forget (?:your|the|about (?:your|the))|no (?:restrictions|rules|limits)|without (?:restrictions|disclaimers?|the disclaimers?)|hypothetical(?:ly)?|off the record|entertainment (?:purposes|only)|(?:just )?between (?:us|you and me)|gun to (?:your|my) head|as (?:an? )?(?:unbiased|neutral|objective|expert|my|a financial|an? ai)|write (?:a|me a) (?:story|scene|dialogue|script|poem|letter)|not (?:financial )?advice,? (?:but|just)|i (?:know|understand) (?:you|this|it) (?:can ?not|is not|do not)|i will not (?:hold|sue|blame))\b/;
