import { anyWording } from '#server/features/ask/read/advice/wordings.ts';

/** Parts of patterns for the wording of trade-decision questions, over normalised text (`normaliseQuestion`). */

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
  [/\bdiamond[- ]hand(?:s|ing)? (?:on )?(?=\w)/g, 'hold '],
  [/\bhodl(?:ing)?\b/g, 'hold'],
  [/\bape in(?:to)?\b/g, 'buy'],
  [/\baping in(?:to)?\b/g, 'buying'],
  [/\bpt\b(?= (?:for|on|of))/g, 'price target'],
];

/** A question in lower case with plain quotes, no accents, contractions and chat spellings written out, and single spaces. */
export function normaliseQuestion(question: string): string {
  let text = question
    // The country, not the pronoun.
    .replace(/\bU\.?S\.?(?:A\.?)?(?![\p{L}])/gu, 'USA')
    .normalize('NFKD')
    // Keeps the voicing marks of kana and the vowel signs of Devanagari, which distinguish words; its dot below does not.
    .replace(/(?![\u3099\u309a\u0900-\u093b\u093e-\u0963])\p{M}/gu, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[‘’`´]/g, "'")
    .replace(/[“”«»]/g, '"')
    .replace(/[‐-―]/g, '-');
  for (const [pattern, written] of CONTRACTIONS) text = text.replace(pattern, written);
  return text.replace(/\s+/g, ' ').trim();
}

const RELATIVE = anyWording('relative');
/** The asker, or somebody for whom they ask. */
export const SELF = anyWording('self');
/** The public at large, in place of oneself. */
export const ANYONE = anyWording('anyone');

/** The asker or the answerer, anywhere in a clause. */
export const SOMEBODY_HERE = new RegExp(
  `\\b(?:i|me|my|mine|myself|we|our|ours|ourselves|you|your|yours|(?:my|our|a|his|her) (?:\\w+ )?${RELATIVE})\\b`,
);

/** An act on a security. */
export const TRADE = anyWording('trade');

/** To know rather than to do: "what should I know before buying" is research. */
export const INFORMATION =
  /\b(?:should|do|can|could|would|must|to|want to|like to|need to) (?:i |we |you |anyone |investors |people )?(?:know|read|listen|hear|ask|learn|understand|look (?:for|out|up)|watch|remember|expect|worry|be (?:worried|concerned|afraid|aware|careful)|care|find|search|see|cite|trust|believe|start with|interpret|make of|have (?:anything|something|any|more)|think about the)\b|\b(?:do|does|can) (?:you|earmark) (?:have|cover|index|know|include|track|carry|hold|list|offer|store|support)\b/;

const ADVERB = `(?:${anyWording('adverb')} )*`;
const LIGHT = `(?:${anyWording('light-verb')} (?:to )?)*`;
/** A trade with the adverbs and light verbs before it. */
export const ACT = `${ADVERB}${LIGHT}${ADVERB}${TRADE}\\b`;

/** What is traded. */
export const SECURITY = anyWording('security');
/** Things people buy, hold or pick that are no securities. */
const NO_SECURITY = anyWording('no-security');
/** The words right after the act tell that its object is no security. */
export const NO_SECURITY_AFTER = new RegExp(
  `^\\W*(?:(?:a|an|the|my|our|his|her|new|another|any|some|this|that|which|more|used|tesla|apple|google|amazon|microsoft|meta|nvidia) )*${NO_SECURITY}\\b(?! (?:stocks?|shares?|builders?|depot|makers?))`,
);
/** Asks what goods cost, which is the price of no security: "the price of a Ramp subscription". */
export const PRICE_OF_GOODS = new RegExp(
  `\\b(?:price|cost|fee)s? (?:of|for) (?:an?|the|its|their|one) (?:[\\w&'-]+ ){0,3}?${NO_SECURITY}\\b(?! (?:stocks?|shares?))|\\bhow much (?:is|are|does|do) (?:an?|the|its|their|one) (?:[\\w&'-]+ ){0,3}?${NO_SECURITY}(?: cost)?$`,
);
/** A part of a quantity, which is no share to be had. */
export const SHARE_OF_QUANTITY =
  /\bshares? of (?:(?:its|the|their|all|total) )?(?:revenues?|sales|market|profits?|income|earnings|costs?|spending|output|production|users|gdp)\b/;
/** Quantities whose rise or fall is economics, not the price of a security. */
export const ECONOMIC_SUBJECT = new RegExp(`\\b${anyWording('economic-subject')}\\b`);

const REPORT_VERBS = anyWording('report-verbs');
/** People and shows whose speech is asked about, never the asker or the answerer. */
const SPEAKERS = anyWording('speakers');
/** A report verb of somebody else, or a noun for what was said. It governs the words from where it begins. */
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
  /\b(?:bull|bear|bullish|bearish|upside|downside) (?:case|thesis|argument|side|view|point)s?\b|\bpros and cons\b|\barguments? (?:for|against)\b/,
  /(?:^|\b(?:tell me|know|and|see|me|of) )who (?:(?:is|are|was|were) (?!the (?:better|best|safer)|better|going|right)|has|have|had|owns?|holds?|bought|sold|shorted|likes?|sees?|else|recently|first)\b/,
  /\b(?:which|how many|what) (?:of the |other )?(?:shows?|hosts?|guests?|episodes?|podcasts?|speakers?|people|investors|funds)\b/,
  /\bwhen (?:guests|hosts|people|they|speakers)\b/,
];
/** A clause that only gives the ground for the question: the decision is still asked for. */
export const BASIS = new RegExp(`\\b${anyWording('basis')}\\b`);

/** Words for the record: a question about it is research. */
export const RECORD = new RegExp(`\\b${anyWording('record')}\\b`);

/** Words that make the answerer play somebody, or drop its rules. */
export const ROLE_PLAY = new RegExp(`\\b${anyWording('role-play')}\\b`);
