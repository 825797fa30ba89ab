import { anyOf } from '#server/language/pattern.ts';

/** Words ahead of a clause by which its speaker does not assert it. It is told with them, or not at all. */
export type Frame = {
  /** Others' words, harm that may come, a supposition, what is denied or may no longer hold, what was held once. */
  readonly kind: 'others' | 'danger' | 'supposed' | 'denied' | 'former';
  /** The clause is feared, whoever fears it. */
  readonly feared: boolean;
  /** Where the frame begins, where its clause does, and where the speaker talks for themselves again. */
  readonly from: number;
  readonly to: number;
  readonly end: number;
};

type Wording = Pick<Frame, 'kind' | 'feared'> & { readonly pattern: RegExp };

/** People in general, a camp, the market, the press. */
const CAMP = anyOf(
  /people|folks|everyone|everybody|others/,
  /(?:some|many|most|(?:a )?lots?|plenty)(?: of)?(?: the| my)?(?: other)?(?: people| folks| investors| analysts| critics| fans)?/,
  /(?:(?:the|its|their|my|our|some|many|most) )?(?:company|board|management|founders?|ceo|employees|executives|customers|users|consumers|shareholders|owners|lenders|banks|rivals|competitors|partners|regulators|politicians|government|fed|doctors|scientists|researchers|engineers|developers|friends?|colleagues?|report|article|study|memo)/,
  /(?:the )?(?:critics|s[kc]eptics|bears|bulls|doubters|detractors|haters|short[- ]?sellers|shorts|(?:wall )?street|markets?|consensus|press|media|analysts|investors|economists|experts|pundits|journalists|headlines|papers|world)/,
);
/** "Jim Chanos", "Goldman": a name, which no opener of a sentence is. Capitals count. */
const NAMED =
  "(?!(?:I|It|We|You|This|That|These|Those|There|The|A|An|And|But|So|If|When|What|Who|How|Why|As|Now|Well|Yeah|Yes|No|Then|Because|Which|One|My|Our|Your|Its|Do|Did|Let|Like|Although|Though|Also|While|Still|Nobody|No|Not|Few|Hardly|Never|Anyone|Someone|Somebody|Nothing|Everything|Maybe|Since|Once|After|Before|In|On|At|For|With|By|From|Of|Or|Is|Are|Can|Would|Could)\\b)\\p{Lu}[\\p{L}\\d.'’&-]*(?: (?!I\\b)\\p{Lu}[\\p{L}\\d.'’&-]*){0,2}";
const THIRD = `(?:${CAMP}|he|she|they)`;
/** "Who short it", "always", "keep", "would love to": words between those and their verb. */
const ADVERBS =
  "(?:(?:who|that) [^,.;]{2,40}? )?(?:(?:out there|also|just|still|even|all|always|often|now|only|really|actually|basically|simply|rightly|wrongly|keeps?|started?|(?:likes?|loves?|tends?|seems?|wants?) to|are|is|were|was|has|have|had|been|will|would|might|may|could|can|do|does|did|going to) |(?:'re|'s|'ve|'d) )*";
const SAYS = anyOf(
  /say|says|said|saying|think|thinks|thought|thinking|believe[sd]?|believing|argu(?:e|es|ed|ing)|claim(?:s|ed|ing)?/,
  /insist(?:s|ed|ing)?|complain(?:s|ed|ing)?|alleg(?:e|es|ed|ing)|assum(?:e|es|ed|ing)|reckon(?:s|ed)?|predict(?:s|ed|ing)?/,
  /point(?:s|ed|ing)? out|suspect(?:s|ed)?|hope[sd]?|hoping|conclude[sd]?/,
  /(?:tell|tells|told|telling) (?:you|me|us|them|him|her|people|everyone|everybody|investors|reporters)/,
);
const FEARS =
  /(?:worry|worries|worried|worrying|fear(?:s|ed|ing)?|warn(?:s|ed|ing)?|afraid|concerned|nervous|scared)/
    .source;
/** A clause follows, with "that" or at once; no thing that is told of, feared or hoped for. */
const CLAUSE =
  '(?: that| how)? (?!(?:to|with|for|in|about|of|by|from|so|too|very|as|at|on|is|was|are|were|long|big|hard|ahead|differently)\\b)';
/** A clause after a noun: no word that only describes it ("the risk is large"). */
const HELD =
  '(?:,? that\\b|:? (?=(?:the|an?|it|its|they|their|you|we|there|people|all|nobody|some|every\\w*|one|two|three)\\b))';
const THAT = '(?:,? that\\b|,? (?=(?:it|they|there|we|you)\\b))';

const SAYINGS =
  /(?:bull|contrarian) case|case (?:for|against)[^.;,]{0,30}?|argument|claim|allegation|accusation|charge|rumou?r|narrative|notion|criticism|critique|knock|pushback|objection|complaint|consensus|theory|conventional wisdom|perception|assumption|impression|expectation|gossip|story|view|belief|idea/
    .source;
