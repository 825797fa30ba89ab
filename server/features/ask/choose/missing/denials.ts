import type { ChosenEvidence, Evidence, IdeaEvidence } from '#server/features/ask/choose/evidence.ts';
import { saidIn } from '#server/features/ask/choose/evidence.ts';
import { type RankedIdea, rankIdeas } from '#server/features/ask/choose/ideas/ideas.ts';
import { isOfSubject } from '#server/features/ask/choose/matching/named-in-question.ts';
import { ENOUGH_EVIDENCE, evidenceOnTopic, spokenIdeas } from '#server/features/ask/choose/on-topic.ts';
import { varied } from '#server/features/ask/choose/variety.ts';
import type { Candidates } from '#server/features/ask/find/candidates.ts';
import type { QuestionReading } from '#server/features/ask/read/reading.ts';
import { asTyped } from '#server/language/spelling.ts';
import { termsOf } from '#server/language/terms.ts';

/**
 * Evidence for who disagrees with what a question says without naming anybody: both sides where both were taken, or statements
 * that deny it in so many words. Otherwise what was chosen, and `missing` says that no disagreement was found.
 */
export function disputed(
  reading: QuestionReading,
  chosen: ChosenEvidence,
  found: Candidates,
  now: Date,
): ChosenEvidence {
  const spoken = spokenIdeas(reading, rankIdeas(reading, found, now), found);
  const both = bothTaken(reading, spoken);
  if (both !== null) return withBoth(chosen, both);
  const denies = (words: string) => denied(reading.query.asked, words);
  const evidence = evidenceOnTopic(
    reading,
    spoken.filter(({ line }) => denies(saidIn(line))),
    found,
    denies,
  );
  if (evidence.length > 0) return { evidence, coverage: 'low', missing: null };
  return {
    evidence: sidesOnAsked(reading, chosen.evidence),
    coverage: 'low',
    missing: 'disagreement',
  };
}

/** Evidence with both sides on what is asked about; `missing` and coverage tell where one of the two was not found. */
export function bothSides(
  reading: QuestionReading,
  chosen: ChosenEvidence,
  found: Candidates,
  now: Date,
): ChosenEvidence {
  const evidence = sidesOnAsked(reading, chosen.evidence);
  const isTold = (side: IdeaEvidence['side']) =>
    evidence.some((item) => item.kind === 'idea' && item.side === side);
  if (isTold('bullish') && isTold('bearish')) return { ...chosen, evidence };
  const both = bothTaken(reading, spokenIdeas(reading, rankIdeas(reading, found, now), found));
  return both === null ? { evidence, coverage: 'low', missing: 'both sides' } : withBoth(chosen, both);
}

/** Evidence with sides only where they are on what is asked about. */
export function sidesOnAsked(reading: QuestionReading, evidence: readonly Evidence[]): Evidence[] {
  return evidence.map((item) =>
    item.kind === 'passage' || isOfSubject(reading, item.idea) ? item : { ...item, side: null },
  );
}

/** The best ideas on each side of what is asked about, of all that were found; null when only one was taken. */
function bothTaken(reading: QuestionReading, spoken: readonly RankedIdea[]): RankedIdea[] | null {
  const [bullish, bearish] = (['bullish', 'bearish'] as const).map((side) =>
    varied(spoken.filter((one) => one.side === side && isOfSubject(reading, one.idea))).slice(
      0,
      ENOUGH_EVIDENCE,
    ),
  ) as [RankedIdea[], RankedIdea[]];
  return bullish.length > 0 && bearish.length > 0 ? [...bullish, ...bearish] : null;
}

function withBoth({ coverage }: ChosenEvidence, evidence: readonly RankedIdea[]): ChosenEvidence {
  return { evidence, coverage: evidence.length < ENOUGH_EVIDENCE ? 'low' : coverage, missing: null };
}

const BE = "(?:is|are|'s|'re)";
/** A clause that is a denial from its first word on: "I'm pretty sure we don't have an", "there is no". What follows is denied. */
const DENIAL = new RegExp(
  `^(?:(?:and|but|so|no|well|look|yeah|honestly) )*(?:i(?:'m| am) (?:(?:pretty|quite|very|fairly) )?(?:sure|convinced) |i (?:(?:do|really|still|just) )?(?:think|believe) )?(?:that )?(?:(?:there|it|this|that|we|they) ?${BE} (?:no|not)|(?:there|it|this|that|we|they) (?:is|are)n't|(?:i|we|they) (?:do not|don't) (?:have|see)|i (?:do not|don't) (?:think|believe)(?: that)? (?:(?:there|it|this|that|we) ?${BE}|we have))(?: in)?(?: (?:an?|the|any|such an?))* (.+)$`,
  'i',
);
/** What may follow the thing that is denied: "an AI bubble right now", but not "an AI bubble chart". */
const AFTER = /^(?:here|now|right|today|yet|at|in|on|and|or|because|as|like)$/i;

/** Whether one clause plainly denies all that is asked: "we don't have an AI bubble". */
export function denied(asked: readonly string[], words: string): boolean {
  return asTyped(words)
    .split(/[.,;:!?](?=\s|$)/)
    .some((clause) => {
      const rest = DENIAL.exec(clause.trim())?.[1]?.split(/\s+/) ?? [];
      const end = rest.findIndex((word) => !termsOf(word).some((term) => asked.includes(term)));
      const thing = end < 0 ? rest : rest.slice(0, end);
      const terms = termsOf(thing.join(' '));
      return (
        thing.length > 0 &&
        asked.every((term) => terms.includes(term)) &&
        (end < 0 || AFTER.test(rest[end] ?? ''))
      );
    });
}
