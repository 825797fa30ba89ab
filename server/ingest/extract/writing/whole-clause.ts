import { withoutFillers, writtenOut } from '#server/ingest/extract/sentences/disfluencies.ts';
import { CAPITALISED } from '#server/ingest/extract/sentences/grammar.ts';
import { clauseRunsOf } from './clauses.ts';
import { reasonIn } from './quotation.ts';
import {
  asPrinted,
  type Claim,
  FIRST_PERSON,
  isTitleCased,
  namesOf,
  OWNED,
  opened,
  STAND_IN,
  withoutArticle,
} from './reported-speech.ts';
import { isWellFormed } from './well-formed.ts';

/** Drops counting and ownership: "First of all, the truth is that I really think that". What "we believe" would be is mostly past. */
const OWN_VIEW =
  /^(?:(?:by the way|first of all|first|second|third|lastly|anyway), )*(?:the (?:reality|truth|fact|point) is(?: that|,)? )?(?:i(?:'d| would)? (?:(?:really|actually|just|still|do|also|personally|always|firmly|genuinely|certainly|all) )*(?:(?:think|believe|say|argue)(?: that)?|know that) |we (?:all )?(?:know that|(?:think|believe)(?: that)?(?!.*\bwould\b)) )*/i;
/** Addresses somebody: the reader is not in the room. */
const LISTENER = /\byou\w*\b/i;
/** Refers to something outside the clause: "this", "all of those", "the other is". */
const POINTS =
  /^(?:the other|these|those|this|that|he|she)\b|\bthis (?:and|but|because|or)\b|\ball of (?:these|those)\b/i;
/** Accepted by the tagger, and not printable: "some of these the others", "just like this", "there is so many", "at lower and prices". */
const UNPRINTED =
  /\b(?:these|those|this) the\b|\b(?:just|where|and|with) like\b|\bthere(?:'s| is) (?:(?:so|very|too) )?(?:many|few|several|\w+ and)\b|\b(?:lower|higher) and (?!(?:lower|higher)\b)|\band so on\b/i;
/** "The cost of chips, Agnes, is": a person is addressed, or two names collide. */
const CALLS = /, \p{Lu}\p{Ll}+, (?=\p{Ll})/u;
/** Adverbs that may be printed; any other noise of speech may not. */
const KEPT = /\b(?:actually|really|just|obviously|totally|simply|basically|honestly|frankly|literally)\s/gi;

/** The quoted claim as a clause after "argues that": whole and word for word, without "I think" and the like. Null if it does not read well. */
export function wholeClause(claim: Claim, quoted: string): string | null {
  const own = quoted.replace(/[.!]+$/, '').replace(OWN_VIEW, '');
  if (STAND_IN.test(own) || OWNED.test(own) || isTitleCased(own)) return null;
  const clause = printed(own, claim);
  return clause !== null && namesOf(claim).some((name) => name.test(clause)) ? clause : null;
}

/** The quoted claim's reason as a clause after "on the ground that", word for word. Null if it does not stand by itself. */
export function groundOf(claim: Claim, quoted: string): string | null {
  const reason = reasonIn(quoted);
  if (reason === null) return null;
  if (!STAND_IN.test(reason) && !OWNED.test(reason)) return printed(reason, claim);
  if (!isOfSubject(reason, quoted, claim)) return null;
  const spelledOut = reason.replace(/^it(s?)\b/i, (_, owns) => `${claim.name}${owns && "'s"}`);
  return printed(spelledOut, claim) === null ? null : opened(reason, claim);
}

/** "I'm bearish on Nvidia, because its buyers are out of money": "its" refers to the only thing named before. */
function isOfSubject(reason: string, quoted: string, claim: Claim): boolean {
  const before = quoted.slice(0, quoted.indexOf(reason));
  const others = namesOf(claim).reduce((text, name) => text.replace(name, ' '), before);
  return /^its?\b/i.test(reason) && others !== before && !CAPITALISED.test(others);
}

/** A clause for a sentence of ours; null if it is no clause, or speaks of or to somebody in the room. */
function printed(own: string, claim: Claim): string | null {
  const clause = opened(withoutArticle(asPrinted(own, claim), claim), claim);
  if (FIRST_PERSON.test(clause) || LISTENER.test(clause) || POINTS.test(clause) || CALLS.test(clause))
    return null;
  if (UNPRINTED.test(clause) || isNoisy(clause) || runsIntoName(clause, claim)) return null;
  if (!clauseRunsOf(clause, true, claim.name).includes(clause)) return null;
  const text = writtenOut(clause).replace(/%$/, ' percent');
  return isWellFormed({ kind: 'clause', text }) ? clause : null;
}

/** "Travis Uber would be": a capitalised word ran into the name. */
function runsIntoName(clause: string, claim: Claim): boolean {
  const before = namesOf(claim).map((name) => clause.slice(0, Math.max(0, clause.search(name))));
  return before.some((words) => /^\p{Lu}[\p{L}\d]+ $/u.test(words));
}

/** Noise of speech remains beyond printable adverbs. */
function isNoisy(clause: string): boolean {
  return withoutFillers(clause).replace(KEPT, '') !== clause.replace(KEPT, '');
}