const HARM =
  /(?:(?:bear|bearish) (?:case|argument|thesis|view)|risk|danger|fear|worry|concern|threat|downside|nightmare|worst[- ]case(?: scenario)?)/
    .source;
/** What may stand between such a noun and its verb; `I` and `we` would make it the speaker's own. */
const OF_IT = '(?:(?!\\b(?:[Ii]|we|me|my|our)\\b)[^.;,]){0,60}?';
const IS =
  "(?: is|'s| was| would be| has been| goes)(?: simply| just| basically| always| really| obviously)?";
/** Not "my argument" or "our own view". */
const NOT_OURS = '(?<!\\b(?:my|our)(?: \\w+)? )\\b';

const wording = (kind: Frame['kind'], source: string, feared = false, flags = 'giu'): Wording => ({
  kind,
  feared,
  pattern: new RegExp(source, flags),
});

/** What is told of somebody: "people keep saying", "Chanos's fear is that", "the thing bears tell you is that". */
const toldOf = (who: string, flags: string): Wording[] => [
  wording('others', `\\b${who} ${ADVERBS}${SAYS}${CLAUSE}`, false, flags),
  wording('others', `\\b${who} ${ADVERBS}${FEARS}${CLAUSE}`, true, flags),
  wording(
    'others',
    `\\b${who}['’]s? (?:\\w+ ){0,2}(?:${SAYINGS}|thesis|bet|guess|take|point|contention|hope|conclusion|answer)s?\\b${OF_IT}${IS}${THAT}`,
    false,
    flags,
  ),
  wording('others', `\\b${who}['’]s? (?:\\w+ ){0,2}${HARM}s?\\b${OF_IT}${IS}${HELD}`, true, flags),
  wording('others', `\\b${HARM}s?,?(?: that| which)? ${who}\\b${OF_IT}${IS}${HELD}`, true, flags),
  wording(
    'others',
    `\\b(?:[Ww]hat|(?:[Tt]he|[Oo]ne|[Aa]|[Aa]nother) (?:\\w+ )?(?:thing|point|reason|part|line|word|answer)s?(?: that| which)?) ${who} ${ADVERBS}(?:${SAYS}|${FEARS})\\b${OF_IT}${IS}${HELD}`,
    false,
    flags,
  ),
];

const OTHERS: readonly Wording[] = [
  ...toldOf(THIRD, 'giu'),
  ...toldOf(NAMED, 'gu'),
  // "Their fear is that", "the worry on the street is", "the bear case is", "the rumour is that", "I heard that".
  wording('others', `\\b(?:their|his|her) (?:\\w+ ){0,2}${HARM}s?\\b${OF_IT}${IS}${HELD}`, true),
  wording(
    'others',
    `${NOT_OURS}${HARM}s?,? (?:you hear|on the street|in the market|out there)\\b${OF_IT}${IS}${HELD}`,
    true,
  ),
  wording('others', `${NOT_OURS}bear(?:ish)? (?:case|argument|thesis|view)\\b${OF_IT}${IS}${HELD}`, true),
  wording('others', `${NOT_OURS}(?:${SAYINGS})s?\\b${OF_IT}${IS}${THAT}`),
  wording(
    'others',
    `\\b(?:according to|rumou?r has it|word is|it is said|(?:i|we)(?:'ve| have|'d| had)? (?:heard|read)|i was told|(?:i've|i have|we've|we have) been told|you(?:'ll| will)? (?:\\w+ )?hear)${CLAUSE}`,
  ),
];

const DANGERS: readonly Wording[] = [
  wording('danger', `\\b${HARM}s?\\b[^.;,]{0,60}?${IS}${HELD}`, true),
  wording(
    'danger',
    `\\bwhat (?:worries|scares|frightens|concerns|could go wrong|keeps)\\b[^.;,]{0,40}?${IS}${HELD}`,
    true,
  ),
  wording('danger', `\\b(?:i|we)(?:'m|'re| am| are)? (?:\\w+ ){0,2}?${FEARS}${CLAUSE}`, true),
  wording(
    'danger',
    `\\b${HARM}s? that\\b(?! (?:is|was|are|were|has|had|have|will|would|could|can|may|might)\\b)`,
    true,
  ),
];

/** "If you look at it" supposes nothing. */
const TALK =
  '(?:anything\\b|not\\b|(?:you|we|i|one) (?:just |really |actually )?(?:look|think about|ask|take a look|zoom|consider|compare|remember|go back|read|see)\\b)';
const SUPPOSED: readonly Wording[] = [
  wording(
    'supposed',
    `\\b(?:if(?! ${TALK})|unless|whether|suppose|supposing|imagine|imagining|assuming|pretend|provided|as long as|let's say|what if|in a world where|until|wonder\\w*|i (?:\\w+ )?(?:hope|wish))\\b`,
  ),
  wording('supposed', `\\b(?:question|hope|dream|wish)(?:e?s)?\\b[^.;,]{0,60}?${IS}(?: that)?\\b`),
  wording('supposed', `\\b(?:${SAYINGS}|question|hope|prospect|possibility|chance)s? that\\b`),
];

