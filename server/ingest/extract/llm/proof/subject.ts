import type { ClaimedIdea } from '#server/ingest/extract/llm/answer.ts';
import { compacted } from '#server/ingest/extract/llm/proof/names.ts';
import type { ProofSource, Reach } from '#server/ingest/extract/llm/proof/source.ts';
import type { WindowLine, WindowSubject } from '#server/ingest/extract/llm/windows.ts';
import { subjectId } from '#server/ingest/extract/subjects/mentions.ts';
import { sharedWords } from '#server/language/grounding.ts';
import { lettersApart, soundOf } from '#server/linking/link/sounds.ts';
import type { GivenName } from '#server/linking/named.ts';

/** A subject is still the topic if named in the passage or this shortly before. */
const STILL_THE_TOPIC_SECONDS = 180;
/** Or right after, where only its people or products come first. */
const NAMED_AFTER_SECONDS = 45;
/** Share of a model-worded theme's words that must be said. */
const LEAST_SAID = 0.5;

/** Names in an idea to resolve: its subjects by name, and the words said for the first. */
export function namesToResolve(idea: ClaimedIdea): GivenName[] {
  const others = [...idea.alsoAbout, ...(idea.against === null ? [] : [idea.against])];
  return [
    { name: idea.subject, kind: idea.subjectKind },
    { name: idea.subjectSaid, kind: idea.subjectKind },
    ...others.map((name) => ({ name, kind: idea.subjectKind })),
  ];
}

/** Key of a given name. */
export function nameKey({ name, kind }: GivenName): string {
  return `${kind}:${name}`;
}

/**
 * A window subject by id, symbol, slug or name, or as the lines call it ("Gemini" for Alphabet, if linked so); else by
 * what the name means. Null if it means nothing.
 */
export function subjectOf({ window, names }: ProofSource, { name, kind }: GivenName): WindowSubject | null {
  const wanted = name.trim().replace(/^\$/, '').toLowerCase();
  const named = ({ id, subject }: WindowSubject) => [id, subject.key, subject.name];
  for (const callsOf of [named, ({ surfaces }: WindowSubject) => surfaces]) {
    const listed = window.subjects.find((one) => callsOf(one).some((call) => call.toLowerCase() === wanted));
    if (listed !== undefined) return listed;
  }
  // An id that the list does not hold is no name.
  const meant = /^(?:ticker|company|theme):/.test(wanted) ? undefined : names.get(nameKey({ name, kind }));
  if (meant === undefined) return null;
  const id = subjectId(meant.subject);
  return window.subjects.find((one) => one.id === id) ?? { ...meant, id, lines: [], surfaces: [name.trim()] };
}

/** The fault of an idea's subject, worded for the model; null if the lines speak of it. */
export function subjectFault(
  source: ProofSource,
  idea: ClaimedIdea,
  subject: WindowSubject,
  reach: Reach,
): string | null {
  if (isNamed(source, subject, reach)) return null;
  const said = idea.subjectSaid.trim();
  if (!isSaid(source, said, reach))
    return `subjectSaid: "${said.slice(0, 40)}" is not said in lines ${reach.firstLine} to ${reach.lastLine}, nor shortly before.`;
  const meant = source.names.get(nameKey({ name: said, kind: idea.subjectKind }));
  const isItOrItsProduct =
    meant !== undefined &&
    (subjectId(meant.subject) === subject.id || (meant.maker !== null && meant.maker === subject.slug));
  if (isItOrItsProduct || [subject.subject.name, ...subject.surfaces].some((name) => couldBe(name, said)))
    return null;
  if (
    subject.subject.kind === 'theme' &&
    sharedWords(subject.subject.name, source.window.lines.map(({ text }) => text).join(' ')) >= LEAST_SAID
  )
    return null;
  return `subject: "${said.slice(0, 40)}" does not name ${subject.subject.name}.`;
}

/** The second from which a name makes the topic of a passage. */
function topicFrom({ window }: ProofSource, { firstLine }: Reach): number {
  return (window.lines[firstLine - 1] as WindowLine).start - STILL_THE_TOPIC_SECONDS;
}

function isNamed(source: ProofSource, subject: WindowSubject, reach: Reach): boolean {
  const { window } = source;
  const from = topicFrom(source, reach);
  const to = (window.lines[reach.lastLine - 1] as WindowLine).end + NAMED_AFTER_SECONDS;
  return subject.lines.some((line) => {
    const { start, end } = window.lines[line - 1] as WindowLine;
    return end >= from && start <= to;
  });
}

const POINTS = /^(?:it|its|they|them|their|this|that|these|those|he|she|we|us|you|the company|the stock)$/i;

function isSaid(source: ProofSource, said: string, reach: Reach): boolean {
  const wanted = compacted(said);
  if (wanted.length < 2 || POINTS.test(said)) return false;
  const from = topicFrom(source, reach);
  const lines = source.window.lines.slice(0, reach.lastLine).filter(({ end }) => end >= from);
  return compacted(lines.map(({ text }) => text).join(' ')).includes(wanted);
}

/** Whether the said words may be a name: a part, similar letters or sounds, or initials. */
export function couldBe(name: string, said: string): boolean {
  const [a, b] = [compacted(name), compacted(said.replace(/^(?:the|a|an)\s+/i, ''))];
  if (a === '' || b === '') return false;
  if (Math.min(a.length, b.length) > 2 && (a.includes(b) || b.includes(a))) return true;
  const words = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]{4,}/gu) ?? [];
  if (words(name).some((word) => words(said).includes(word))) return true;
  if (!beginAlike(a, b)) return false;
  if (lettersApart(a, b) <= Math.max(a.length, b.length) / 2) return true;
  if (soundOf(a) === soundOf(b.replace(/r$/, '')) || soundOf(a) === soundOf(b)) return true;
  return name.length <= 5 && name === name.toUpperCase() && inOrder(a, b) >= a.length - 1;
}

/** Allows a missing initial h ("hand roll" for Anduril) and another vowel ("our wallets" for Airwallex). */
function beginAlike(name: string, heard: string): boolean {
  const [first, other, bare] = [name[0] ?? '', heard[0] ?? '', heard.replace(/^h/, '')[0] ?? ''];
  return first === other || first === bare || (VOWEL.test(first) && VOWEL.test(other));
}

const VOWEL = /[aeiou]/;

/** How many letters of the one stand in the other, in order. */
function inOrder(letters: string, text: string): number {
  let at = -1;
  let count = 0;
  for (const letter of letters) {
    const next = text.indexOf(letter, at + 1);
    if (next < 0) continue;
    at = next;
    count += 1;
  }
  return count;
}
