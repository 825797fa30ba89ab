import type { ChosenEvidence } from '#server/features/ask/choose/evidence.ts';
import { type RankedIdea, rankIdeas } from '#server/features/ask/choose/ideas/ideas.ts';
import { ENOUGH_EVIDENCE } from '#server/features/ask/choose/on-topic.ts';
import { varied } from '#server/features/ask/choose/variety.ts';
import type { Candidates } from '#server/features/ask/find/candidates.ts';
import { asksWhoDisagreed } from '#server/features/ask/read/conversation/others.ts';
import { opposesOnAnything, type QuestionReading } from '#server/features/ask/read/reading.ts';

/** An answer tells so many disagreements. */
const MOST_PAIRS = 3;

/** Whether a question asks who disagrees with somebody on anything, or where several people disagree. */
export function asksForDisagreement(reading: QuestionReading): boolean {
  return opposesOnAnything(reading) || (reading.people.length > 1 && asksWhoDisagreed(reading));
}

/**
 * Statements of two people who take opposite sides on one subject. Without any, what those argued who are named stands in, and
 * `missing` says so.
 */
export function selectOpposed(reading: QuestionReading, found: Candidates, now: Date): ChosenEvidence {
  const ideas = rankIdeas(asOfAll(reading, found), found, now).filter(({ onTopic }) => onTopic);
  const pairs = ideas.flatMap((one, i) =>
    ideas.slice(i + 1).flatMap((other) => (areOpposed(reading, one, other) ? [[one, other]] : [])),
  );
  const opposed = [...new Set(pairs.slice(0, MOST_PAIRS).flat())];
  if (opposed.length > 0)
    return { evidence: opposed, coverage: opposed.length < ENOUGH_EVIDENCE ? 'low' : 'ok', missing: null };
  const argued = reading.against === null ? ideas : ideas.filter((idea) => isOpposedTo(reading, idea));
  // Of many subjects, none of them disputed: no side of one is another's.
  const evidence = varied(argued)
    .slice(0, ENOUGH_EVIDENCE)
    .map((idea) => ({ ...idea, side: null }));
  return evidence.length === 0
    ? { evidence, coverage: 'none', missing: null }
    : { evidence, coverage: 'low', missing: 'disagreement' };
}

/** The question for what everybody argued whose disagreement it asks for: those it names, or whoever was found. */
function asOfAll(reading: QuestionReading, { ideas }: Pick<Candidates, 'ideas'>): QuestionReading {
  const named = reading.people.length === 0 ? [] : [...reading.people, ...(reading.against?.people ?? [])];
  const people = named.length > 0 ? named : ideas.flatMap(({ speakerName }) => speakerName ?? []);
  return { ...reading, people: [...new Set(people)], side: null, against: null, besides: null };
}

function areOpposed(reading: QuestionReading, one: RankedIdea, other: RankedIdea): boolean {
  if (one.idea.subjectKey !== other.idea.subjectKey || one.idea.speakerName === other.idea.speakerName)
    return false;
  if (reading.against !== null && isOpposedTo(reading, one) === isOpposedTo(reading, other)) return false;
  return (
    [one, other].some(({ side }) => side === 'bullish') && [one, other].some(({ side }) => side === 'bearish')
  );
}

/** Whether an idea is by somebody with whom a question asks who disagrees. */
function isOpposedTo({ against }: QuestionReading, { idea }: RankedIdea): boolean {
  if (against === null) return false;
  return (
    against.people.includes(idea.speakerName ?? '') || against.shows.some(({ id }) => id === idea.showId)
  );
}