const DENIED: readonly Wording[] = [
  wording(
    'denied',
    "(?:n['’]t|\\bnot|\\bnever|\\bno longer) (?:\\w+ ){0,2}?(?:care|know|think|believe|see|mean|say|saying|agree|buy|suggest\\w*|claim\\w*|argu\\w+|true|the case|convinced|sure|clear|that|because)\\b(?: that)?",
  ),
  wording(
    'denied',
    `\\b(?:nobody|no one|few people|hardly anyone) (?:\\w+ ){0,2}?(?:${SAYS}|${FEARS})${CLAUSE}`,
  ),
  wording(
    'denied',
    '\\b(?:wrong|mistaken|silly|crazy|foolish|naive|premature|absurd|ridiculous|nonsense|mistake|unfair|too (?:early|soon|strong|far|simple|easy)|hard|difficult|impossible|tempting|easy)(?: \\w+)? (?:to|is to|is|was) (?:say|saying|think|thinking|believe|believing|claim|claiming|argue|assume|assuming|conclude|call|imagine)\\b(?: that)?',
  ),
  wording('denied', '\\b(?:i|we) (?:thought|assumed|feared)\\b(?: that)?'),
  wording('denied', '\\b(?:doubt\\w*|den(?:y|ies|ied)|reject\\w*)\\b(?: that)?'),
  wording(
    'denied',
    `\\b(?:myth|misconception|mistake|fallacy|illusion|lie)s?\\b[^.;,]{0,60}?${IS}(?: that)?\\b`,
  ),
  wording(
    'denied',
    "\\byou(?:'d| would| might| could| may) (?:have )?(?:think|thought|assume|assumed|argue|say)\\b(?: that)?",
  ),
];

/** "I used to think"; "I thought it was the best" may still be held. */
const FORMER: readonly Wording[] = [
  wording(
    'former',
    '\\b(?:i|we) (?:used to|once|originally|previously|initially|at first) (?:\\w+ )?(?:thought|think|believed?|said|say|assumed?|feared|worried)\\b(?: that)?',
  ),
];

const WORDINGS = [...OTHERS, ...DANGERS, ...SUPPOSED, ...DENIED, ...FORMER];

/** "..., and I think": the speaker talks for themselves again. "But" alone may go on with what is said, or feared. */
const RESUMES =
  /[;.] |,? (?:and|but|so|which|though|although) (?:(?:now|still|yet|honestly|frankly|actually|that said|to me|personally),? )?(?:that['’]s why )?(?:i|we|my|in my)(?:['’]\w+)?\b/i;
/** What is supposed, denied or was held once ends at "but". */
const TURNS = /[;.] |,? but\b/i;

/** Every frame in a sentence, in order. */
export function framesIn(text: string): Frame[] {
  return WORDINGS.flatMap(({ kind, feared, pattern }) =>
    [...text.matchAll(pattern)].map(({ index, 0: { length } }) => {
      const after = index + length;
      const to = after + text.slice(after).search(/\S|$/);
      const isSaid = kind === 'others' || kind === 'danger';
      const until = text.slice(to).search(isSaid ? RESUMES : TURNS);
      return { kind, feared, from: index, to, end: until < 0 ? text.length : to + until };
    }),
  ).sort((a, b) => a.from - b.from);
}

/** Whether what is said at an offset stands under a frame before it. */
export function isUnderFrame(frames: readonly Frame[], at: number): boolean {
  return frames.some(({ from, end }) => from < at && at < end);
}

/** "And the biggest": what may stand before the noun of a frame that opens a sentence; "my" would make it the speaker's own. */
const BEFORE_NOUN =
  /^(?:(?:and|but|so|now|well|look),? )*(?:(?:the|an?|one|another|its|their) (?:[\w'-]+ ){0,2})?$/i;

/** "I worry that", "what worries me is that", "the concern I have". */
const OWN = /\b(?:i|we|me|us|my|our)\b/i;

/** Where the clause begins that a sentence fears under a frame at its head ("The worry people have is that ..."); 0 without one. */
export function fearedFrom(text: string): number {
  const frame = framesIn(text).find(({ feared }) => feared);
  return frame !== undefined && BEFORE_NOUN.test(text.slice(0, frame.from)) ? frame.to : 0;
}

/** Whether a sentence only tells what others say, think or fear, what its speaker held once, or a danger that is not called theirs. */
export function tellsNoOwnView(text: string): boolean {
  return framesIn(text).some(({ kind, from, to, end }) => {
    if (end < text.length) return false;
    if (kind === 'danger') return BEFORE_NOUN.test(text.slice(0, from)) && !OWN.test(text.slice(from, to));
    return kind === 'others' || kind === 'former';
  });
}

/** Whether a sentence only names what may do harm, or is feared. */
export function tellsOfDanger(text: string): boolean {
  return framesIn(text).some(({ feared, end }) => feared && end === text.length);
}
