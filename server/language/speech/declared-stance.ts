import type { Stance } from '#server/domain.ts';
import type { Span } from '#server/language/tone.ts';
import { framesIn } from './frames.ts';
import { CAPITALISED, NAMES_BEFORE } from './grammar.ts';

/**
 * Stances that a speaker declares outright ("I'm negative on Costco at this price", "I'd still own it", "I end up in
 * the middle"). Read before anything is weighed: what is declared needs no inference.
 */
type Declaration = {
  readonly stance: Stance;
  readonly pattern: RegExp;
  /** Counts only before the name itself: people like, want and buy "it" of everything. */
  readonly byName?: boolean;
};

const DEGREE =
  '(?:(?:now|still|also|actually|really|very|super|quite|pretty|rather|fairly|so|more|much|considerably|cautiously|increasingly|kind of|sort of|a bit|a little|extremely|incredibly|structurally|long-term|short-term|not only|personally|just|generally|massively|overall|frankly|honestly|always|only|genuinely|already|fundamentally|right|somewhere|wildly|massively|hugely|vastly) )*';
const I_AM =
  "(?:\\b(?:i'm|i am|we're|we are|i've (?:turned|become|gone|got|come round to being|come around to being|grown)|i have (?:turned|become|gone)|we've (?:turned|become|gone)|i came (?:back|away|out)|i come out|i remain|i stay|i get|i feel|i'd be|i would be|makes me|call me|put me down as|i end up|i ended up|i stand|count me as)|^(?:and |but |so )?)\\s*";
const I_DO = `\\b(?:i|we)(?:'d| would)?\\s+${DEGREE}`;
/** Words between the side and the subject. */
const ON =
  '\\s+(?:on|about|towards?|in|of|with|for|to)\\s+(?:the\\s+|all\\s+|what\\s+|how\\s+|a\\s+)?(?:\\w+\\s+){0,1}$';
/** Words between the side and the subject, names of a list among them: "be long Google and Anthropic". */
const HERE = `\\s+(?:the\\s+|some\\s+|more\\s+|all\\s+|a bit of\\s+|shares (?:of|in)\\s+)?${NAMES_BEFORE}$`;

const declaration = (stance: Stance, source: string, byName = false): Declaration => ({
  stance,
  pattern: new RegExp(source, 'i'),
  byName,
});

const BEFORE: readonly Declaration[] = [
  declaration(
    'BALANCED',
    `${I_AM}${DEGREE}(?:neutral|balanced|on the fence|in the middle|right in the middle|(?:of|in) two minds|undecided|torn|agnostic|ambivalent|of mixed minds)${ON}`,
  ),
  declaration('MIXED', `${I_AM}${DEGREE}(?:mixed)${ON}`),
  declaration(
    'BEARISH',
    `${I_AM}${DEGREE}(?:bearish|negative|pessimistic|skeptical|sceptical|cautious|sour|uneasy|nervous|worried|concerned|underweight|down|short|not (?:${DEGREE})(?:bullish|positive|optimistic|sold|convinced|a fan|a believer|a buyer|excited|interested))${ON}`,
  ),
  declaration(
    'BEARISH',
    `${I_AM}${DEGREE}(?:short|shorting|careful with|wary of|afraid of|a seller of|out of|selling|avoiding|staying away from)${HERE}`,
  ),
  declaration(
    'BEARISH',
    `${I_DO}(?:not (?:own|touch|buy|hold|invest in)|stay away from|steer clear of|be short|be careful with)${HERE}`,
  ),
  declaration(
    'BEARISH',
    `\\b(?:i|we) (?:wouldn't|would not) (?:own|touch|hold|invest in|put money in(?:to)?|go near|want to own)${HERE}`,
  ),
  declaration(
    'BEARISH',
    `${I_DO}(?:don't (?:really |particularly )?(?:like|love|want|own|trust|believe in)|do not (?:like|own|want)|hate|dislike|distrust|wouldn't (?:buy|want)|avoid|short|sell|sold|pass on)${HERE}`,
    true,
  ),
  declaration(
    'BULLISH',
    `\\b(?:i|we) (?:wouldn't|would not|won't|would never) (?:bet against|short|sell)${HERE}`,
  ),
  declaration(
    'BULLISH',
    `${I_AM}${DEGREE}(?:bullish|positive|optimistic|constructive|upbeat|excited|overweight|keen|sold|a (?:big |huge |firm |true |great )?believer|a (?:big |huge )?fan|a (?:big |huge |happy )?(?:buyer|holder|owner)|fond|high|confident)${ON}`,
  ),
  declaration(
    'BULLISH',
    `${I_AM}${DEGREE}(?:long|buying|overweight|comfortable with|happy with|a holder of)${HERE}`,
  ),
  declaration(
    'BULLISH',
    `${I_DO}(?:own|be long|be a buyer of|be buying|be happy to own|put (?:my )?money in(?:to)?)${HERE}`,
  ),
  declaration(
    'BULLISH',
    `${I_DO}(?:like|love|want to own|hold|buy|bought|invest in|bet on|believe in|want|go with|pick|back|keep|be comfortable with)${HERE}`,
    true,
  ),
];

