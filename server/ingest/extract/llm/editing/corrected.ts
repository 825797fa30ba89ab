import type { ClaimedIdea } from '#server/ingest/extract/llm/answer.ts';
import { type Check, withoutNotes } from '#server/ingest/extract/llm/editing/question.ts';
import { type Held, type ProvenIdea, proveIdea } from '#server/ingest/extract/llm/proof/proof.ts';
import type { Names } from '#server/ingest/extract/llm/proof/source.ts';

/** A better quote may stand this many lines outside the passage. */
const AROUND = 8;

/**
 * The ideas that a reading leaves; those that it denies are dropped. The stance is the one that most readings found. No speaker is
 * named if this reading doubts the label. A correction replaces its part if it is proven; if not, or if the card is not signed, the
 * idea lists what is open. An idea without a check is left open. For an idea that was already signed (`readBefore`, nothing
 * open), `holds` is ignored, and so are corrections that are not proven. `names`: meanings of corrected subjects.
 */
export function applyChecks(
  held: readonly Held[],
  checks: ReadonlyMap<number, Check>,
  names: Names,
  readBefore = false,
): Held[] {
  return held.flatMap((one, i) => {
    const its = checks.get(i + 1);
    if (its === undefined) return [{ ...one, unsigned: [...new Set([...one.unsigned, NOT_READ])] }];
    if (isDenied(one, its, readBefore)) return [];
    const known = new Map([...one.source.names, ...names]);
    return [
      withCheck({ ...one, source: { ...one.source, names: known } }, its, isSignedBefore(one, readBefore)),
    ];
  });
}

const NOT_READ = 'no check of it came back.';

/** Whether a reading denies that the lines carry an idea, and is asked for that. */
export function isDenied(held: Held, check: Check | undefined, readBefore: boolean): boolean {
  return check !== undefined && !check.holds && !isSignedBefore(held, readBefore);
}

function isSignedBefore({ unsigned }: Held, readBefore: boolean): boolean {
  return readBefore && unsigned.length === 0;
}

/**
 * Of the ideas that a reading left, those to be read again: unsigned, with corrected words that nobody has read, with two stances
 * from two readings (a third decides), or weak and not checked. An idea that cannot be served any more is not among them.
 */
export function toReadAgain(before: readonly Held[], after: readonly Held[]): Held[] {
  const printedOf = ({ idea: { claimed, found, subject } }: Held) =>
    JSON.stringify([subject.id, claimed.headline, claimed.argument, claimed.context, found.quote.text]);
  const read = new Set(before.map(printedOf));
  const isLeft = (one: Held) =>
    one.unsigned.length > 0 || !read.has(printedOf(one)) || isUndecided(one.stances);
  return after.filter((one) => isUnread(one) || (!isGivenUp(one) && isLeft(one)));
}

/** The idea after its last reading: weak if that did not sign it. */
export function asLeft(held: Held): Held {
  if (held.unsigned.length === 0) return held;
  return { ...held, idea: { ...held.idea, claimed: { ...held.idea.claimed, weak: true } } };
}

/** A weak idea that no editor has read. */
function isUnread({ idea, stances }: Held): boolean {
  return idea.claimed.weak && stances.length === 1;
}

/** A weak idea of which an editor left something open is never served. */
function isGivenUp({ idea, stances, unsigned }: Held): boolean {
  return idea.claimed.weak && stances.length > 1 && unsigned.length > 0;
}

function isUndecided(stances: Held['stances']): boolean {
  return stances.length === 2 && stances[0] !== stances[1];
}

function withCheck(held: Held, check: Check, isSigned: boolean): Held {
  const withNotesLeft = { ...held, idea: withoutNotes(held.idea, check.leaveOutNotes) };
  const { idea, refused } = corrected(withNotesLeft, check);
  const stances = [...held.stances, check.stance];
  const { claimed } = idea;
  return {
    source: held.source,
    stances,
    unsigned: leftOpen(check, refused, isSigned),
    idea: {
      ...idea,
      claimed: {
        ...claimed,
        stance: foundByMost(stances),
        speakerDoubtful: claimed.speakerDoubtful || check.speaker !== 'as labelled',
      },
    },
  };
}

/** Why a reading leaves an idea unsigned: its marks if it does not sign, and its corrections that were not proven. */
function leftOpen(
  { signs, marks, quoteAlone, quoteLeaves, betterQuote }: Check,
  refused: readonly string[],
  isSigned: boolean,
): readonly string[] {
  if (!signs) return [...(marks.length === 0 ? ['it was not signed.'] : marks), ...refused];
  if (isSigned) return [];
  if (betterQuote !== null) return refused;
  const open = TELLS_NOTHING.test(quoteAlone) ? ['tells nothing'] : quoteLeaves.map(leavesOpen);
  return [...open.map((what) => `quote: read alone it ${what}.`), ...refused];
}

