import type { ClaimedIdea } from '#server/ingest/extract/llm/answer.ts';
import type { Check } from '#server/ingest/extract/llm/editing/question.ts';
import { type Held, type ProvenIdea, proveIdea } from '#server/ingest/extract/llm/proof/proof.ts';
import type { Names } from '#server/ingest/extract/llm/proof/source.ts';

/** A better quote may stand so many lines outside the passage. */
const AROUND = 8;

/**
 * The ideas that a reading of them leaves. A stance is told where most readings found it; where this one doubts the speaker none is
 * named; a subject, headline, sentence, quote or step that an editor would not sign gives way to a better one that is proven, else the
 * idea is weak, as is one that stays unsigned. Of `settled` ideas two readings found that they hold: that is not asked again, and where
 * a correction is not proven they stay as they were signed. An idea of which nothing is said stays as it is. `names`: what subjects put right mean.
 */
export function applyChecks(
  held: readonly Held[],
  checks: ReadonlyMap<number, Check>,
  names: Names,
  settled = false,
): Held[] {
  return held.flatMap((one, i) => {
    const its = checks.get(i + 1);
    if (its === undefined) return [one];
    if (!its.holds && !settled) return [];
    const known = new Map([...one.source.names, ...names]);
    return [withCheck({ ...one, source: { ...one.source, names: known } }, its, settled)];
  });
}

/**
 * Of the ideas that a reading left, those that are to be served and that it put other words to, which nobody has read yet, or of
 * which two readings found two stances: a third decides.
 */
export function toReadAgain(before: readonly Held[], after: readonly Held[]): Held[] {
  const wordsOf = ({ idea: { claimed, found, subject } }: Held) =>
    JSON.stringify([subject.id, claimed.headline, claimed.argument, claimed.context, found.quote.text]);
  const read = new Set(before.map(wordsOf));
  return after.filter(
    (one) => !one.idea.claimed.weak && (!read.has(wordsOf(one)) || isUndecided(one.stances)),
  );
}

function isUndecided(stances: Held['stances']): boolean {
  return stances.length === 2 && stances[0] !== stances[1];
}

function withCheck(held: Held, check: Check, settled: boolean): Held {
  const { idea, isSound } = corrected(held, check);
  const stances = [...held.stances, check.stance];
  const { claimed } = idea;
  return {
    source: held.source,
    stances,
    idea: {
      ...idea,
      claimed: {
        ...claimed,
        stance: foundByMost(stances),
        speakerDoubtful: claimed.speakerDoubtful || check.speaker !== 'as labelled',
        weak: claimed.weak || !check.signs || (!isSound && !settled),
      },
    },
  };
}

/** The stance that more than half of the readings found; null where none is. */
function foundByMost(stances: Held['stances']): ClaimedIdea['stance'] {
  const most = stances.find((one) => stances.filter((other) => other === one).length * 2 > stances.length);
  return most ?? null;
}

/** The steps that an editor leaves, as they are and put right. */
function stepsLeft({ claimed }: ProvenIdea, { leaveOut, betterSteps }: Check) {
  const better = new Map(betterSteps.map(({ step, clause }) => [step, clause]));
  const isLeft = (_: unknown, i: number) => !leaveOut.includes(i + 1);
  const putRight = claimed.context.map((step, i) => ({ ...step, clause: better.get(i + 1) ?? step.clause }));
  return { asFound: claimed.context.filter(isLeft), putRight: putRight.filter(isLeft) };
}

/**
 * The idea with what is put right and proven, all at once, else each by itself; it is not sound where something is left that an
 * editor would not sign.
 */
function corrected(held: Held, check: Check): { readonly idea: ProvenIdea; readonly isSound: boolean } {
  const { asFound, putRight } = stepsLeft(held.idea, check);
  let idea = { ...held.idea, claimed: { ...held.idea.claimed, context: asFound } };
  const corrections = [
    ...correctionsOf(held.idea, check),
    ...(check.betterSteps.length === 0 ? [] : [{ context: putRight }]),
  ];
  if (corrections.length === 0) return { idea, isSound: true };
  const whole = provenWith({ ...held, idea }, Object.assign({}, ...corrections));
  if (whole !== null) return { idea: whole, isSound: true };
  for (const correction of corrections) idea = provenWith({ ...held, idea }, correction) ?? idea;
  return { idea, isSound: false };
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

/** The idea with a correction, as it is proven, of the same voice and place; null where it is not. The next reading sees it. */
function provenWith({ source, idea }: Held, correction: Partial<ClaimedIdea>): ProvenIdea | null {
  const result = proveIdea(source, { ...idea.claimed, ...correction }, { directions: 'read' });
  if (result.is !== 'proven') return null;
  const labelOf = ({ found }: ProvenIdea) => source.input.cues[found.quote.firstCue]?.speaker;
  const isWhole = correction.headline === undefined || result.idea.claimed.headline !== '';
  return isWhole && labelOf(result.idea) === labelOf(idea) && isNear(result.idea, idea) ? result.idea : null;
}

/** The passage with its new quote is the old one, or begins or ends in the lines shown around it. */
function isNear(now: ProvenIdea, before: ProvenIdea): boolean {
  return now.firstLine >= before.firstLine - AROUND && now.lastLine <= before.lastLine + AROUND;
}