/** "Nvidia's", "Nvidia's stock is": the name and the verb that says what it is. */
const IS = "^(?:(?:'s)?\\s+(?:stock |shares |equity )?(?:is|are|looks?|seems?|remains?)|'s)\\s+";

const AFTER: readonly Declaration[] = [
  declaration('BULLISH', `${IS}${DEGREE}(?:bullish|a buy|a long) (?:for|to) (?:me|us)\\b`),
  declaration('BEARISH', `${IS}${DEGREE}(?:bearish|a sell|a short) (?:for|to) (?:me|us)\\b`),
  declaration(
    'BEARISH',
    `${IS}${DEGREE}(?:way |too |wildly |totally |a )*(?:sell|short(?! (?:of|on)\\b|[ -](?:term|sighted|lived))|overvalued|overpriced|overhyped|overrated|too expensive|trap|cheap for a reason|value trap|uninvestable|dead money|bubble|in a bubble|priced for perfection|not worth)\\b`,
  ),
  declaration(
    'BULLISH',
    `${IS}${DEGREE}(?:way |too |wildly |totally |a |the )*(?:buy|undervalued|underpriced|under-?appreciated|underrated|too cheap|screaming buy|bargain|steal|mispriced|no[- ]brainer|worth (?:a (?:good |great )?(?:deal|lot)|much|far) more|(?:only )?one (?:that |which )?(?:i like|i'd own|i'd hold|i want|i'd buy|you want|that wins))\\b`,
  ),
];

