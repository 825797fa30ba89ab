import type { Stance } from '#server/domain.ts';
import { deniesTrouble } from '#server/features/ask/choose/speech/denied-trouble.ts';
import { isOwnClaim } from '#server/features/ask/choose/speech/own-words.ts';
import type { Side } from '#server/features/ask/read/reading.ts';
import { declaredStance } from '#server/language/speech/declared-stance.ts';
import { isCounterfactual } from '#server/language/speech/modality.ts';
import { clauseAt, type Hit, type Span, type Tone, toneOf } from '#server/language/tone.ts';
import { alternatives } from '#server/language/word-list.ts';

/** Which side spoken words take on a subject. Pure. */

const SIDES: Partial<Record<Stance, Side>> = { BULLISH: 'bullish', BEARISH: 'bearish' };

/**
 * The side that spoken words plainly take on the subject at `own`: declared in so many words, or praise or fault as its
 * predicate. Null when they take none, and when they are not the speaker's own claim. `others`: spans of other subjects. With
 * no `own` span a pronoun that opens the words stands for the subject.
 */
export function sideTaken(words: string, own: readonly Span[], others: readonly Span[]): Side | null {
  const plain = words.replaceAll('’', "'");
  if (!isOwnClaim(plain) || deniesTrouble(plain) || isTurned(plain) || isCounterfactual(plain)) return null;
  if (TELLS_PRICE.test(plain)) return null;
  const spans = (own.length > 0 ? own : pronounOpening(plain)).filter((span) => !isFoil(plain, span));
  const named = spans.map((span) => headOfList(plain, span, others));
  const declared = WANTS.test(plain) ? null : declaredStance(plain, named);
  if (declared !== null) return SIDES[declared] ?? null;
  const position = spans
    .map((span) => POSITION.exec(plain.slice(0, span.start))?.[1]?.toLowerCase())
    .find(Boolean);
  if (position !== undefined) return /^(?:over|long)/.test(position) ? 'bullish' : 'bearish';
  const tone = toneOf(plain);
  const weights = spans.flatMap((span) => verdictsOn(plain, span, others, tone));
  if (weights.length === 0 || !weights.every((weight) => weight > 0 === weights[0]! > 0)) return null;
  const isPraise = weights[0]! > 0;
  if (tone.hits.some((hit) => weigh(hit).some((weight) => weight > 0 !== isPraise))) return null;
  return isPraise ? 'bullish' : 'bearish';
}

/** "They spend more on AWS than on Adobe": what another is measured by, of which nothing is said. */
function isFoil(words: string, { start }: Span): boolean {
  return /\b(?:than|compared (?:to|with)|relative to|as opposed to|rather than|instead of)\b[^,.;]*$/i.test(
    words.slice(0, start),
  );
}

