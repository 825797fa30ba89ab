import { coverageOf } from '#server/features/ask/choose/coverage.ts';
import type { ChosenEvidence } from '#server/features/ask/choose/evidence.ts';
import { ideaEvidence } from '#server/features/ask/choose/ideas/ideas.ts';
import { boundsOf, subjectFilter } from '#server/features/ask/find/candidates.ts';
import { countIdeas, mostArguedSubjects } from '#server/features/ask/find/counts/store.ts';
import { ideasOfSubjects } from '#server/features/ask/find/store.ts';
import { mostArguedIn } from '#server/features/ask/read/counting.ts';
import { hasTopic, type QuestionReading, withoutTopic } from '#server/features/ask/read/reading.ts';
import type { Db } from '#server/platform/db.ts';

/** So many subjects are told of those that most was argued on. */
const MOST_TOLD = 3;

/**
 * What answers on which companies or themes most was argued: how many ideas are on each, and the deepest of each. Null where a question
 * does not ask that, or the record holds none.
 */
export async function countedMost(
  reading: QuestionReading,
  db: Db,
): Promise<(ChosenEvidence & { readonly reading: QuestionReading }) | null> {
  const among = reading.subjects.length > 0 ? null : mostArguedIn(reading.text);
  if (among === null) return null;
  const bounds = boundsOf(reading, null);
  const most = await mostArguedSubjects(db, among, bounds, MOST_TOLD);
  const keys = most.map(({ key }) => key);
  const ideas = await ideasOfSubjects(db, { symbols: keys, slugs: keys, themes: keys }, bounds);
  const open = { ...withoutTopic(reading), themes: [], side: null, risks: false };
  const deepest = [...ideas].sort((a, b) => b.discussionDepth - a.discussionDepth);
  const evidence = keys
    .flatMap((key) => deepest.find(({ subjectKey }) => subjectKey === key) ?? [])
    .map((idea) => ideaEvidence(open, idea, NOTHING_ELSE));
  if (evidence.length === 0) return null;
  return { reading: open, evidence, coverage: coverageOf(open, evidence), missing: { most } };
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
  return { ...chosen, missing: { held } };
}
