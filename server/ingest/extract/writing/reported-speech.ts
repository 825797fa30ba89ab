import {
  withoutFillers,
  withoutLeadIn,
  withoutTail,
  writtenOut,
} from '#server/ingest/extract/sentences/disfluencies.ts';
import { isBygone } from '#server/ingest/extract/sentences/tense.ts';
import { agreed, thirdPerson } from '#server/ingest/extract/sentences/third-person.ts';
import { anyOf } from '#server/language/pattern.ts';
import { uncapitalised } from '#server/language/phrasing.ts';
import { fearedFrom } from '#server/language/speech/frames.ts';
import { opensSmall } from '#server/language/speech/opener.ts';
import { hitsOf } from '#server/language/tone.ts';
import { alternatives } from '#server/language/word-list.ts';
import { insideSentence } from '#server/linking/themes/name.ts';
import { literal } from '#server/platform/pattern.ts';
import { clauseRunsOf } from './clauses.ts';
import { isWellFormed } from './well-formed.ts';

/** A sentence of the argument, and what a pronoun at its head stands for. */
export type Claim = {
  readonly text: string;
  /** Its beginning is complete: the sentence before ended, or it opens a turn. */
  readonly begins: boolean;
  /** The sentence before in the same turn, if it names the subject and this one does not. */
  readonly lead: string | null;
  /** The name that an opening "they" or "it" refers to; null where uncertain. */
  readonly pronounFor: string | null;
  /** The subject's name as this sentence says it; null where it does not. */
  readonly name: string | null;
  /** The subject is a theme: its name is written small inside a sentence. */
  readonly theme: boolean;
  /** Names printed differently than heard: "open AI" is OpenAI. */
  readonly spellings: readonly (readonly [string, string])[];
  /** Praise less fault that the sentence predicates of the subject. */
  readonly lean: number;
  /** It says what would be; the sentence before gives the condition. */
  readonly halved: boolean;
  /** It tells the past or others' words, which carries an argument less than a claim. */
  readonly retold: boolean;
};

/**
 * A claim in reported speech: a clause after "argues that", or a deed right after the speaker's name ("is bearish on
 * Apple"). It adds nothing to what was said.
 */
export type Report = {
  readonly kind: 'clause' | 'deed';
  readonly text: string;
  /** How well it carries the argument; 0 for talk. */
  readonly worth: number;
};

