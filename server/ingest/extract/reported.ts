import { agreed, thirdPerson } from './conjugate.ts';
import { hasVerb, isClause, isRunOn } from './grammar.ts';
import { LEADS_UP, portionsOf } from './portions.ts';
import { withoutFillers, withoutLeadIn, withoutTail, writtenOut } from './spoken.ts';
import { isBygone } from './tense.ts';
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
  /** Praise less fault that the sentence predicates of the subject. */
  readonly lean: number;
  /** The sentence tells what was or what others said: it carries an argument less than a claim does. */
  readonly retold: boolean;
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
export const LEAST_CARRIED = 1.5;

const LEAST_WORDS = 5;
const MOST_WORDS = 32;
const MOST_CHARACTERS = 210;

/** Ways to report a claim, best first; none where it cannot be turned without a doubt. `lean` is 1, 0 or -1. */
export function reportsOf(claim: Claim, lean: number): Report[] {
  const spoken = withoutFillers(claim.text);
  if (isTitleCased(spoken) || /\?["'”’]?$/.test(spoken)) return [];
  const ends = /[.!]["'”’]?$/.test(spoken);
  const seen = new Set<string>();
  return portionsOf(spoken.replace(/[.!]+["'”’]?$/, ''), ends, claim.name)
    .map((portion) => turned(portion, claim))
    .filter((turn): turn is Turn => turn !== null && isSound(turn))
    .filter(({ text }) => !seen.has(text) && seen.add(text) !== undefined)
    .map((turn) => ({ ...turn, worth: worthOf(turn, claim, lean) }))
    .sort((a, b) => b.worth - a.worth);
}

type Turn = Omit<Report, 'worth'>;

function turned(portion: string, claim: Claim): Turn | null {
  const plain = withoutTail(withoutLeadIn(portion));
  const deed = deedOf(asPrinted(plain, claim));
  if (deed !== null) return { kind: 'deed', text: deed };
  const clause = impersonal(withSubject(writtenOut(withoutArticle(asPrinted(plain, claim), claim)), claim));
  return clause === null ? null : { kind: 'clause', text: opened(clause, claim) };
}

function asPrinted(text: string, { spellings }: Claim): string {
  return spellings.reduce((out, [heard, printed]) => out.replaceAll(heard, printed), text);
}

/** "The ChatGPT has become": a name that speech gave an article. */
function withoutArticle(text: string, { name, theme }: Claim): string {
  if (
    theme ||
    name === null ||
    !/(?:^| )\p{Lu}\S*$/u.test(name) ||
    !text.toLowerCase().startsWith(`the ${name.toLowerCase()} `)
  )
    return text;
  return /^(?:is|was|has|had|will|would|can|could)\b/.test(text.slice(name.length + 5))
    ? text.slice(4)
    : text;
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

/** "They just don't believe it": people mind, and seldom those of the company. */
const MINDS =
  /^(?:(?:do|does|did|will|would|can|could) )?(?:(?:not|n't|still|also|only|always|never|all|both) )*(?:believe|believes|think|thinks|thought|feel|feels|felt|love|loves|hate|hates|say|says|said|told|care|cares|worry|know|knew|remember|agree|like|likes|enjoy|invest|invested|wonder)\b/i;

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
  if (MINDS.test(rest)) return null;
  const predicate = /^(?:they|these|those)/i.test(pronoun) ? agreed(rest) : rest;
  return predicate === null ? null : `${claim.pronounFor} ${predicate}`;
}

function possessive(name: string): string {
  return /s$/.test(name) ? `${name}'` : `${name}'s`;
}

/** "You can't vibe-code Figma" as "one cannot vibe-code Figma"; null where somebody in the room is meant. */
function impersonal(text: string | null): string | null {
  if (text === null || FIRST_PERSON.test(text)) return null;
  const out = text
    .replace(/\byou (can|cannot)\b/i, 'one $1')
    .replace(/\b(enables?|allows?|lets|helps?|costs?|forces?) you\b/i, '$1 one')
    .replace(
      /\b(the (?:more|less|faster|longer|bigger)) you (\w+)/i,
      (_, more, verb) => `${more} one ${thirdPerson(verb) ?? 'you'}`,
    );
  return /\byou\w*\b|\bone can(?:not)? (?:argue|say|see|imagine|look|go)\b|\bone\b.*\bone (?:can|could)/i.test(
    out,
  )
    ? null
    : out;
}

/** A word that is written small inside a sentence, whatever it opened. */
const SMALL =
  /^(?:shareholders|investors|customers|users|consumers|companies|partnerships|margins|prices|demand|revenues?|markets|employees|people|the|a|an|every|each|most|many|all|both|some|no|any|these|those|more|fewer|there|one|people|everyone|everybody|nobody|everything|nothing|if|when|two|three|four|five|half|part|another|other|such|only|anyone|much|few|several|what|in|on|at|by|for|with|over|after|before|as|today|now|even)\b/i;

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
  /\bbut rather than [^,]+$|\b(?:the|a|an) (?:being|having|doing)\b|\ba \w+ly a\b|\bquote,? unquote\b|, quote(?:,|$)|^(?!the |an? |one |my |its |their |his |her |our |your |all |what |which |there |it |this |that )[a-z]+ (?:[A-Z][\w.]*\s)+is that\b/;
/** "Went from 13 billion", "will either buy it", "the boss claiming that it is so", "is a pretty it is": half of it is missing. */
const HALVED =
  /^\w+, (?:but|and|so)\b|^\S+ \w+, (?:has|is|was|have|are)\b|^end of\b|\b(\w+)s\b.* and they \1\b|\b(?:think|buying|owning|believe|thinks) like\b|\b(?:go|goes|going|went|gone|gr[eo]w\w*|rose|risen|fell|fallen|dropped|moved|increased|declined|doubled|revenue|valuation|sales|share)\b[^,]{0,30} from\b(?!.*\b(?:to|into|by|through|down|up)\b)|\beither\b(?!.*\bor\b)|\b(?:pretty|very|really) (?:it|they|he|she|there|that|the)\b|^(?:one|two|another) (?:is|was) (?:with|that|the|about)\b|^(?:the|a|an) [^,]{3,50} (?:claiming|saying|arguing|being|having)\b|\b(?:not only|both)\b(?!.*\b(?:but|and)\b)|\bbetween\b(?!.*\band\b)|\bso (?:many|much|\w+) that$|\b(?:is|are|was) (?:things|people)\b|^\S+ (?:today|yesterday|now) (?:the|a|an|they|it)\b|\b(probably|would|will|could|also|is|was|not) \w+ \2\b|\b(?:do|did|doing) \d+ (?:this|last|next|a)\b|\bgr[eo]ws? \d+$/i;
/** Says nothing by itself: "is a great example", "is a bit unique". */
const VACUOUS =
  /^the thing\b|\bthings? is\b|\ba very \w+ (?:on|in|at|for|of)\b|^(?:all )?the \w+ \w+ who (?:are|is)\b|\bdoes not even know\b|\bneeds? to make money$|\b(?:do|be) everything$|^there is an assumption\b|\b(?:is|was|are|were) (?:a|an|the|another|one|my|our) (?:\w+ ){0,2}(?:example|thing|case|question|point|story|one|issue|topic|conversation|word|term|reason|joke)\b(?! (?:of|for|in|to)\b)|\bis another thing\b|\b(?:had|has|have|needs?) to \w+(?: (?:it|that|them))?$|\b(?:is|was|are|were) (?:a (?:bit|little) |very |so |fairly |quite )?(?:unique|different|interesting|weird|tricky|complicated|funny|fine|okay|there|here|out|right|all about \w+ \w+)$/i;
/** "Apple is the power efficiency is good": a sentence begun twice. */
const BEGUN_TWICE =
  /\b(?:is|are|was|were)\b(?:(?!\b(?:that|which|who|if|because|and|but|when|as|what|how|why|where|while|or|than|there|it|they|one)\b)[^,])*\b(?:is|are|was|were)\b|\b(?:is|are) the (?:bend|go|do|make|be)\b|\bwhatever\b|\band so (?:is|are|was|were|do|does|did)\b|\bbecause if [^,]*$|, (?:and|but|so|because) so\b|, so the\b|\bcall it\b/i;
/** "The the"; "AI, an underrated capability of AI, is". */
const SAID_TWICE = /\b(\w+) \1\b|^(\w+), (?:a|an|the) [^,]*\b\2\b/i;
const UNKNOWN_WHO = /\b(?:he|she|him|his|her|hers|himself|herself)\b/i;
const POINTING =
  /\b(?:this|that|these|those) (?:guy|guys|one|ones|thing|things|company|companies|person|people|team|business|product|stock|number|deal|chart|slide|tweet|article|question|point|idea|conversation|episode|show|podcast|case|place|situation|way|kind|sort|stuff|list|clip|video|post|story|example|sense|part|moment|news|announcement|statement|report|interview|picture|data|stat|stats|graph|line|area|topic|issue|problem|approach|strategy|model|platform|tool|app|feature)\b|^(?:this|that|these|those)\b|\b(?:this|that|these|those)$/i;
const NOT_THERE =
  /^\S+(?: \S+)? (?:\w+ed|gave|grew|sold|told|bought|made|got|took|beat|gets?|makes|loves?|does love) them\b|\b(?:is|was) their\b|\b(?:as (?:i|you) (?:said|know|mentioned)|mentioned|talked about|question|my friend|on (?:the|this) (?:show|pod|podcast)|earlier|listeners|viewers|audience)\b/i;

/** True for words of which nothing was dropped, begun twice or said twice, and that say something. */
function isWhole(text: string): boolean {
  return ![UNFIT, SAID_TWICE, BEGUN_TWICE, DROPPED, HALVED, VACUOUS].some((fault) => fault.test(text));
}

/** True for a report that reads as a printed sentence and leaves nobody guessing who or what is meant. */
function isSound({ kind, text }: Turn): boolean {
  const words = text.split(' ').length;
  if (words < (kind === 'deed' ? 4 : LEAST_WORDS) || words > MOST_WORDS || text.length > MOST_CHARACTERS)
    return false;
  if (!isWhole(text) || POINTING.test(text) || NOT_THERE.test(text)) return false;
  if (UNKNOWN_WHO.test(text) && !/\p{Lu}\p{Ll}+ \p{Lu}\p{Ll}+/u.test(text)) return false;
  const condition = CONDITION.exec(text);
  if (condition !== null && !hasVerb(condition[0])) return false;
  const ahead = condition ?? SETTING.exec(text);
  if (ahead !== null) return isClause(sentenceCase(text.slice(ahead[0].length)));
  const sentence = kind === 'deed' ? `Costco ${text}` : sentenceCase(text);
  return isClause(sentence) && !isRunOn(sentence, LEADS_UP.test(text));
}

/** "If launch costs fall below that, the sums work": a condition and what follows from it. */
const CONDITION = /^(?:if|when|once|unless|as long as)\b[^,]{10,}, (?:then )?/i;

/** "Within a few years, ...", "for the right companies, ...": when and for whom, before the clause itself. */
const SETTING =
  /^(?:(?:in|within|over|by|for|at|during|after|until|under|among|outside|unlike|despite|without) (?!(?:which|fact|addition|general|terms|order|other words|sense|it|that|this|them)\b)(?:[\w$%.'-]+ ){0,6}[\w$%.'-]+, |(?:in|within|over|by) (?:the )?(?:next |coming |last |end of )?(?:a |few |couple of |one |two |three |four |five |ten |\d+ |20\d\d)*(?:years?|months?|quarters?|decades?|weeks?|20\d\d) (?=\p{Lu}|the |there ))/u;

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

/** A sentence that leans this far against the passage is no account of it. */
const AGAINST = 1;
/** What a sentence that only retells, or tells in the past tense, is worth less. */
const RETOLD = 0.6;
/** So few words carry an argument only where they judge. */
const FEW_WORDS = 7;
const FORETELLS = /\b(?:will|cannot)\b/i;

/** Names the subject, judges it the passage's way, gives a reason, speaks of business, tells what is to come. */
function worthOf({ kind, text }: Turn, claim: Claim, lean: number): number {
  const words = text.split(' ').length;
  const tone = hitsOf(text).reduce((sum, hit) => sum + hit.weight, 0) || (DOUBTS.test(text) ? -1 : 0);
  const names = namesOf(claim);
  if (lean !== 0 && Math.sign(claim.lean) === -lean && Math.abs(claim.lean) >= AGAINST) return 0;
  if (!names.some((name) => name.test(text))) return 0;
  if (lean !== 0 && Math.sign(tone) === -lean) return 0;
  if (words < FEW_WORDS && kind === 'clause' && tone === 0 && !FORETELLS.test(text)) return 0;
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
    (words > 28 ? 0.4 : 0) -
    (claim.retold || isBygone(text) ? RETOLD : 0)
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