function leavesOpen(words: string): string {
  return `leaves "${words}" open`;
}

const TELLS_NOTHING = /^["“]?nothing\b["”.]*$/i;

/** The stance that more than half of the readings found, or null. */
function foundByMost(stances: Held['stances']): ClaimedIdea['stance'] {
  const most = stances.find((one) => stances.filter((other) => other === one).length * 2 > stances.length);
  return most ?? null;
}

/** The steps that an editor leaves, unchanged and corrected. A step without words that carry it, or with something open, is corrected or removed. */
function stepsLeft({ claimed }: ProvenIdea, { leaveOut, betterSteps, stepsRead }: Check) {
  const better = new Map(betterSteps.map((one) => [one.step, one]));
  const amiss = stepsRead.filter(({ words, open }) => words === '' || open !== '').map(({ step }) => step);
  const isLeft = (_: unknown, i: number) =>
    !leaveOut.includes(i + 1) && (better.has(i + 1) || !amiss.includes(i + 1));
  const putRight = claimed.context.map((step, i) => {
    const { line, verb, clause } = better.get(i + 1) ?? step;
    return { line: line ?? step.line, verb: verb ?? step.verb, clause };
  });
  return { asFound: claimed.context.filter(isLeft), putRight: putRight.filter(isLeft) };
}

/** The idea with its proven corrections, all at once or else one by one, and why the others were refused. */
function corrected(
  held: Held,
  check: Check,
): { readonly idea: ProvenIdea; readonly refused: readonly string[] } {
  const { asFound, putRight } = stepsLeft(held.idea, check);
  let idea = { ...held.idea, claimed: { ...held.idea.claimed, context: asFound } };
  const corrections = [
    ...correctionsOf(held.idea, check),
    ...(check.betterSteps.length === 0 ? [] : [{ context: putRight }]),
  ];
  if (corrections.length === 0) return { idea, refused: [] };
  const whole = provenWith({ ...held, idea }, Object.assign({}, ...corrections));
  if ('idea' in whole) return { idea: whole.idea, refused: [] };
  const refused: string[] = [];
  for (const correction of corrections) {
    const one = provenWith({ ...held, idea }, correction);
    if ('idea' in one) idea = one.idea;
    else refused.push(toldOf(correction, one.faults));
  }
  return { idea, refused };
}

/** A refused correction and the reason, as the next reading is told. */
function toldOf(
  { headline, argument, quote, subject }: Partial<ClaimedIdea>,
  faults: readonly string[],
): string {
  if (quote === '') return 'no words were found that make the claim, or the chief part of it, as a quote.';
  return `"${quote ?? argument ?? headline ?? subject ?? 'steps'}" did not hold: ${faults.join(' ')}`;
}

function correctionsOf(
  { found }: ProvenIdea,
  { betterSubject, betterHeadline, betterArgument, betterQuote }: Check,
): Partial<ClaimedIdea>[] {
  return [
    betterSubject && {
      subject: betterSubject.name,
      subjectSaid: betterSubject.said,
      subjectKind: betterSubject.kind,
      alsoAbout: [],
    },
    betterHeadline === null ? null : { headline: betterHeadline },
    betterArgument === null ? null : { argument: betterArgument },
    betterQuote === null ? null : { quote: betterQuote, quoteLine: found.line },
  ].filter((one) => one !== null);
}

type Tried = { readonly idea: ProvenIdea } | { readonly faults: readonly string[] };

/** The idea with a correction that is proven and keeps voice and place, or why it is refused. */
function provenWith({ source, idea }: Held, correction: Partial<ClaimedIdea>): Tried {
  const result = proveIdea(source, { ...idea.claimed, ...correction }, { by: 'editor' });
  if (result.is === 'elsewhere') return { faults: ['quote: it stands in another stretch of talk.'] };
  if (result.is === 'refused') return result;
  if (correction.headline !== undefined && result.idea.claimed.headline === '')
    return { faults: result.leftOut.filter((fault) => fault.startsWith('headline')) };
  const labelOf = ({ found }: ProvenIdea) => source.input.cues[found.quote.firstCue]?.speaker;
  if (labelOf(result.idea) !== labelOf(idea)) return { faults: ['quote: it stands under another label.'] };
  if (!isNear(result.idea, idea)) return { faults: ['quote: it stands too far from the passage.'] };
  return { idea: idea.wasInDoubt ? { ...result.idea, wasInDoubt: true } : result.idea };
}

/** Whether the passage with its new quote stays within the lines shown around the old one. */
function isNear(now: ProvenIdea, before: ProvenIdea): boolean {
  return now.firstLine >= before.firstLine - AROUND && now.lastLine <= before.lastLine + AROUND;
}
