import type { ChosenEvidence } from '#server/features/ask/choose/evidence.ts';
import { ENOUGH_EVIDENCE } from '#server/features/ask/choose/on-topic.ts';
import type { NamingEpisode } from '#server/features/ask/find/naming/store.ts';
import type { QuestionReading } from '#server/features/ask/read/reading.ts';

/** The people of a question under whose name nothing was chosen. */
export function unheardPeople(
  { people, against, role }: QuestionReading,
  chosen: ChosenEvidence,
): readonly string[] {
  if (against !== null || role !== null) return [];
  if (chosen.evidence.length === 0) return people;
  const { missing } = chosen;
  return missing !== null && typeof missing === 'object' && 'people' in missing ? missing.people : [];
}

/** The question for words under nobody's name, in those of these episodes in which the people are surest to speak. */
export function forUnnamed(
  reading: QuestionReading,
  people: readonly string[],
  naming: readonly NamingEpisode[],
): QuestionReading {
  const unnamedIn = naming.filter(({ speaks }) => speaks === naming[0]?.speaks).map(({ id }) => id);
  return { ...reading, people, unnamedIn };
}

/** What was chosen, with what was chosen of speakers without a name in episodes that name the people who have nothing in theirs. */
export function withUnnamed<C extends ChosenEvidence>(
  named: ChosenEvidence,
  people: readonly string[],
  unnamed: C,
  naming: readonly NamingEpisode[],
): C {
  const evidence = [...named.evidence, ...unnamed.evidence.slice(0, ENOUGH_EVIDENCE)];
  const missing = { unnamed: people, speak: naming[0]?.speaks === true, answers: unnamed.missing === null };
  return { ...unnamed, evidence, coverage: evidence.length === 0 ? 'none' : 'low', missing };
}