/** "We've been underweight China". */
const POSITION =
  /\b(?:i|we)(?:'m|'re|'ve been| am| are| have been| remain| stay| went)?(?: (?:\w+ly|still|now|very|also|always|net))* (overweight|underweight|long|short) (?:the |in )?$/i;

function pronounOpening(words: string): Span[] {
  const opened =
    /^(?:(?:and|but|so|because|i think|i mean|well|yeah|now|look|then),? )*(they|it|the company|the stock|the business)\b/i.exec(
      words,
    );
  return opened === null ? [] : [{ start: opened[0].length - opened[1]!.length, end: opened[0].length }];
}

/**
 * A double denial, something bad that shrinks, what is so at times, or a shortage, which is good for whoever sells: counting words does not tell
 * which way it leans.
 */
const TURNED =
  /\b(?:hard|difficult|impossible|tough) to (?:believe|imagine|see|think)\b|\b(?:lose|loss|losing|risks?|fears?|worr\w+|concerns?|FUD)\b[^.;]* (?:drop|fall|declin|fad|shrink|peak)\w*|\bpeak \w+ (?:FUD|fear)|\b(?:sometimes|(?:moments|times) (?:that|when|where))\b|\b(?:shortages?|scarc\w+|bottlenecks?)\b/i;

/** Whether counting words of praise and fault does not tell which way words lean. */
export function isTurned(words: string): boolean {
  return TURNED.test(words);
}

/** "Up 11%", "fallen by half": what a price did is no side. */
const TELLS_PRICE =
  /\b(?:up|down|fall(?:en|s)?|fell|ris(?:en|es)|rose|drop(?:s|ped)?|climb(?:s|ed)?|jumped|gained|lost) (?:about |by |over |around |nearly |something like |almost |roughly |some )*\$?\d/i;

/** "We want to buy GPUs", "I want AI to be able to": wishes and purchases for use, which are no position. */
const WANTS =
  /\b(?:i|we|they|you)(?: do| just| really|'d)? (?:want|buy|bought|keep|go|went)\b(?! (?:long|short|with)\b)/i;

/** In a list ("long Google and Anthropic") the first name, which stands after the words that take the side. */
function headOfList(words: string, span: Span, others: readonly Span[]): Span {
  const before = others.find(
    (other) =>
      other.end < span.start && /^(?:,| and| or|, and| &) $/.test(words.slice(other.end, span.start)),
  );
  return before === undefined ? span : headOfList(words, before, others);
}

/** In a list ("OpenAI and Anthropic are") the end of the last name, after which the verb of each stands. */
function endOfList(words: string, span: Span, others: readonly Span[]): number {
  const after = others.find(
    (other) =>
      other.start > span.end && /^(?:,| and| or|, and| &) $/.test(words.slice(span.end, other.start)),
  );
  return after === undefined ? span.end : endOfList(words, after, others);
}

/** "The US and China have": what follows is said of another, too, which is no subject known. */
function isSecond(words: string, span: Span, others: readonly Span[]): boolean {
  return (
    /\b(?:and|or) (?:the )?$/.test(words.slice(0, span.start)) && headOfList(words, span, others) === span
  );
}

const VERB = new RegExp(`^(?:'s|'re| (?:${alternatives('verdict-verbs')})\\b)`, 'i');
/** What may stand between a name and the verb: its part, an aside, an adverb. */
const TO_VERB =
  /^(?:'s?)?(?: (?:\w+ly|also|still|now|really|just|today|here|even|stock|shares?|business|margins?|growth|valuation|revenue|industry|market|sector|companies|equity))*/i;
/** Words that put a verdict into the past, or give it a condition, a doubt or a limit: it is none of today. */
const UNSURE =
  /\b(?:was|were|had|did|used to|would|could|may|might|maybe|perhaps|if|whether|unless|almost|nearly|only|supposed|when|how|to be able|not|never|no|nobody|none|nothing|without|hardly|barely|less)\b|n't\b/i;
/** Ahead of a name, what makes all that is said of it no claim. */
const CONDITION =
  /\b(?:if|unless|whether|imagine|suppose|when)\b|(?:n't|\bnot|\bnever) (?:\w+ )?(?:think|realize|believe|know|see|say|mean)\b/i;
/** Most characters between the verb of a name and the word that judges it. */
const NEAR = 36;
/** Words of praise and fault weigh so much when they are the predicate or driven home (`tone.ts`). */
const PLAIN = 1;

/** The weights of the words of praise and fault that are predicated of a name in its own clause, or in "which ..." after it. */
function verdictsOn(words: string, span: Span, others: readonly Span[], { clauses, hits }: Tone): number[] {
  const clause = clauseAt(clauses, span.start);
  if (CONDITION.test(words.slice(clause.start, span.start)) || CONDITION.test(words.slice(0, span.start)))
    return [];
  if (isSecond(words, span, others)) return [];
  const end = endOfList(words, span, others);
  const relative = /^, which(?! is why\b)(?: \w+ think)?/i.exec(words.slice(end))?.[0] ?? '';
  const until = relative === '' ? clause.end : clauseAt(clauses, end + relative.length).end;
  const rest = words.slice(end + relative.length, until);
  const verb = VERB.exec(rest.replace(TO_VERB, ''));
  const told = verb === null ? null : rest.length - rest.replace(TO_VERB, '').length;
  const named = BEFORE_NAME.exec(words.slice(clause.start, span.start));
  if (named !== null)
    return hits.flatMap((hit) => (isWithin(hit, clause.start + named.index, span.start) ? weigh(hit) : []));
  if (told === null) return [];
  const from = end + relative.length + told;
  return hits
    .filter((hit) => isWithin(hit, from, until) && hit.start - from <= NEAR + (verb?.[0].length ?? 0))
    .filter(
      (hit) =>
        !UNSURE.test(words.slice(from, hit.start)) &&
        others.every((other) => !isWithin(other, from, hit.start)),
    )
    .flatMap(weigh);
}

/** "The big loser is going to be OpenAI", "it is terrible for OpenAI". */
const BEFORE_NAME =
  /\b(?:winners?|losers?|bubble)\b[^.;]{0,30} (?:is|are|will be|(?:is|are) (?:going to|gonna) be) (?:the )?$|\b(?:good|great|bad|terrible|horrible|awful|amazing|awesome|disaster|headwind|tailwind|problem|risk|threat|blow|win)(?: \w+)? (?:for|to) (?:the |all )?$/i;

function isWithin(part: Span, start: number, end: number): boolean {
  return part.start >= start && part.end <= end;
}

function weigh({ weight }: Hit): number[] {
  return Math.abs(weight) >= PLAIN ? [weight] : [];
}
