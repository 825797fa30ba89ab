import { type ChosenEvidence, type Evidence, saidIn } from '#server/features/ask/choose/evidence.ts';
import { rankIdeas } from '#server/features/ask/choose/ideas/ideas.ts';
import { ENOUGH_EVIDENCE, evidenceOnTopic, spokenIdeas } from '#server/features/ask/choose/on-topic.ts';
import type { Candidates } from '#server/features/ask/find/candidates.ts';
import { figureAsked, type HoldsFigure } from '#server/features/ask/find/figures.ts';
import type { QuestionReading } from '#server/features/ask/read/reading.ts';
import { readQuery } from '#server/features/ask/read/topic/query.ts';

/**
 * What was chosen, for a question that asks for a number: statements that hold one of that kind on that subject, whoever speaks
 * if those asked give none. Without any, what was chosen stands, and `missing` says that no number was found.
 */
export function withFigure(
  reading: QuestionReading,
  chosen: ChosenEvidence,
  found: Candidates,
  now: Date,
): ChosenEvidence {
  const holds = figureAsked(reading.text);
  if (holds === null || reading.role !== null) return chosen;
  const told = figuresFor(reading, found, now, holds);
  if (told.length > 0) return { evidence: told.slice(0, ENOUGH_EVIDENCE), coverage: 'low', missing: null };
  if (chosen.evidence.length === 0) return chosen;
  return { ...chosen, coverage: 'low', missing: 'figure' };
}

function figuresFor(
  reading: QuestionReading,
  found: Candidates,
  now: Date,
  holds: HoldsFigure,
): readonly Evidence[] {
  for (const asked of readingsOf(reading)) {
    const spoken = spokenIdeas(asked, rankIdeas(asked, found, now), found);
    const evidence = evidenceOnTopic(
      asked,
      spoken.filter(({ line }) => holds(saidIn(line))),
      found,
      holds,
    );
    if (evidence.length > 0) return evidence;
  }
  return [];
}

const SIDE_BY_SIDE = /\b(?:and|or|vs|versus|than|compar\w+)\b/i;

/**
 * The question as it is, and for the figure alone, which stands for the words that ask for it: of those it names, and of anybody.
 * What one company pays for another is told by statements that name both.
 */
function readingsOf(reading: QuestionReading): QuestionReading[] {
  const { subjects, people, text } = reading;
  if (subjects.length === 0) return [reading];
  const bare = { ...reading, query: readQuery(''), names: [] };
  const ofAnybody = people.length > 0 ? [bare, { ...bare, people: [] }] : [bare];
  if (subjects.length === 2 && !SIDE_BY_SIDE.test(text))
    return ofAnybody.map((one) => ({ ...one, relates: true }));
  return [reading, ...ofAnybody];
}
