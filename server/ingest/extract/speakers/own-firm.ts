import type { Sentence } from '#server/ingest/extract/sentences/sentences.ts';
import type { Mention } from '#server/ingest/extract/subjects/mentions.ts';
import {
  type Firm,
  firmOf,
  type NamedFirm,
  type ShowNote,
} from '#server/ingest/extract/subjects/show-notes.ts';
import { personName } from '#server/language/people/names.ts';
import { literal } from '#server/platform/pattern.ts';
import { firmSpeaks, type OwnFirms, saysWe } from './first-person.ts';

const OFFICE =
  '(?:(?:co-?)?ceos?|(?:co-?)?chief executives?(?: officers?)?|president|chair(?:man|woman)?|executive chair(?:man|woman)?|cfo|coo|cto|cio|chief (?:financial|operating|technology|product|investment|revenue) officer)';
const FOUNDER = '(?:co-?)?founders?';
const GONE =
  /\b(?:former|formerly|ex|previous|previously|past|late|outgoing|was|were|used to be|once|then|if|become|became|next|new|prior)\b[\s-]*(?:(?:the|a|an|its|their|founder|founding|and)\s+)*$/i;
/** "CEO of", "co-founder and CEO at", "runs": right before the company's name. */
const BEFORE_FIRM = new RegExp(
  `\\b(?:${FOUNDER},?(?: and| &)? ?)?(${OFFICE})(?:,? (?:and|&) [\\w-]+(?: of| at)?)?(?:,| of| at| over at| here at|, along with [^.]{1,40},? of) (?:the |both )?$|\\b(?:runs|heads|leads) $`,
  'i',
);
/** "'s CEO", "founder and CEO", "chief executive": right after it. */
const AFTER_FIRM = new RegExp(
  `^(?:'s|’s)?,? (?:(?:new|current|longtime) )?(?:${FOUNDER},?(?: and| &) ?)?${OFFICE}\\b`,
  'i',
);
const HE_IS = /^(?:(?:and|so|now),? )?(?:he|she)(?:'s|’s| is)\b/i;
const I_AM = /\b(?:i'm|i’m|i am) (?:the |a )?(?:\w+ and )?(?:co-?)?$/i;
/** A pronoun refers back at most this many sentences to a name. */
const REACH_BACK = 3;
/** The name of a person stands this near the company, in characters. */
const NEAR = 90;

/**
 * Which speakers run a company now: by title, description, the feed's people, or an introduction in the talk ("Will
 * Marshall is the CEO of Planet Labs", "I'm the CEO of ...").
 */
export function ownFirms(
  showNotes: readonly ShowNote[],
  sentences: readonly Sentence[],
  mentions: readonly Mention[],
): OwnFirms {
  const labels = [...new Set(sentences.flatMap(({ speaker }) => speaker ?? []))].filter((label) =>
    /^\p{Lu}[\p{L}.'’-]+(?: [\p{L}.'’-]+)+$/u.test(label),
  );
  if (labels.length === 0) return new Map();
  const firms = new Map<string, Firm>();
  const claim = (label: string | null, firm: Firm) => {
    if (label !== null && !firms.has(label)) firms.set(label, firm);
  };
  for (const { text, named } of showNotes) {
    for (const one of named) {
      if (holdsOffice(text, one)) claim(personNear(text, one, labels), one.firm);
    }
  }
  for (const mention of mentions) {
    const sentence = sentences[mention.sentence];
    if (sentence === undefined || mention.subject.kind === 'theme' || mention.product) continue;
    const one = { start: mention.start, end: mention.end, firm: mention };
    if (!holdsOffice(sentence.text, one)) continue;
    if (saysOfSelf(sentence.text, one)) claim(sentence.speaker, firmOf(mention));
    else claim(introduced(sentences, sentence, one, labels), firmOf(mention));
  }
  const taken = new Set([...firms.values()].map((firm) => firm.subject.key));
  for (const { firm } of showNotes.find(({ source }) => source === 'title')?.named ?? []) {
    if (!taken.has(firm.subject.key)) claim(speaksFor(firm, sentences, mentions, labels), firm);
  }
  return firms;
}

/** The speaker says "we" at least this often for the titled company, and this many times as often as others. */
const SPEAKS_FOR = 3;

/** The only speaker who says "we" where they name the company ("when we launched VCX", "our customers at Robinhood"). */
function speaksFor(
  firm: Firm,
  sentences: readonly Sentence[],
  mentions: readonly Mention[],
  labels: readonly string[],
): string | null {
  const said = new Map<string, number>();
  const plainly = new Set<string>();
  for (const mention of mentions) {
    const sentence = sentences[mention.sentence];
    if (mention.subject.key !== firm.subject.key || sentence?.speaker == null) continue;
    const plain =
      firmSpeaks(sentence.text) !== null || WE_OF.test(sentence.text.slice(0, Math.max(0, mention.start)));
    if (plain) plainly.add(sentence.speaker);
    const around = [-1, 0, 1]
      .map((step) => sentences[sentence.index + step])
      .filter((near) => near?.speaker === sentence.speaker);
    if (plain || around.some((near) => saysWe(near?.text ?? '') !== null))
      said.set(sentence.speaker, (said.get(sentence.speaker) ?? 0) + 1);
  }
  const [first, second] = [...said].sort((a, b) => b[1] - a[1]);
  if (first === undefined || first[1] < SPEAKS_FOR * Math.max(1, second?.[1] ?? 0)) return null;
  return plainly.has(first[0]) && labels.includes(first[0]) ? first[0] : null;
}

const WE_OF =
  /\b(?:(?:we|us|here)(?: here)? at|we(?: \w+)? (?:launched|started|founded|built|created|listed|took|run|named|called)|our (?:[\w-]+ ){1,4}(?:for|at|of|in)) (?:the )?$/i;

/** Runs the company now; mere founders have often left. */
function holdsOffice(text: string, { start, end }: NamedFirm): boolean {
  const before = text.slice(Math.max(0, start - NEAR), start);
  const ahead = BEFORE_FIRM.exec(before);
  if (ahead !== null) return !GONE.test(before.slice(0, ahead.index));
  return AFTER_FIRM.test(text.slice(end, end + NEAR)) && !GONE.test(before);
}

function saysOfSelf(text: string, { start }: NamedFirm): boolean {
  const before = text.slice(Math.max(0, start - NEAR), start);
  const ahead = BEFORE_FIRM.exec(before);
  return ahead !== null && I_AM.test(before.slice(0, ahead.index));
}

/** The speaker named by another beside the company, or just before "he's the CEO of". */
function introduced(
  sentences: readonly Sentence[],
  sentence: Sentence,
  one: NamedFirm,
  labels: readonly string[],
): string | null {
  const others = labels.filter((label) => label !== sentence.speaker);
  const here = personNear(sentence.text, one, others);
  if (here !== null || !HE_IS.test(sentence.text)) return here;
  for (let i = sentence.index - 1; i >= Math.max(0, sentence.index - REACH_BACK); i -= 1) {
    const text = sentences[i]?.text ?? '';
    const there = others.filter((label) => namedAt(text, label, labels).length > 0);
    if (there.length > 0) return there.length === 1 ? (there[0] as string) : null;
  }
  return null;
}

/** The speaker named nearest to the company; null where none is near, or two are as near. */
function personNear(text: string, { start, end }: NamedFirm, labels: readonly string[]): string | null {
  const near = labels
    .map((label) => ({ label, far: distance(text, namedAt(text, label, labels), start, end) }))
    .filter(({ far }) => far <= NEAR)
    .sort((a, b) => a.far - b.far);
  const [first, second] = near;
  return first === undefined || first.far === second?.far ? null : first.label;
}

function distance(text: string, places: readonly Place[], start: number, end: number): number {
  const gaps = places.flatMap(([from, to]) => {
    const between = from >= end ? text.slice(end, from) : to <= start ? text.slice(to, start) : '';
    return /[.;!?] /.test(between) ? [] : [between.length];
  });
  return Math.min(Number.POSITIVE_INFINITY, ...gaps);
}

type Place = readonly [from: number, to: number];

/** Where a text has a person's family name, but not in the full name of another of these people: brothers share it. */
function namedAt(text: string, label: string, labels: readonly string[]): readonly Place[] {
  const family = familyOf(label);
  const namesakes = labels.filter((other) => other !== label && familyOf(other) === family);
  const theirs = namesakes.flatMap((other) => placesOf(text, other)).map(([, to]) => to);
  return placesOf(text, family).filter(([, to]) => !theirs.includes(to));
}

function familyOf(label: string): string {
  return personName(label)?.family ?? label;
}

/** Whole-word matches of a name in the text. */
function placesOf(text: string, name: string): Place[] {
  const whole = new RegExp(`(?<!\\p{L})${literal(name)}(?!\\p{L})`, 'gu');
  return [...text.matchAll(whole)].map(({ index, 0: { length } }) => [index, index + length]);
}
