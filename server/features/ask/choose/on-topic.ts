import { type Evidence, toldOf } from '#server/features/ask/choose/evidence.ts';
import { onSide, type RankedIdea } from '#server/features/ask/choose/ideas/ideas.ts';
import { rankPassages, type Tells } from '#server/features/ask/choose/passages/passages.ts';
import { eachWhereSaid, isWordFor, saidOnce } from '#server/features/ask/choose/passages/same-talk.ts';
import { subjectsInTurn, varied } from '#server/features/ask/choose/variety.ts';
import type { Candidates } from '#server/features/ask/find/candidates.ts';
import { hasTopic, type QuestionReading } from '#server/features/ask/read/reading.ts';
import { tellsWanted } from '#server/features/ask/read/topic/wanted.ts';

/** Below this the coverage of an answer is `low` (docs/contract.md, AskAnswer 1), and transcripts fill up to it. */
export const ENOUGH_EVIDENCE = 3;

/** The ideas that speak of the topic, best first; when several subjects are named side by side, the best on each in turn. */
export function spokenIdeas(
  reading: QuestionReading,
  ranked: readonly RankedIdea[],
  { companiesIn }: Pick<Candidates, 'companiesIn'>,
): readonly RankedIdea[] {
  return subjectsInTurn(
    reading,
    ranked.filter(({ onTopic }) => onTopic),
    companiesIn,
  );
}

/** The ideas that take the side asked for, and sentences of transcripts until there are enough. `tells`: what those must do. */
export function evidenceOnTopic(
  reading: QuestionReading,
  onTopic: readonly RankedIdea[],
  found: Candidates,
  tells?: Tells,
): Evidence[] {
  const onAsked = onTopic
    .flatMap((idea) => onSide(reading, idea, found.companiesIn) ?? [])
    .filter((idea) => tellsWanted(reading.wants, toldOf(idea)));
  const chosen = varied(eachWhereSaid(onAsked));
  const passages = canQuotePassages(reading) ? rankPassages(reading, found, chosen, tells) : [];
  // What is told of an idea in a further line is cited where it was said.
  const spokenAt = (idea: RankedIdea) => passages.find((passage) => isWordFor(passage, idea));
  const ideas = chosen.filter((idea) => spokenAt(idea) === undefined);
  const spoken = chosen.flatMap((idea) => spokenAt(idea) ?? []);
  const others = saidOnce(passages, chosen).filter((passage) => !spoken.includes(passage));
  const fill = Math.max(0, ENOUGH_EVIDENCE - chosen.length);
  return [...ideas, ...spoken, ...others.slice(0, fill)];
}

/**
 * Whether transcript sentences may answer. How one sentence leans is a guess: it is no proof when a side is all that is
 * asked, or when it is asked who disagreed and no company is named.
 */
export function canQuotePassages(reading: QuestionReading): boolean {
  if (reading.side === null) return true;
  return hasTopic(reading) && (reading.against === null || reading.subjects.length > 0);
}