/** Said without naming the subject again. */
const ALONE: readonly Declaration[] = [
  declaration(
    'BALANCED',
    `\\b(?:i'm|i am|i end up|i ended up|i come out|i'd say i'm|i land|leaves me|i sit|i'm sitting)\\s+${DEGREE}(?:on the fence|(?:right |somewhere |roughly )?in the middle|in between|of two minds|in two minds|neutral|undecided|torn|balanced|not leaning)\\b`,
  ),
  declaration('BALANCED', "\\bwouldn't (?:buy|own)\\b[^.]{1,40}\\bwouldn't (?:bet against|short|sell)\\b"),
  declaration(
    'BULLISH',
    '\\bi (?:still |really |do )?like (?:it|them) (?:here|from here|at (?:this|these|today)\\b)',
  ),
  declaration('BEARISH', "\\b(?:i'd|i would) leave (?:it|them|that one) alone\\b"),
  declaration('MIXED', '\\b(?:bullish|positive)\\b[^.]{1,90}\\bbut\\b[^.]{1,40}\\b(?:bearish|negative)\\b'),
  declaration('MIXED', `\\b(?:positive|bullish|long) on\\b[^.]{1,40}\\b(?:negative|bearish|short) on\\b`),
];
/** "PepsiCo's got a slow leak, and I wouldn't own it": no other name stands between the subject and what stands for it. */
const REFUSED_ALONE =
  /^[^.;]*?\b(?:I|we) (?:wouldn't|would not) (?:own|touch|go near|invest in|put (?:my )?money in(?:to)?|want to own) (?:it|them)\b/u;
/** "I would not own it": said outright, on no condition. */
const REFUSES = /\b(?:would not|wouldn't|won't|would never) [\w ]*$/i;
const ON_CONDITION = /(?<!\beven )\b(?:if|unless|without|were it not|but for)\b/i;
const STANDS_FOR = '(?:it|them|this|that|him|these|the (?:stock|company|shares|name|business|space|sector))';
/** Words before a declaration that make it not the speaker's own, or not of today. */
const UNSAID =
  /\b(?:whether(?! or not)|(?:could|can|might|would|some|people|they|critics) (?:argue|say)s?|question of|(?<!than )i was|i used to|we were|would i|should i|when i|had i)\b/i;
/** Revokes a declaration, wherever it stands: "I'd own it if I were younger". */
const SUPPOSED = /\bif i (?:was|were|had)\b/i;
const DENIED = /\b(?:not|never|no longer|hardly|less)\b[^,;.]{0,24}$/i;
/** "Nobody would call me bullish", "they ask if I'm bearish": right before a declaration. */
const LEFT_OPEN =
  /\b(?:nobody|no one|never|not|\w+n't|if|whether)(?: (?:would|will|should|could|can|ever|really))* $/i;
/** A few words of one clause. */
const AT_ONCE = /^(?:[\w'’-]+ ){0,4}$/;
/** "All but Nvidia". */
const EXCEPTED = /\b(?:all|every\w+|any\w+)(?: \w+)? (?:but|except|besides|other than)(?: for)? (?:the )?$/i;
/** "Nvidia's rivals", "Nvidia puts", "Nvidia to fail": a side taken on others, or against the name before. */
const NOT_ITSELF =
  /^['’]s (?:[\w-]+ )?(?:competitors?|competition|rivals?|challengers?|peers|customers|suppliers|puts?)\b|^ (?:competitors|rivals|puts?|as a short|to (?:fail|fall|drop|lose|crash|go (?:down|lower|to zero)))\b/i;

/** The stance that a sentence declares towards the subject at `own`; without a name, towards what "it" refers to. Null if none. */
export function declaredStance(text: string, own: readonly Span[]): Stance | null {
  if (SUPPOSED.test(text) || /\?["'”’)]*$/.test(text)) return null;
  const found = new Set<Stance>();
  for (const span of own.length > 0 ? own : pronounsIn(text)) {
    const side = sideTaken(text, span, own.length > 0);
    if (side !== null) found.add(side);
  }
  for (const { stance, pattern } of ALONE) if (!UNSAID.test(text) && pattern.test(text)) found.add(stance);
  if (found.size <= 1) return [...found][0] ?? null;
  return found.has('BALANCED') ? 'BALANCED' : 'MIXED';
}

function sideTaken(text: string, span: Span, named: boolean): Stance | null {
  const lead = text.slice(0, span.start);
  const rest = text.slice(span.end);
  if (UNSAID.test(lead) || (REFUSES.test(lead) && ON_CONDITION.test(rest))) return null;
  const said = BEFORE.find(({ pattern, byName }) => (named || !byName) && pattern.test(lead)) ?? null;
  if (said !== null) {
    const isOfIt = !EXCEPTED.test(lead) && !NOT_ITSELF.test(rest);
    return isOfIt && !isDisowned(text, lead.search(said.pattern)) ? said.stance : null;
  }
  if (named && refusesLater(rest)) return 'BEARISH';
  const called = AFTER.find(({ pattern }) => pattern.test(rest)) ?? null;
  if (called === null || isDisowned(text, span.start)) return null;
  return DENIED.test(rest.slice(0, called.pattern.exec(rest)?.[0].length ?? 0)) ? null : called.stance;
}

/** "I wouldn't say I'm bullish", "I don't think Nvidia is overvalued": what stands before a declaration denies it or leaves it open. */
function isDisowned(text: string, at: number): boolean {
  if (LEFT_OPEN.test(text.slice(0, at))) return true;
  return framesIn(text).some(
    ({ kind, from, to }) =>
      (kind === 'denied' || kind === 'former') && from < at && to <= at && AT_ONCE.test(text.slice(to, at)),
  );
}

/** What follows the name refuses to own what it names. */
function refusesLater(rest: string): boolean {
  const refusal = REFUSED_ALONE.exec(rest)?.[0];
  if (refusal === undefined || CAPITALISED.test(refusal) || UNSAID.test(refusal)) return false;
  return !ON_CONDITION.test(rest.slice(refusal.length));
}

function pronounsIn(text: string): Span[] {
  return [...text.matchAll(new RegExp(`\\b${STANDS_FOR}\\b`, 'gi'))].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
  }));
}
