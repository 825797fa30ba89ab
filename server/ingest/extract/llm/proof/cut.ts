import type { VerbatimQuote } from '#server/domain.ts';
import { styleOf } from '#server/ingest/extract/sentences/style.ts';
import { ABBREVIATIONS } from '#server/language/text-sentences.ts';

/** Characters on either side that show whether sentences have stops: some transcripts lose them half-way. */
const AROUND = 600;
export const SENTENCE_ENDS = /[.!?…]["'”’)\]]*$/;
/** A mark where a sentence may be split. */
const PARTS = /[,;:–—-]["'”’)]*$/;
const PARTED_BY = /^[,;:.!?…–—-]/;
/** Words that open a clause which reads as a sentence by itself. */
const OPENS = /^["'“‘(]*(?:and|but|so|because|i|you|we|it|he|she|they|there|if|when|now|well)\b/i;
/** Words that depend on what precedes, even after a mark. */
const HANGS =
  /^["'“‘(]*(?:which|that|who|whose|whom|where|than|of|to|or|nor|as|with|for|in|on|at|by|from)\b/i;
/** A reason for what precedes. */
const REASON = /^["'“‘(]*because\b/i;
/** Words that retract or restrict what precedes: a sentence cut before them is not what was said. */
const TURNS = /^[,;:–—-]?\s*["'”’)]*(?:and |but )?(?:but|unless|except|provided|as long as|only if|if)\b/i;
/** Words that belong to the next. */
const CLINGS = 'the|an?|my|your|our|their|very|billion dollar|million dollar';
/** Words that need more, unless another clause is joined: "they would and we know it". */
const REACHES = 'to|of|can|will|would|could|should|might|give|tell|let|want|make|help';
/** Words that open what is left out. */
const PROMISES =
  'where|which|who|whose|whom|than|or|nor|and|but|if|unless|because|when|while|whereas|although|though';
const LEADS_IN = new RegExp(`\\b(?:${CLINGS}|${REACHES})$`, 'i');
const LEFT_OPEN = new RegExp(`\\b(?:${CLINGS}|${PROMISES})["'”’)]*$`, 'i');
const REACHES_ON = new RegExp(`\\b(?:${REACHES})["'”’)]*$`, 'i');
/** Words that join a clause to a whole one before: "nobody can copy what they make and margins hold". */
const JOINS = /^(?:and|but|so|because|or|which|if|when|while)\b/i;
/** Words that break off what precedes. */
const LEAVES_OFF = /^(?:which|while|whereas|although|though)\b/i;

/** A quote with the same voice's words just before and after it. */
export type Cut = { readonly quote: VerbatimQuote; readonly before: string; readonly after: string };

/** Whether a quote consists of whole sentences. */
export function isOfSentences({ quote: { text }, before, after }: Cut): boolean {
  return beginsSentence(before) && (after === '' || SENTENCE_ENDS.test(text));
}

/** Full stops that mostly end no sentence: "Inc.", "U.S.", "$1.". */
const ENDS_NOTHING = new RegExp(`(?:\\b(?:${ABBREVIATIONS}|etc|\\p{L})|\\.\\.|\\d)\\.["'”’)\\]]*$`, 'u');

/** Whether a quote begins and ends at a stop, though what follows goes on in small letters, as transcripts do after a gap. */
export function isBetweenStops({ quote: { text }, before }: Cut): boolean {
  const beginsWell = beginsSentence(before) && !ENDS_NOTHING.test(before);
  return beginsWell && /[.!?]["'”’)\]]*$/.test(text) && !ENDS_NOTHING.test(text);
}

/** Whether the talk around a quote has stops; else nothing shows where sentences begin. */
export function isPunctuated({ quote: { text }, before, after }: Cut): boolean {
  return styleOf([before.slice(-AROUND), text, after.slice(0, AROUND)].join(' ')).punctuated;
}

/** Ends of a quote that cut a clause. */
export function badlyCut({ quote: { text }, before, after }: Cut): ('begins' | 'ends')[] {
  const beginsWell = beginsSentence(before) || (PARTS.test(before) ? !HANGS.test(text) : OPENS.test(text));
  const endsWell =
    [SENTENCE_ENDS, PARTS].some((mark) => mark.test(text)) ||
    after === '' ||
    PARTED_BY.test(after) ||
    (!isLeftOpen(text, after) && [OPENS, LEAVES_OFF].some((next) => next.test(after)));
  return [...(beginsWell ? [] : ['begins' as const]), ...(endsWell ? [] : ['ends' as const])];
}

/** Ends of a quote that cut a clause, by words alone, in talk without stops. */
export function brokenOff({ quote: { text }, before, after }: Cut): ('begins' | 'ends')[] {
  const breaksIn = !beginsSentence(before) && LEADS_IN.test(before);
  const goesOn = after !== '' && !SENTENCE_ENDS.test(text) && !PARTED_BY.test(after);
  const breaksOff = goesOn && isLeftOpen(text, after);
  return [...(breaksIn ? ['begins' as const] : []), ...(breaksOff ? ['ends' as const] : [])];
}

/**
 * Whether a quote is cut off from its sense: it begins with the reason for what is left out, or a "but" or "if"
 * follows in the same sentence.
 */
export function partedFromSense({ quote: { text }, before, after }: Cut): ('begins' | 'ends')[] {
  const isReason = !beginsSentence(before) && REASON.test(text);
  const isTurned = !SENTENCE_ENDS.test(text) && TURNS.test(after);
  return [...(isReason ? ['begins' as const] : []), ...(isTurned ? ['ends' as const] : [])];
}

/** Meaningless fillers. */
const FILLERS = /\b(?:you know|i mean|sort of|kind of|like|uh|um|well|right|okay|yeah)\b[,.]?\s*/gi;
/** Words that deny, suppose or report what follows. */
const DENIES = /\b(?:not|never|nobody|no one|none|hardly|neither|nor|without|doubt)\b|n['’]t\b/i;
const SUPPOSES = /\b(?:unless|if|whether|suppose|assuming)\b/i;
const REPORTS =
  /(?<!\bi )(?<!\bi do )\b(?:say|says|said|saying|think|thinks|thought|believe|believes|believed|claim|claims|claimed|tell|tells|told|argue|argues|hear|heard|read)(?: (?:you|me|us|them|people))?(?: that)?$/i;
/** Words that restrict, reject or report what precedes. */
const BINDS =
  /^(?:(?:and|but)\s+)*(?:but|unless|except|provided|as long as|only|if|though|although|until|till|which|assuming|however|not|or at least|or so|is what|that is what|that's what|i (?:do not|don['’]t|doubt)|(?:he|she|they|people|everybody) (?:say|says|said|think|thinks|claim))\b/i;
/** Within this many words before a part a denial, or a supposition, covers it. */
const DENIED_WITHIN = 6;
const SUPPOSED_WITHIN = 12;

/** Whether words around a part of unpunctuated talk deny, restrict or report it, so that the part alone is not what was said. */
export function hangsOnWhatIsAround({ before, after }: Cut): boolean {
  const [lead, trail] = [before, after].map((text) => text.replace(FILLERS, '').trim()) as [string, string];
  const last = (words: number) => lead.split(/\s+/).slice(-words).join(' ');
  const isTurnedBefore =
    DENIES.test(last(DENIED_WITHIN)) || SUPPOSES.test(last(SUPPOSED_WITHIN)) || REPORTS.test(lead);
  return isTurnedBefore || BINDS.test(trail);
}

/** Whether a text ends on a word that needs the next. */
function isLeftOpen(text: string, after: string): boolean {
  return LEFT_OPEN.test(text) || (REACHES_ON.test(text) && !JOINS.test(after));
}

function beginsSentence(before: string): boolean {
  return before === '' || SENTENCE_ENDS.test(before);
}
