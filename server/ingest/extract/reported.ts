import { agreed } from './conjugate.ts';
import { hasVerb, isClause, isRunOn, opensClause } from './grammar.ts';
import { withoutFillers, withoutLeadIn, withoutTail, writtenOut } from './spoken.ts';
import { insideSentence } from './theme-name.ts';
import { hitsOf } from './tone.ts';

/** A sentence of the argument, and what a pronoun at its head stands for. */
export type Claim = {
  readonly text: string;
  /** The name that "they" or "it" at the head stands for; null where that is not certain. */
  readonly pronounFor: string | null;
  /** The subject's name as this sentence says it; null where it does not. */
  readonly name: string | null;
  /** The subject is a theme: its name is written small inside a sentence. */
  readonly theme: boolean;
  /** Names in the sentence that print otherwise than they were heard: "open AI" is OpenAI. */
  readonly spellings: readonly (readonly [string, string])[];
};

/**
 * A claim in reported speech: a clause that may follow "argues that", or a deed that follows the speaker's name at
 * once ("is bearish on Apple"). Nothing in it was not said.
 */
export type Report = {
  readonly kind: 'clause' | 'deed';
  readonly text: string;
  /** How well it carries the argument; below `LEAST_CARRIED` it is only talk. */
  readonly worth: number;
};

/** A report worth less does not carry an argument by itself. */
export const LEAST_CARRIED = 1.8;

const LEAST_WORDS = 6;
const MOST_WORDS = 32;
const MOST_CHARACTERS = 210;

