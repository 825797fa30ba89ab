import { ownSpans, type PassageLine, type PassageReading } from '#server/ingest/extract/passages/reading.ts';
import type { Sentence } from '#server/ingest/extract/sentences/sentences.ts';
import type { Mention } from '#server/ingest/extract/subjects/mentions.ts';
import type { Claim } from './reported-speech.ts';

/** Lines as claims to report, each with the name it says and the name that an opening pronoun refers to. */
export function claimsOf(
  reading: PassageReading,
  lines: readonly PassageLine[],
  named: ReadonlyMap<number, readonly Mention[]>,
  sentences: readonly Sentence[],
): Claim[] {
  const places = new Map(reading.lines.map((line, i) => [line, i]));
  return lines.map((line) => ({
    text: line.sentence.text,
    begins: begins(line.sentence, sentences[line.sentence.index - 1]),
    lead: leadOf(reading, line),
    name: nameIn(reading, line),
    pronounFor: asPrinted(pronounFor(reading, places.get(line) ?? 0), reading),
    theme: reading.passage.subjectId.startsWith('theme:'),
    spellings: [
      ...spellingsOf(named.get(line.sentence.index) ?? []),
      ...capitals(nameIn(reading, line), reading),
    ],
    lean: line.polarity.praise - line.polarity.fault,
    halved: isHalved(reading, places.get(line) ?? 0),
    retold:
      line.quoted || line.modality === 'history' || line.modality === 'news' || line.modality === 'reported',
  }));
}