/** Ways to report a claim, best first; none if its meaning might change. `lean` of the passage is 1, 0 or -1. */
export function reportsOf(claim: Claim, lean: number): Report[] {
  const readable = withoutFillers(claim.text);
  if (claim.halved) return [];
  if (isTitleCased(readable) || /\?["'”’]?$/.test(readable)) return [];
  const ends = /[.!]["'”’]?$/.test(readable);
  const seen = new Set<string>();
  return clauseRunsOf(readable.replace(/[.!]+["'”’]?$/, ''), ends, claim.name)
    .map((clauses) => turned(clauses, claim))
    .filter((turn): turn is Turn => turn !== null && isWellFormed(turn))
    .filter(({ text }) => !seen.has(text) && seen.add(text) !== undefined)
    .map((turn) => ({ ...turn, worth: worthOf(turn, claim, lean) }))
    .sort((a, b) => b.worth - a.worth);
}

type Turn = Omit<Report, 'worth'>;

function turned(clauses: string, claim: Claim): Turn | null {
  const plain = withoutTail(withoutLeadIn(clauses));
  const deed = deedOf(asPrinted(plain, claim));
  if (deed !== null) return { kind: 'deed', text: deed };
  const written = writtenOut(withoutArticle(asPrinted(plain, claim), claim));
  const at = fearedFrom(written);
  const held = withSubject(written.slice(at), claim);
  const clause = held === null ? null : impersonal(`${written.slice(0, at)}${held}`);
  return clause === null ? null : { kind: 'clause', text: opened(clause, claim) };
}

/** Names in it as they print. */
export function asPrinted(text: string, { spellings }: Claim): string {
  return spellings.reduce((out, [heard, printed]) => out.replaceAll(heard, printed), text);
}

/** Drops the article of a name: "The ChatGPT has become". */
export function withoutArticle(text: string, { name, theme }: Claim): string {
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

/** "I am", "I'd", "I've always been", "I don't" before a verb that keeps its denial. */
const OWN_AUXILIARY =
  /(?: do not| don't)(?= (?:see|think|believe|like|love|trust|expect|worry|own|buy)\b)| am|'m|'d|'ll| would| will|(?:'ve| have)(?= (?:always |never |been |also |just )*(?:been|turned|become|gone|bought|sold|owned|invested|loved|liked|held)\b)/;
const OWN_ADVERB =
  /still|also|now|always|never|only|even|more|very|not|definitely|probably|certainly|would|generally|personally|certainly|quite|pretty|fairly|rather|most|much|really/;
/** "Like", "own", "see no", "doubt", "don't think". */
const OWN_VERB =
  /(?<=not |n't )(?:think|see|believe)|like(?! to\b)|love(?! to\b)|see (?:no|little|a lot of|plenty of|huge|real|massive|great)|own|hold|want(?! to\b)|buy|bought|sold|sell|short|prefer|doubt|fear|expect|worry|believe in|trust|bet|invested/;
/** "Bullish", "in the middle", "a big fan", "be careful". */
const OWN_STANDING =
  /bullish|bearish|long|negative|positive|neutral|balanced|mixed|optimistic|pessimistic|skeptical|sceptical|cautious|cautiously|excited|worried|concerned|nervous|confident|a (?:big |huge )?(?:buyer|seller|fan|believer|holder)|an? (?:owner|investor|shareholder)|in the middle|on the fence|of two minds|stay|avoid|pick|go with|turned|become|gone|comfortable|impressed|convinced|surprised|avoid|be (?:long|short|a buyer|a seller|careful|cautious|worried|surprised|shocked|bullish|bearish|buying|selling)/;
/** What speakers do or are towards a subject: "I still own", "I'm not bullish", "I would be careful". */
const DEED = new RegExp(
  `^i(?:${OWN_AUXILIARY.source})? (?:been |owned |loved |held )?(?:${anyOf(OWN_ADVERB)} )*${anyOf(OWN_VERB, OWN_STANDING)}\\b`,
  'i',
);
/** The first person where only a third may stand. */
export const FIRST_PERSON =
  /\b(?:i|i'm|i've|i'd|i'll|me|my|mine|myself|we|we're|we've|we'd|we'll|us|our|ours|ourselves|let's|y'all)\b/i;

/** "..., and I'll set the whole thing out": talk about the talk ends the deed. */
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

/** Unnamed company that opens a clause. */
export const STAND_IN =
  /^(?:they|it|these guys|those guys|these companies|this company|that company|the company|the business)\b/i;
/** A possessive for such a company. */
export const OWNED = /^(?:their|its|the company's)\b/i;
/** "It is hard to say", "it takes years": "it" refers to nothing. */
const EMPTY_IT = new RegExp(
  `^it (?:(?:is|was|will be|would be|has been|seems|looks|feels) (?:\\w+ )?(?:${alternatives('empty-it')})\\b|(?:is|was|will be|would be|gets|becomes) (?:\\w+ ){1,6}to \\w+|turns|takes|took|depends|means|meant|goes|all|just|makes|made|happens|starts|comes|came|would take|could be that|may be that|might be that|does not (?:matter|mean)|matters|did not (?:matter|mean)|used to be)`,
  'i',
);

/** "They just don't believe it": people in general, seldom the company. */
const MINDS = new RegExp(
  `^(?:(?:do|does|did|will|would|can|could|are|is|was|were) )?(?:(?:not|n't|still|also|only|always|never|all|both) )*(?:${alternatives('minding')})\\b`,
  'i',
);

/** Replaces an opening pronoun by its name; null if that is in doubt. */
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
function impersonal(text: string): string | null {
  if (FIRST_PERSON.test(text)) return null;
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

/** A clause inside a sentence, its first word small unless always capital. */
export function opened(clause: string, claim: Claim): string {
  const first = clause.split(/[\s,]/)[0] ?? '';
  if (claim.theme && claim.name !== null && clause.startsWith(claim.name)) return insideSentence(clause);
  const small = opensSmall(clause) || (!/[A-Z]/.test(first.slice(1)) && isSmallIn(claim.text, first));
  return small ? uncapitalised(clause) : clause;
}

function isSmallIn(text: string, word: string): boolean {
  return text.split(/[^\w'-]+/).includes(word.toLowerCase()) && word !== word.toLowerCase();
}

const REASON_WORD =
  /\b(?:because|since|so that|given|as long as|if|unless|which means|driven by|due to|thanks to)\b/i;
const BUSINESS_WORD = new RegExp(`\\b(?:${alternatives('business-report')})\\b`, 'i');

/** "Does not think that was a credit to them": a doubt in any words. */
const DOUBTS = /^(?:does not|doubts|fears|worries)\b/;
const FORECAST_VERB = /\b(?:will|would|could|should|may|might|must|cannot|need|needs|has to|have to)\b/i;

/** A sentence that leans this far against the passage is no account of it. */
const AGAINST = 1;
/** Deduction for a retelling or the past tense. */
const RETOLD = 0.6;
/** A figure turns a retelling into evidence. */
const MEASURED =
  /[$€£]\d|\d(?:%|x\b| ?(?:percent|million|billion|trillion|times)\b)|\b(?:millions|billions|doubled|tripled)\b/i;
/** Reports this short must judge to carry an argument. */
const FEW_WORDS = 7;
const FORETELLS = /\b(?:will|cannot)\b/i;

/** Worth: naming the subject, judging as the passage does, a reason, business, a forecast. */
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
    (REASON_WORD.test(text) ? 1 : 0) +
    (BUSINESS_WORD.test(text) ? 0.6 : 0) +
    (FORECAST_VERB.test(text) ? 0.5 : 0) +
    (/\d/.test(text) ? 0.3 : 0) +
    (words >= 9 && words <= 26 ? 0.5 : 0) -
    (words > 28 ? 0.4 : 0) -
    (claim.retold || isBygone(text) ? (MEASURED.test(text) ? RETOLD / 2 : RETOLD) : 0)
  );
}

/** Patterns of the claim's names for its subject. */
export function namesOf({ name, pronounFor, spellings }: Claim): RegExp[] {
  return [name, pronounFor, ...spellings.filter(([heard]) => heard === name).map(([, printed]) => printed)]
    .filter((one) => one !== null)
    .map((one) => new RegExp(`(?<![\\w])${literal(one)}(?![\\w])`, 'i'));
}

/** True for a headline read out: most words are capitalised. */
export function isTitleCased(text: string): boolean {
  const words = text.split(' ').filter((word) => /^\p{L}{3,}/u.test(word));
  return words.length > 5 && words.filter((word) => /^\p{Lu}/u.test(word)).length > words.length * 0.6;
}
