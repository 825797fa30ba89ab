import type { Stance } from '#server/ingest/types.ts';
import { aspectsOf } from './aspects.ts';

/** What a sentence about an idea may be written from. */
export type ProseInput = {
  readonly speaker: string | null;
  readonly role: string;
  readonly show: string;
  readonly subject: string;
  readonly about: ClauseSubject;
  readonly stance: Stance;
  readonly relativeTo: string | null;
  /** Claim sentences as said, best first. */
  readonly claims: readonly string[];
  /** All that was said of the subject, for what the argument is about. */
  readonly passage: string;
};

const FILLERS: readonly [RegExp, string][] = [
  [/\[[^\]]{0,40}\]|\((?:laughs?|laughter|inaudible|crosstalk)\)/gi, ' '],
  [/\b(um+|uh+|erm|hmm|mm)\b[,.]?/gi, ' '],
  [
    /,? ?\b(you know what i mean|you know|i mean|kind of like|sort of like|sort of|kind of|or whatever|or something like that|and so on and so forth|and things like that|and stuff like that)\b,?/gi,
    ' ',
  ],
  [/, (right|okay|ok|yeah|huh)\?/gi, '.'],
  [/,? like,/gi, ' '],
  [
    /, (like|right|okay|honestly|frankly|basically|literally|actually|obviously|by the way|again|man|dude|guys?|bro),/gi,
    ', ',
  ],
  [/\b(basically|literally|actually|honestly|frankly|obviously|just|really) (?=\w)/gi, ''],
  [/\bgonna\b/gi, 'going to'],
  [/\bwanna\b/gi, 'want to'],
  [/\bgotta\b/gi, 'have to'],
  [/\b(fucking|fuckin'?|goddamn|damn|freaking)\s/gi, ''],
  [/\b(\w+)(?: \1\b)+/gi, '$1'],
  [/\b(\w+)[–—-]+\s?\1\b/gi, '$1'],
  [/\s+/g, ' '],
  [/\s([,.;:!?])/g, '$1'],
  [/([,;])\s*(?=[,.;])/g, ''],
];

/** A sentence with the noise of speech taken out; the words left are the speaker's. */
export function withoutFillers(text: string): string {
  let out = text;
  for (const [pattern, by] of FILLERS) out = out.replace(pattern, by);
  return out.trim();
}

const LEAD_IN =
  /^(?:(?:and|so|but|because|now|well|yeah|yes|no|right|okay|ok|look|listen|like|then|also|plus|again|therefore|however|i mean|you know|by the way|in other words|that said|to be clear|at the end of the day|the (?:truth|reality|point|fact|thing) is(?: that)?|my (?:view|take|point|sense|thesis|bet|guess|belief) is(?: that)?|i (?:still |do |really |would |just |also |actually |personally |genuinely )*(?:think|believe|suspect|guess|bet|expect|feel|say|argue|agree|suspect)(?: that| like)?|i'?d (?:say|argue|bet|guess)(?: that)?|i'?m (?:pretty |fairly |very )?(?:sure|confident|convinced)(?: that)?|it'?s (?:pretty |very )?(?:clear|obvious)(?: to me)?(?: that)?|for (?:example|instance)|in my (?:view|opinion|mind)|to me|clearly|obviously|honestly|frankly|as you know|of course|on the other hand),?\s+)+/i;
const PERSONAL =
  /\b(i|i'm|i've|i'd|i'll|me|my|mine|we|we're|we've|we'd|we'll|us|our|ours|you|you're|you've|you'd|you'll|your|yours|let's|y'all|guys)\b/i;
/** A clause that reports well begins with its subject: a name, or a determined or plural noun. */
const DETERMINED =
  /^(?:the|a|an|every|each|most|many|all|both|some|no|any|these|those|its|their|more|fewer|there (?:is|are|will)|[a-z-]+(?:s|ies) (?:are|have|will|can|do))\b/i;
const FINITE =
  /\b(is|are|was|were|has|have|had|will|would|can|could|should|may|might|must|does|do|did|isn't|aren't|wasn't|weren't|hasn't|haven't|won't|can't|cannot|couldn't|doesn't|don't|didn't)\b|\w's (?:a|an|the|going|not|very|so|now|in|on|got|been|more|still|already)\b|\b[a-z]{3,}(?:es|ed)\b/;
const BROKEN =
  /\.\.\.|…|[—–]\s*$|-$|["“”«»*]|\b(?:and|or|but|the|a|an|of|to|with|for|in|on|at|by|because|that|if|is|are|was|like|so|very|really|it'?s|this|these|which|who|where|when)[.!]?$|\?|(?:\b\w+, ){4}|\b(?:blah|fuck\w*|shit\w*|bullshit|ass|hell|crap|gonna|wanna|kinda|stuff|thing is|or whatever|et cetera)\b|\b(?:was|is|'s|were|are|be) like\b|, like\b|\blike (?:a|the|this|that|it|they)? ?\w+ like\b|\b(\w+) \1\b|\b(?:that|and|but|so) (?:i|you|we)\b/i;
const PLURAL_VERB: readonly [RegExp, string][] = [
  [/^(?:they're|they are)\b/i, ' is'],
  [/^(?:they've|they have)\b/i, ' has'],
  [/^(?:they'll|they will)\b/i, ' will'],
  [/^(?:they can)\b/i, ' can'],
  [/^(?:they could)\b/i, ' could'],
  [/^(?:they should)\b/i, ' should'],
  [/^(?:they don't)\b/i, ' does not'],
  [/^(?:they can't)\b/i, ' cannot'],
  [/^(?:they won't)\b/i, ' will not'],
];

/** What a clause is reported about: the name it may be said of, and whether a pronoun may stand for it. */
export type ClauseSubject = {
  readonly name: string;
  readonly surfaces: readonly string[];
  readonly company: boolean;
};

/** The claim as a clause that can follow "argues that", or null when it would read badly. */
export function reportableClause(claim: string, subject: ClauseSubject): string | null {
  if (!/[.!]["'”’]?$/.test(claim.trim()) && !/, right\?$/i.test(claim.trim())) return null;
  if (isTitleCased(claim)) return null;
  const spoken = withoutFillers(claim)
    .replace(LEAD_IN, '')
    .replace(/[.!]+["'”’]?$/, '')
    .trim();
  const clause = subject.company ? withName(spoken, subject.name) : spoken;
  const words = clause.split(' ').length;
  if (words < 6 || words > 34 || clause.length > 220 || /[.!;:] /.test(clause)) return null;
  if (PERSONAL.test(clause) || BROKEN.test(clause) || !FINITE.test(clause)) return null;
  const starts = (text: string) => clause.toLowerCase().startsWith(text.toLowerCase());
  const named = starts(subject.name) || subject.surfaces.some(starts);
  if (!named && !DETERMINED.test(clause)) return null;
  return named ? clause : clause.charAt(0).toLowerCase() + clause.slice(1);
}

/** "They're sold out" said of Nvidia: "Nvidia is sold out". Only where the verb can be put right. */
function withName(clause: string, name: string): string {
  for (const [pattern, verb] of PLURAL_VERB) {
    if (pattern.test(clause)) return clause.replace(pattern, `${name}${verb}`);
  }
  return clause;
}

function isTitleCased(text: string): boolean {
  const words = text.split(' ').filter((word) => /^\p{L}{3,}/u.test(word));
  return words.length > 5 && words.filter((word) => /^\p{Lu}/u.test(word)).length > words.length * 0.6;
}

const VIEW: Record<Stance, string> = {
  BULLISH: 'makes a positive case for',
  BEARISH: 'makes a negative case on',
  BALANCED: 'weighs both sides of',
  MIXED: 'sees both positives and negatives in',
};
/** Who speaks, as a sentence may begin: a name, else "A guest on All-In". */
export function attribution(input: Pick<ProseInput, 'speaker' | 'role' | 'show'>): string {
  if (input.speaker !== null) return input.speaker;
  const who = input.role === 'guest' ? 'A guest' : input.role === 'host' ? 'A host' : 'A speaker';
  return input.show.length > 0 ? `${who} on ${input.show}` : who;
}

/** "Dylan Patel on Nvidia: supply and long-term contracts". No stance: widgets show headlines and nothing that leans (SPEC.md Widgets). */
export function headlineOf(input: ProseInput): string {
  const subject = input.subject;
  const topics = aspectsOf(input.passage, 2).join(' and ');
  const about = input.relativeTo === null ? subject : `${subject} against ${input.relativeTo}`;
  const head = `${attribution(input)} on ${about}`;
  return topics.length > 0 ? `${head}: ${topics}` : head;
}

/** One attributed sentence with the argument: the claim itself where it reports well, else what it rests on. */
export function thesisOf(input: ProseInput): string {
  for (const claim of input.claims) {
    const clause = reportableClause(claim, input.about);
    if (clause !== null) return `${attribution(input)} argues that ${clause}.`;
  }
  return statementOf(input);
}

/** One attributed sentence that names subject, lean and grounds; always grammatical. */
export function statementOf(input: ProseInput): string {
  const topics = listOf(aspectsOf(input.passage, 3));
  const head =
    input.relativeTo === null
      ? `${attribution(input)} ${VIEW[input.stance]} ${input.subject}`
      : `${attribution(input)} prefers ${input.subject} to ${input.relativeTo}`;
  return topics.length > 0 ? `${head}, pointing to ${topics}.` : `${head}.`;
}

function listOf(items: readonly string[]): string {
  if (items.length <= 1) return items[0] ?? '';
  return `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;
}

const PROPER =
  /^(?:AI|US|SaaS|GLP|AR|IPO|Tech IPO|China|Chip export|Europe|India|Japan|Gulf|Bitcoin|E-commerce|[A-Z]{2,})/;

/** A theme's name as it stands inside a sentence: "venture capital", but "AI agents" and "Gulf states". */
export function insideSentence(themeName: string): string {
  return PROPER.test(themeName) ? themeName : themeName.charAt(0).toLowerCase() + themeName.slice(1);
}
