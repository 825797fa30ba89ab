import { subjectId } from '#server/ingest/extract/subjects/mentions.ts';
import { type CardView, ownMentions } from './features.ts';

/** A turning "but", not "nothing but". */
const TURN = /(?<!\b(?:all|anything|everything|none|nothing)),? but (?!.*\bbut\b)/i;

/** "Anthropic passed OpenAI, but OpenAI has its swagger back": the part after "but" if it names only others; else null. */
export function turnsToAnother({ line, mentions, subject }: CardView): string | null {
  const { text } = line.sentence;
  const turn = text.search(TURN);
  if (turn < 0) return null;
  const named = mentions.filter((one) => one.subject.kind !== 'theme' || subjectId(one.subject) === subject);
  const after = named.filter(({ start }) => start > turn).map((one) => subjectId(one.subject));
  return after.length > 0 && !after.includes(subject) ? text.slice(turn) : null;
}

/** Refers back: "... but it will keep taking share from Intel". */
const SPEAKS_ON = /\b(?:it|its|it's|they|their|them|we|he|she)\b/i;

/** Whether a sentence turns to another subject and no pronoun refers back. */
export function leavesSubject(card: CardView): boolean {
  const part = turnsToAnother(card);
  return part !== null && !SPEAKS_ON.test(part);
}

/** Whether a sentence names its subject only beside its real topic, or as a measure of that. */
export function isNamedBeside(card: CardView): boolean {
  const { text } = card.line.sentence;
  const own = ownMentions(card).filter(({ start }) => start >= 0);
  return own.length > 0 && own.every(({ start, end }) => isBeside(text.slice(0, start), text.slice(end)));
}

function isBeside(before: string, after: string): boolean {
  return SET_BESIDE.test(before) || isFoil(before, after);
}

/** "Not just with the neoclouds and the hyperscalers": words before a name that is only set beside the subject. */
const SET_BESIDE =
  /(?:\bnot|n't) (?:just|only|merely|simply) (?:(?:with|in|on|at|from|for|by|of|to|about|like) )?(?:the |an? )?(?:[\w'-]+,? (?:[\w'-]+ ){0,2}(?:and|or) (?:the |an? )?)?$/i;

/** "Unlike most of", "compared to the", "smaller than", "as cheap as": what stands before the name by which another is measured. */
const MEASURED_BY =
  /\b(?:unlike (?:[\w'-]+ and )?|(?:(?:compared|comparable|relative|in (?:comparison|contrast)|as opposed) (?:to|with)|(?:different|distinct|differs?) (?:from|than|to)|(?!(?:other|rather|over|under|after|ever|never|either)\b)(?:\w+er|more|less|better|worse)\b[^,.;]{0,40} than|as (?!(?:long|soon|far|well|much|many|little)\b)\w+ as) )(?:(?:most|many|some|all|much|any)(?: of)? )?(?:the |an? )?$/i;
/** "They are the next Stripe", "trying to become Stripe": another is likened to it, unless it is a thing of its own ("the next Stripe product"). */
const LIKENED = /\b(?:the next|(?:become|becoming|turn(?:ed|ing)? into)(?: the)?(?: new| next)?) $/i;
/** "They have a stake in Stripe", "I don't think the risk is Stripe": said of who holds it, or of what is meant instead. */
const HELD_OR_DENIED =
  /^(?:(?:and|but|so|well|now),? )*(?:i think )?(?:they|he|she) [^,.;]*\b(?:position|stake|shares?|investment)s? in $|(?:n't|\bnot) (?:think |believe )?(?:that )?the \w+ is $/i;
const NO_NOUN = /^(?:[,.]|$| (?:that|who|which|for|of|in)\b)/i;
/** "Nothing is cheaper than Costco", "there isn't a better business than": said of the name itself. */
const ABOVE_ALL =
  /\b(?:no|none|nobody|nothing|never|few|hardly|rarely|nowhere)\b|(?:\bnot|n't|\bcannot) (?:\w+ ){0,4}(?:an?|any\w*|another|many)\b/i;
/** "... than Costco, which is dear": the sentence goes on about it. */
const GOES_ON = /^(?:['’]s)?(?: \w+)?, (?:which|who|whose|(?:because|and|but|so) (?:it|they))\b/i;

/** Whether something else is compared or likened to the name. */
function isFoil(before: string, after: string): boolean {
  if (LIKENED.test(before) || HELD_OR_DENIED.test(before)) return NO_NOUN.test(after);
  return MEASURED_BY.test(before) && !ABOVE_ALL.test(before) && !GOES_ON.test(after);
}
