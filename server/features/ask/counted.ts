import { coverageOf } from '#server/features/ask/choose/coverage.ts';
import type { ChosenEvidence } from '#server/features/ask/choose/evidence.ts';
import { ideaEvidence } from '#server/features/ask/choose/ideas/ideas.ts';
import { boundsOf, subjectFilter } from '#server/features/ask/find/candidates.ts';
import { countIdeas, mostArguedSubjects } from '#server/features/ask/find/counts/store.ts';
import { findIdeaCandidate } from '#server/features/ask/find/store.ts';
import { isOfThings, mostArguedIn } from '#server/features/ask/read/counting.ts';
import { hasTopic, type QuestionReading, withoutTopic } from '#server/features/ask/read/reading.ts';
import type { Db } from '#server/platform/db.ts';

/** So many subjects are told of those that most was argued on. */
const MOST_TOLD = 3;

/**
 * What answers on which companies or themes most was argued: how many ideas are on each, and the deepest of each. Null where a question
 * does not ask that alone, or the record holds none.
 */
export async function countedMost(
  reading: QuestionReading,
  db: Db,
): Promise<(ChosenEvidence & { readonly reading: QuestionReading }) | null> {
  const among = mostArguedIn(reading.text);
  if (among === null || isNarrowed(reading)) return null;
  const most = await mostArguedSubjects(db, among, boundsOf(reading, null), MOST_TOLD);
  const deepest = await Promise.all(most.map((subject) => findIdeaCandidate(db, subject.deepest)));
  const open = withoutTopic(reading);
  const evidence = deepest.flatMap((idea) => (idea === null ? [] : ideaEvidence(open, idea, NOTHING_ELSE)));
  if (evidence.length === 0) return null;
  return { reading: open, evidence, coverage: coverageOf(open, evidence), missing: { most } };
}

/** Whether a question asks of less than all that was said on some shows in some time: the count would be of more than it asks. */
function isNarrowed(reading: QuestionReading): boolean {
  const { subjects, themes, people, role, side, risks, against, besides, untimed, relates, query } = reading;
  if (subjects.length + themes.length + people.length > 0 || query.asked.some((term) => !isOfThings(term)))
    return true;
  return [role, side, against, besides, untimed].some((one) => one !== null) || risks || relates;
}

const NOTHING_ELSE = {
  passages: [],
  ideaCounts: { total: 0, words: [] },
  passageCounts: { total: 0, words: [] },
  companiesIn: () => [],
  alikeIdeas: new Map(),
  alikePassages: new Map(),
};

/** What was chosen for a question how often something was spoken of: with how many ideas the record holds, where it asks nothing else. */
export async function withCount<C extends ChosenEvidence>(
  reading: QuestionReading,
  chosen: C,
  db: Db,
): Promise<C> {
  const { subjects, themes, side, people } = reading;
  const isOfSubject = subjects.length + themes.length === 1 && people.length === 0;
  if (chosen.missing !== 'count' || !isOfSubject || hasTopic(reading) || side !== null) return chosen;
  const held = await countIdeas(db, subjectFilter(reading), boundsOf(reading, null));
  return held.ideas === 0 ? chosen : { ...chosen, missing: { held } };
}