/** Ways to report a claim, best first; none where it cannot be turned without a doubt. `lean` is 1, 0 or -1. */
export function reportsOf(claim: Claim, lean: number): Report[] {
  const spoken = withoutFillers(claim.text);
  if (isTitleCased(spoken) || /\?["'”’]?$/.test(spoken)) return [];
  const ends = /[.!]["'”’]?$/.test(spoken);
  const seen = new Set<string>();
  return portionsOf(spoken.replace(/[.!]+["'”’]?$/, ''), ends)
    .map((portion) => turned(portion, claim))
    .filter((turn): turn is Turn => turn !== null && isSound(turn))
    .filter(({ text }) => !seen.has(text) && seen.add(text) !== undefined)
    .map((turn) => ({ ...turn, worth: worthOf(turn, claim, lean) }))
    .sort((a, b) => b.worth - a.worth);
}

const JOINT =
  /(?:,? (?=(?:and|but|so|because|although|though|while|whereas|which|unless|since|then|as long as|given|except|if|when)\b))|, (?=(?:they|it|we|i|you|there|the|that|this|he|she)\b)|[;:] | [–—-]+ ?|[–—]/i;
const JOINTS = new RegExp(JOINT.source, 'gi');
/** "And" before a name or a noun may only carry on a list. */
const LISTING =
  /^,? ?(?:and|but|so) (?!(?:they|it|we|i|you|he|she|there|that is|then|also|because|now|if|when)\b)/i;
const CLAUSE_HEAD_WORDS = 8;
/** A part that opens with one of these leans on what came before it. */
const LEANING_OPENER =
  /^(?:which|who|because|since|if|when|then|although|though|while|whereas|unless|given|except|as long as)\b/i;
const MOST_PARTS = 9;

/** A comma before a new subject joins nothing in print, unless what stands before it leads up to it. */
const SPLICE = /, (?:they|it|we|i|you|there|that|this|he|she|these|those)\b/i;
const LEADS_UP =
  /^(?:if|when|while|although|though|as|once|since|because|in|on|at|by|for|with|over|after|before|given|unless|until|despite|without|instead|today|now)\b/i;

/**
 * Runs of clauses of a sentence that could be told by themselves, the whole first. Where the transcript marks no end of
 * the sentence (`ends` is false), its last clause may break off and is left out.
 */
function portionsOf(text: string, ends: boolean): string[] {
  const starts = [0];
  for (const { index } of text.matchAll(JOINTS))
    if (!isListing(text.slice(starts.at(-1), index), text.slice(index))) starts.push(index);
  const stops = [...starts.slice(1), text.length];
  const count = Math.min(MOST_PARTS, starts.length);
  const out: string[] = [];
  for (let from = 0; from < count; from += 1) {
    for (let to = ends ? count - 1 : count - 2; to >= from; to -= 1) {
      const portion = text
        .slice(starts[from], to === count - 1 && count === starts.length ? text.length : stops[to])
        .replace(/^[\s,;:–—-]+/, '')
        .trim();
      const words = portion.split(' ').length;
      if (words < 4 || words > MOST_WORDS + 8 || (from > 0 && LEANING_OPENER.test(portion))) continue;
      if (SPLICE.test(portion) && !LEADS_UP.test(withoutLeadIn(portion))) continue;
      out.push(portion);
    }
  }
  return out;
}

function isListing(before: string, rest: string): boolean {
  if (!LISTING.test(rest)) return false;
  if (!hasVerb(before)) return true;
  const head = rest
    .replace(/^,? ?\w+ /, '')
    .split(' ')
    .slice(0, CLAUSE_HEAD_WORDS)
    .join(' ');
  return !opensClause(head);
}

type Turn = Omit<Report, 'worth'>;

function turned(portion: string, claim: Claim): Turn | null {
  const plain = withoutTail(withoutLeadIn(portion));
  const deed = deedOf(asPrinted(plain, claim));
  if (deed !== null) return { kind: 'deed', text: deed };
  const clause = impersonal(withSubject(writtenOut(asPrinted(plain, claim)), claim));
  return clause === null ? null : { kind: 'clause', text: opened(clause, claim) };
}

function asPrinted(text: string, { spellings }: Claim): string {
  return spellings.reduce((out, [heard, printed]) => out.replaceAll(heard, printed), text);
}

const DEED =
  /^i(?:(?: do not| don't)(?= (?:see|think|believe|like|love|trust|expect|worry|own|buy)\b)| am|'m|'d|'ll| would| will|(?:'ve| have)(?= (?:always |never |been |also |just )*(?:been|turned|become|gone|bought|sold|owned|invested|loved|liked|held)\b))? (?:been |owned |loved |held )?(?:(?:still|also|now|always|never|only|even|more|very|not|definitely|probably|certainly|would|generally|personally|certainly|quite|pretty|fairly|rather|most|much|really) )*(?:(?<=not |n't )(?:think|see|believe)|like(?! to\b)|love(?! to\b)|see (?:no|little|a lot of|plenty of|huge|real|massive|great)|own|hold|want(?! to\b)|buy|bought|sold|sell|short|prefer|doubt|fear|expect|worry|believe in|trust|bet|invested|bullish|bearish|long|negative|positive|neutral|balanced|mixed|optimistic|pessimistic|skeptical|sceptical|cautious|cautiously|excited|worried|concerned|nervous|confident|a (?:big |huge )?(?:buyer|seller|fan|believer|holder)|an? (?:owner|investor|shareholder)|in the middle|on the fence|of two minds|stay|avoid|pick|go with|turned|become|gone|comfortable|impressed|convinced|surprised|avoid|be (?:long|short|a buyer|a seller|careful|cautious|worried|surprised|shocked|bullish|bearish|buying|selling))\b/i;
/** The first person where only a third may stand. */
const FIRST_PERSON =
  /\b(?:i|i'm|i've|i'd|i'll|me|my|mine|myself|we|we're|we've|we'd|we'll|us|our|ours|ourselves|let's|y'all)\b/i;

/** "..., and I'll set the whole thing out": talk of the talk, which ends what is declared. */
const TELLS_MORE =
  /,? and i (?:(?:am|will|would) )?(?:going to |try to |like to |want to |have to )?(?:set|tell|explain|show|walk|lay|mean|know|admit|try|want|be (?:honest|fair|clear))\b.*$/i;

/** "I'm bearish on Apple, and I don't enjoy it" as "is bearish on Apple"; null for anything but a view or a position. */
function deedOf(text: string): string | null {
  if (!DEED.test(text)) return null;
  const out = writtenOut(text)
    .replace(TELLS_MORE, '')
    .replace(/,? and i am /gi, ' and is ')
    .replace(/,? and i (will|would) /gi, ' and $1 ');
  const predicate = agreed(out.replace(/^i /i, ''));
  if (
    predicate === null ||
    /\b(?:they|them)\b/i.test(predicate) ||
    FIRST_PERSON.test(predicate) ||
    /\byou\w*\b/i.test(predicate)
  )
    return null;
  return predicate;
}

const STAND_IN =
  /^(?:they|it|these guys|those guys|these companies|this company|that company|the company|the business)\b/i;
const OWNED = /^(?:their|its|the company's)\b/i;
/** "It is hard to say", "it takes years": "it" stands for nothing named. */
const EMPTY_IT =
  /^it (?:(?:is|was|will be|would be|has been|seems|looks|feels) (?:\w+ )?(?:hard|easy|clear|true|not|possible|impossible|important|like|interesting|funny|about|tough|difficult|unclear|likely|unlikely|obvious|amazing|crazy|weird|fair|worth|because|when|where|why|how|what|if|that|the (?:same|case|first|fact|idea)|one of|time|been)\b|(?:is|was|will be|would be|gets|becomes) (?:\w+ ){1,6}to \w+|turns|takes|took|depends|means|meant|goes|all|just|makes|made|happens|starts|comes|came|would take|could be that|may be that|might be that|does not (?:matter|mean)|matters|did not (?:matter|mean)|used to be)/i;

/** The name put where a pronoun stood for it; null where what it stands for is in doubt. */
function withSubject(text: string, claim: Claim): string | null {
  const owned = OWNED.exec(text);
  if (owned !== null)
    return claim.pronounFor === null ? null : `${possessive(claim.pronounFor)}${text.slice(owned[0].length)}`;
  const pronoun = STAND_IN.exec(text)?.[0];
  if (pronoun === undefined) return text;
  if (claim.pronounFor === null || EMPTY_IT.test(text)) return null;
  const rest = text.slice(pronoun.length).trim();
  if (rest.length === 0 || /^['’,]/.test(rest)) return null;
  const predicate = /^(?:they|these|those)/i.test(pronoun) ? agreed(rest) : rest;
  return predicate === null ? null : `${claim.pronounFor} ${predicate}`;
}

function possessive(name: string): string {
  return /s$/.test(name) ? `${name}'` : `${name}'s`;
}

/** "You can't vibe-code Figma" as "one cannot vibe-code Figma"; null where somebody in the room is meant. */
function impersonal(text: string | null): string | null {
  if (text === null || FIRST_PERSON.test(text)) return null;
  const out = text.replace(/\byou (can|cannot)\b/i, 'one $1');
  return /\byou\w*\b|\bone can(?:not)? (?:argue|say|see|imagine|look|go)\b/i.test(out) ? null : out;
}

/** A word that is written small inside a sentence, whatever it opened. */
const SMALL =
  /^(?:the|a|an|every|each|most|many|all|both|some|no|any|these|those|more|fewer|there|one|people|everyone|everybody|nobody|everything|nothing|if|when|two|three|four|five|half|part|another|other|such|only|anyone|much|few|several|what|in|on|at|by|for|with|over|after|before|as|today|now|even)\b/i;

function opened(clause: string, claim: Claim): string {
  const first = clause.split(/[\s,]/)[0] ?? '';
  if (claim.theme && claim.name !== null && clause.startsWith(claim.name)) return insideSentence(clause);
  const small = SMALL.test(clause) || (!/[A-Z]/.test(first.slice(1)) && isSmallIn(claim.text, first));
  return small ? clause.charAt(0).toLowerCase() + clause.slice(1) : clause;
}

function isSmallIn(text: string, word: string): boolean {
  return text.split(/[^\w'-]+/).includes(word.toLowerCase()) && word !== word.toLowerCase();
}

const UNFIT =
  / ['‘]|\w- |\b(?:like|of|to|in|for|with|than|by|at),? (?:or|and|but|then|than|because)\b|\bof them of\b|\b(?:of|and|or) like\b|\bthat was did\b|\breason is because\b|\bif (?:that|this|it) is (?:true|the case)$|^(?:much|such|so|very|well|even|like)\b|\b(?:a|an|the) (?:it|they|he|she|we|there|is|are|was|will|has|and)\b|\b(?:there|here) it\b|\.\.\.|…|["“”«»*]|[–—]|\?|! |\. |[;]|: |\b(?:blah|fuck\w*|shit\w*|bullshit|ass|hell|crap|stuff|thing is|or whatever|et cetera|yeah|okay|wow|boom|gosh|god|dude|hey|yep|nope|lol|ain't|kinda|folks|guys?|buddy)\b|\b(?:is|was|are|were|be|been|being) like\b|\b(?:is|are|was|were) (?:(?:not|only|also|just|more|been|all) ){1,3}(?:has|have|is|are)\b|(?<!reason \w{0,12} ?)\bis because\b|\boh\b|\bwould and\b|, like\b|\bthat is (?:why|how|what|the)\b|(?:[^,]*,){4}|\b(?:like|is|are|was|were|has|have) (?:is|are|was|were|has|have|they|it|he|she)\b|\bthe the\b|\ba the\b/i;
/** "But rather than taking price", "the being the default", "study SpaceX is that": a construction that was dropped. */
const DROPPED =
  /\bbut rather than [^,]+$|\b(?:the|a|an) (?:being|having|doing)\b|\ba \w+ly a\b|\bquote,? unquote\b|, quote,|^(?!the |an? |one |my |its |their |his |her |our |your |all |what |which |there |it |this |that )[a-z]+ (?:[A-Z][\w.]*\s)+is that\b/;
/** "Apple is the power efficiency is good": a sentence begun twice. */
const BEGUN_TWICE =
  /\b(?:is|are|was|were)\b(?:(?!\b(?:that|which|who|if|because|and|but|when|as|what|how|why|where|while|or|than|there|it|they|one)\b)[^,])*\b(?:is|are|was|were)\b|\b(?:is|are) the (?:bend|go|do|make|be)\b|\bwhatever\b|\band so (?:is|are|was|were|do|does|did)\b|\bbecause if [^,]*$|, (?:and|but|so|because) so\b|, so the\b|\bcall it\b/i;
/** "The the"; "AI, an underrated capability of AI, is". */
const SAID_TWICE = /\b(\w+) \1\b|^(\w+), (?:a|an|the) [^,]*\b\2\b/i;
const UNKNOWN_WHO = /\b(?:he|she|him|his|her|hers|himself|herself)\b/i;
const POINTING =
  /\b(?:this|that|these|those) (?:guy|guys|one|ones|thing|things|company|companies|person|people|team|business|product|stock|number|deal|chart|slide|tweet|article|question|point|idea|conversation|episode|show|podcast|case|place|situation|way|kind|sort|stuff|list|clip|video|post|story|example|sense|part|moment|news|announcement|statement|report|interview|picture|data|stat|stats|graph|line|area|topic|issue|problem|approach|strategy|model|platform|tool|app|feature)\b|^(?:this|that|these|those)\b|\b(?:this|that|these|those)$/i;
const NOT_THERE =
  /\b(?:as (?:i|you) (?:said|know|mentioned)|mentioned|talked about|question|my friend|on (?:the|this) (?:show|pod|podcast)|earlier|listeners|viewers|audience)\b/i;

/** True for a report that reads as a printed sentence and leaves nobody guessing who or what is meant. */
function isSound({ kind, text }: Turn): boolean {
  const words = text.split(' ').length;
  if (words < (kind === 'deed' ? 4 : LEAST_WORDS) || words > MOST_WORDS || text.length > MOST_CHARACTERS)
    return false;
  if (
    UNFIT.test(text) ||
    SAID_TWICE.test(text) ||
    BEGUN_TWICE.test(text) ||
    DROPPED.test(text) ||
    POINTING.test(text) ||
    NOT_THERE.test(text)
  )
    return false;
  if (UNKNOWN_WHO.test(text) && !/\p{Lu}\p{Ll}+ \p{Lu}\p{Ll}+/u.test(text)) return false;
  const condition = CONDITION.exec(text);
  if (condition !== null)
    return hasVerb(condition[0]) && isClause(sentenceCase(text.slice(condition[0].length)));
  const sentence = kind === 'deed' ? `Costco ${text}` : sentenceCase(text);
  return isClause(sentence) && !isRunOn(sentence, LEADS_UP.test(text));
}

/** "If launch costs fall below that, the sums work": a condition and what follows from it. */
const CONDITION = /^(?:if|when|once|unless|as long as)\b[^,]{10,}, (?:then )?/i;

function sentenceCase(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const REASON =
  /\b(?:because|since|so that|given|as long as|if|unless|which means|driven by|due to|thanks to)\b/i;
const BUSINESS =
  /\b(?:revenue\w*|margin\w*|profit\w*|growth|grow\w*|market\w*|valu\w+|stock|shares?|price\w*|cost\w*|customers?|demand|supply|compet\w+|business\w*|moat\w*|cash|debt|billion|trillion|million|percent|users?|invest\w*|capital|risk\w*|win\w*|los\w+|advantage\w*|adoption|spend\w*|distribution|brand|product\w*|model\w*|technology|scale)\b/i;

/** "Does not think that was a credit to them": a doubt, whatever its words. */
const DOUBTS = /^(?:does not|doubts|fears|worries)\b/;
const PROSPECT = /\b(?:will|would|could|should|may|might|must|cannot|need|needs|has to|have to)\b/i;

/** Names the subject, judges it the passage's way, gives a reason, speaks of business, tells what is to come. */
function worthOf({ kind, text }: Turn, claim: Claim, lean: number): number {
  const words = text.split(' ').length;
  const tone = hitsOf(text).reduce((sum, hit) => sum + hit.weight, 0) || (DOUBTS.test(text) ? -1 : 0);
  const names = namesOf(claim);
  if (!names.some((name) => name.test(text))) return 0;
  if (lean !== 0 && Math.sign(tone) === -lean) return 0;
  const opens = names.some((name) => text.search(name) === 0);
  return (
    (kind === 'deed' ? 2 : 0) +
    (opens ? 1.5 : 0.5) +
    (tone !== 0 ? 0.6 + Math.min(1, Math.abs(tone) / 3) : 0) +
    (REASON.test(text) ? 1 : 0) +
    (BUSINESS.test(text) ? 0.6 : 0) +
    (PROSPECT.test(text) ? 0.5 : 0) +
    (/\d/.test(text) ? 0.3 : 0) +
    (words >= 9 && words <= 26 ? 0.5 : 0) -
    (words > 28 ? 0.4 : 0)
  );
}

function namesOf({ name, pronounFor, spellings }: Claim): RegExp[] {
  return [name, pronounFor, ...spellings.filter(([heard]) => heard === name).map(([, printed]) => printed)]
    .filter((one) => one !== null)
    .map((one) => new RegExp(`(?<![\\w])${one.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\w])`, 'i'));
}

function isTitleCased(text: string): boolean {
  const words = text.split(' ').filter((word) => /^\p{L}{3,}/u.test(word));
  return words.length > 5 && words.filter((word) => /^\p{Lu}/u.test(word)).length > words.length * 0.6;
}