/** True where the sentence before has ended. One that breaks off at a new label may go on under it. */
function begins({ turn }: Sentence, before: Sentence | undefined): boolean {
  if (before === undefined || /[.!?]["'”’)]*$/.test(before.text)) return true;
  return before.turn !== turn && !BREAKS_OFF.test(before.text);
}

/** The last word needs another: "We do not need", "because of the". */
const BREAKS_OFF =
  /\b(?:not|need|needs|want|wants|the|a|an|of|to|for|with|in|on|at|by|from|and|but|or|so|because|that|which|if|when|is|are|was|were|be|have|has|had|will|would|can|could|do|does|don't|their|our|my|your|its|very|really|like|than|as)$/i;

/** The sentence before, if it alone names the subject; else null. */
function leadOf({ lines }: PassageReading, { named, sentence }: PassageLine): string | null {
  if (named) return null;
  const lead = lines.find((line) => line.sentence.index === sentence.index - 1);
  return lead?.named && lead.asserted && lead.sentence.turn === sentence.turn ? lead.sentence.text : null;
}

/** The subject's capitals where the transcript has none: "wix" is Wix. */
function capitals(heard: string | null, { passage }: PassageReading): (readonly [string, string])[] {
  const subject = passage.mentions[0]?.subject;
  if (heard === null || subject === undefined || subject.kind === 'theme' || /\p{Lu}/u.test(heard)) return [];
  const printed = subject.name.slice(0, heard.length);
  return printed.toLowerCase() === heard ? [[heard, printed]] : [];
}

/** The printed form of a name that was heard with other capitals or spaces. */
function asPrinted(heard: string | null, { passage }: PassageReading): string | null {
  const printed = passage.mentions[0]?.subject.name;
  return heard !== null && printed !== undefined && isSpellingOf(heard, printed) ? printed : heard;
}

/** Names whose heard spelling differs in capitals or spaces. */
function spellingsOf(mentions: readonly Mention[]): (readonly [string, string])[] {
  return mentions.flatMap(({ surface, subject }) => {
    if (subject.kind === 'theme' || surface === subject.name) return [];
    if (isSpellingOf(surface, subject.name)) return [[surface, subject.name] as const];
    const head = subject.name.slice(0, surface.length);
    return head !== surface && head.toLowerCase() === surface.toLowerCase() ? [[surface, head] as const] : [];
  });
}

/** A misheard name needs this many consonants: "Anthropoc" is Anthropic. */
const LEAST_SKELETON = 5;

/** True where two spellings are one name: they differ in capitals, spaces, or (long names) vowels. */
function isSpellingOf(heard: string, printed: string): boolean {
  const [a, b] = [folded(heard), folded(printed)];
  const [c, d] = [a.replace(/[aeiou]/g, ''), b.replace(/[aeiou]/g, '')];
  return a === b || (c === d && c.length >= LEAST_SKELETON && a.length === b.length);
}

function folded(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}

/** "And Pepsi would become number one", right after an "if" sentence: half a condition is not the claim. */
function isHalved(reading: PassageReading, place: number): boolean {
  const line = reading.lines[place];
  if (line === undefined || !WOULD_BE.test(line.sentence.text) || IF.test(line.sentence.text)) return false;
  const before = reading.lines[place - 1];
  const follows = before?.sentence.turn === line.sentence.turn && IF.test(before.sentence.text);
  return follows || AND_WOULD.test(line.sentence.text);
}

/** "I would" and "we would" are own views, on no condition. */
const WOULD_BE = /(?<!\b(?:i|we)(?: \w+)? )\bwould\b(?! (?:seem|appear|say|argue|think))/i;
const AND_WOULD = /^(?:and|so|then),? (?!i\b|we\b)(?:[\p{L}\d'’.-]+ ){1,3}would\b/iu;
const IF = /\b(?:if|unless|suppose|imagine|say that|in a world where)\b/i;

/** Groups that "they" refers to when named after the company. */
const PLURAL_AGENT =
  /\b(?:people|folks|guys|miners|users|customers|consumers|companies|businesses|investors|developers|engineers|teams|founders|banks|countries|governments|states|models|labs|players|startups|competitors|rivals|employees|workers|buyers|sellers|drivers|partners|lenders|shareholders|analysts|agents|agencies|others|kids|parents|doctors|students|creators|advertisers|retailers|suppliers|vendors)\b/i;

/** How many sentences back a pronoun may reach for its name. */
const PRONOUN_REACH = 2;

/**
 * The company that an opening "they" or "it" refers to: the one named last, at most two sentences back, if no other
 * was named since. Never a theme.
 */
function pronounFor(reading: PassageReading, place: number): string | null {
  if (reading.passage.subjectId.startsWith('theme:')) return null;
  const line = reading.lines[place];
  if (line === undefined || line.rivals > 0) return null;
  const isPlural = /^(?:\w+,? ){0,3}(?:they|their)\b/i.test(line.sentence.text);
  for (let back = 1; back <= PRONOUN_REACH; back += 1) {
    const before = reading.lines[place - back];
    if (before === undefined || before.rivals > 0) return null;
    if (line.sentence.index - before.sentence.index > back || before.sentence.turn !== line.sentence.turn)
      return null;
    if (!/[.!?]["'”’]?$/.test(before.sentence.text)) return null;
    const span = ownSpans(reading, before).at(-1);
    if (isPlural && PLURAL_AGENT.test(before.sentence.text.slice(span?.end ?? 0))) return null;
    if (before.named) return isSubject(reading, before) ? nameIn(reading, before) : null;
    if (!before.predicated) return null;
  }
  return null;
}

/** The name leads the sentence, or acts in its first half. */
function isSubject(reading: PassageReading, line: PassageLine): boolean {
  const span = ownSpans(reading, line).at(-1);
  if (span === undefined || line.sentence.text[span.start - 1] === '-') return false;
  return line.leads || (line.acts && span.start < line.sentence.text.length / 2);
}

/** The name in its last mention in the line, without 's. */
function nameIn(reading: PassageReading, line: PassageLine): string | null {
  const span = ownSpans(reading, line).at(-1);
  if (span === undefined) return null;
  const name = line.sentence.text
    .slice(span.start, span.end)
    .replace(/['’]s?$/, '')
    .trim();
  return name.length > 1 ? name : null;
}
