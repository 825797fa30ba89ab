import type { Stance } from '#server/ingest/types.ts';
import { aspectsOf } from './aspects.ts';

/** What a sentence about an idea may be written from. */
export type ProseInput = {
  readonly speaker: string | null;
  readonly role: string;
  readonly show: string;
  readonly subject: string;
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
  /\b(i|i'm|i've|i'd|i'll|me|my|mine|we|we're|we've|we'd|we'll|us|our|ours|you|you're|you've|you'd|you'll|your|yours|let's)\b/i;
const OPEN_PRONOUN =
  /^(?:it|it's|they|they're|they've|they'll|he|she|this|that|these|those|there|which|who|what|that's|their|its|his|her|here|one|so|to|of|with|for|in|on|from|or|as|than|where|when|how|why|not)\b/i;
const FINITE =
  /\b(is|are|was|were|has|have|had|will|would|can|could|should|may|might|must|does|do|did|isn't|aren't|won't|can't|doesn't|don't|\w+(?:'s|'re|'ll) (?:a|the|going|not|very|so|now|in|on)|\w{3,}(?:ed|s))\b/i;
const BROKEN =
  /(\.\.\.|…|—$|-$|["“”‘«»]|\b(?:and|or|but|the|a|an|of|to|with|for|in|because|that|if|is|are|like|so)[.!]?$|\?)|(?:\b\w+, \w+, \w+, \w+, )|\b(blah|fuck|shit|bullshit|ass)\b/i;

/** The claim as a clause that can follow "argues that", or null when it would read badly. */
export function reportableClause(claim: string, subject: string): string | null {
  let clause = withoutFillers(claim)
    .replace(LEAD_IN, '')
    .replace(/[.!]+["'”’]?$/, '')
    .trim();
  clause = clause.replace(
    /^(?:they|it|he|she|this company|the company|these guys|those guys)(?=(?:'re|'s|'ve|'ll)?\s)/i,
    (word) => (/^(he|she)$/i.test(word) ? word : subject),
  );
  clause = expand(clause);
  const words = clause.split(' ').length;
  if (words < 6 || words > 38 || clause.length > 240) return null;
  if (PERSONAL.test(clause) || OPEN_PRONOUN.test(clause) || BROKEN.test(clause) || !FINITE.test(clause))
    return null;
  if (/[.!] /.test(clause)) return null;
  return lowerFirst(clause, subject);
}

function expand(clause: string): string {
  return clause
    .replace(/^(.{2,40}?)'re /, '$1 are ')
    .replace(/^(.{2,40}?)'ll /, '$1 will ')
    .replace(/^(.{2,40}?)'ve /, '$1 have ');
}

/** Lower case for an ordinary first word; names keep their capital. */
function lowerFirst(clause: string, subject: string): string {
  const first = clause.split(' ')[0] ?? '';
  const ordinary =
    /^(The|A|An|If|When|There|Every|Everyone|Everybody|People|Most|Some|Many|All|No|Nobody|One|In|On|At|As|By|For|With|While|Because|Once|After|Before|Since|Companies|Investors|Customers|Demand|Margins?|Prices?|Revenues?|Costs?|Models?|Other|Another|Each|Even|Only|Right|Now|Today|Not|Of|To|From|Unless|Until|Over|Under|Between|Both|Any|Anyone|Software|Hardware|Capital|Money|Value|Growth|More|Less|Such|Their|Its|His|Her)$/;
  return !subject.startsWith(first) && ordinary.test(first)
    ? clause.charAt(0).toLowerCase() + clause.slice(1)
    : clause;
}

const VIEW: Record<Stance, string> = {
  BULLISH: 'makes a positive case for',
  BEARISH: 'makes a negative case on',
  BALANCED: 'weighs both sides of',
  MIXED: 'sees both positives and negatives in',
};
const SHORT_VIEW: Record<Stance, string> = {
  BULLISH: 'positive on',
  BEARISH: 'negative on',
  BALANCED: 'balanced on',
  MIXED: 'mixed on',
};

/** Who speaks, as a sentence may begin: a name, else "A guest on All-In". */
export function attribution(input: Pick<ProseInput, 'speaker' | 'role' | 'show'>): string {
  if (input.speaker !== null) return input.speaker;
  const who = input.role === 'guest' ? 'A guest' : input.role === 'host' ? 'A host' : 'A speaker';
  return input.show.length > 0 ? `${who} on ${input.show}` : who;
}

/** "Dylan Patel positive on Nvidia: supply and capacity, long-term contracts". */
export function headlineOf(input: ProseInput): string {
  const subject = input.relativeTo === null ? input.subject : `${input.subject} over ${input.relativeTo}`;
  const topics = aspectsOf(input.passage, 2).join(' and ');
  const head = `${attribution(input)} ${SHORT_VIEW[input.stance]} ${subject}`;
  return topics.length > 0 ? `${head}: ${topics}` : head;
}

/** One attributed sentence with the argument: the claim itself where it reports well, else what it rests on. */
export function thesisOf(input: ProseInput): string {
  for (const claim of input.claims) {
    const clause = reportableClause(claim, input.subject);
    if (clause !== null) return `${attribution(input)} argues that ${clause}.`;
  }
  return statementOf(input);
}

/** One attributed sentence that names subject, lean and grounds; always grammatical. */
export function statementOf(input: ProseInput): string {
  const topics = listOf(aspectsOf(input.passage, 3));
  const subject =
    input.relativeTo === null ? input.subject : `${input.subject} relative to ${input.relativeTo}`;
  const head = `${attribution(input)} ${VIEW[input.stance]} ${subject}`;
  return topics.length > 0 ? `${head}, pointing to ${topics}.` : `${head}.`;
}

function listOf(items: readonly string[]): string {
  if (items.length <= 1) return items[0] ?? '';
  return `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;
}
