import { type ChosenEvidence, episodeIdOf, episodeTitleOf } from '#server/features/ask/choose/evidence.ts';
import { asksBeyondRecord, tellsTurnInWords } from '#server/features/ask/choose/missing/beyond-record.ts';
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
  const isSure = naming.some(({ speaks }) => speaks);
  const unnamedIn = naming.filter(({ speaks }) => speaks === isSure).map(({ id }) => id);
  return { ...reading, people, unnamedIn };
}

/**
 * What was chosen, with what was chosen of speakers without a name in episodes that give the names of people who have nothing
 * in theirs; what was chosen alone where that is nothing.
 */
export function withUnnamed<C extends ChosenEvidence & { readonly reading: QuestionReading }>(
  named: C,
  people: readonly string[],
  unnamed: C,
  naming: readonly NamingEpisode[],
): C {
  if (unnamed.evidence.length === 0) return named;
  const added = unnamed.evidence.slice(0, ENOUGH_EVIDENCE);
  const cited = new Set(added.map(episodeIdOf));
  const names = new Set(naming.filter(({ id }) => cited.has(id)).map(({ name }) => name));
  const asksForTurn = asksBeyondRecord(unnamed.reading) === 'turn';
  const missing = {
    unnamed: people,
    given: [...names],
    title: cited.size === 1 ? episodeTitleOf(added[0]!) : null,
    answers: unnamed.missing === null && (!asksForTurn || tellsTurnInWords(added)),
  };
  return { ...unnamed, evidence: [...named.evidence, ...added], coverage: 'low', missing };
}
