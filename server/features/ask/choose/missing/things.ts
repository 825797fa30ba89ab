import { type ChosenEvidence, type Evidence, toldOf } from '#server/features/ask/choose/evidence.ts';
import { type RankedIdea, rankIdeas } from '#server/features/ask/choose/ideas/ideas.ts';
import { isFiledUnder } from '#server/features/ask/choose/matching/named-in-question.ts';
import { untoldTopic } from '#server/features/ask/choose/missing/untold.ts';
import { ENOUGH_EVIDENCE, evidenceOnTopic, spokenIdeas } from '#server/features/ask/choose/on-topic.ts';
import { namesAtAll } from '#server/features/ask/choose/passages/passages.ts';
import type { Candidates } from '#server/features/ask/find/candidates.ts';
import { hasTopic, type QuestionReading, withoutTopic } from '#server/features/ask/read/reading.ts';
import { readQuery } from '#server/features/ask/read/topic/query.ts';
import { termsOf } from '#server/language/terms.ts';

/**
 * What the record says of the things that a question asks about, whatever it asks of them ("IPO" of "apply for the IPO"), when
 * nothing answers all of it: only what is not found by itself may be told as not found. Null when nothing is.
 */
export function heardOfThings(reading: QuestionReading, found: Candidates, now: Date): ChosenEvidence | null {
  if (reading.subjects.length === 0 || !hasTopic(reading)) return null;
  const heard = thingsAlone(reading).map((thing) => heardOf(thing, found, now));
  // The best of each thing before the second of any, so that none is cut off and then told as not found.
  const inTurn = Array.from({ length: ENOUGH_EVIDENCE }, (_, turn) =>
    heard.flatMap((one) => one[turn] ?? []),
  );
  const evidence = eachOnce(inTurn.flat()).slice(0, Math.max(ENOUGH_EVIDENCE, heard.length));
  if (evidence.length === 0) return null;
  return { evidence, coverage: 'low', missing: heard.every((one) => one.length > 0) ? null : 'topic' };
}

/** What else transcripts say of a company where no idea is on it. A side that was asked for is not looked for elsewhere. */
export function heardOfCompany(
  reading: QuestionReading,
  found: Candidates,
  now: Date,
): ChosenEvidence | null {
  if (reading.side !== null || reading.people.length > 0) return null;
  const bare = { ...withoutTopic(reading), relates: false };
  const spoken = spokenIdeas(bare, rankIdeas(bare, found, now), found);
  const evidence = evidenceOnTopic(bare, spoken, found).slice(0, ENOUGH_EVIDENCE);
  return evidence.length === 0 ? null : { evidence, coverage: 'low', missing: 'topic' };
}

function eachOnce(evidence: readonly Evidence[]): Evidence[] {
  const keyOf = (item: Evidence) =>
    `${item.kind === 'idea' ? item.idea.id : item.passage.id} ${toldOf(item)}`;
  return [...new Map(evidence.map((item) => [keyOf(item), item])).values()];
}

/** The question for each thing that would be told as not found: how two companies stand to each other, or a word that is asked. */
function thingsAlone(reading: QuestionReading): QuestionReading[] {
  if (reading.relates) return [withoutTopic(reading)];
  const untold = untoldTopic(reading, []);
  if (untold.kind !== 'named') return [reading];
  return untold.things.map((thing) => {
    const asked = termsOf(thing).filter((term) => reading.query.asked.includes(term));
    return {
      ...reading,
      query: readQuery(asked.join(' ')),
      names: reading.names.filter((name) => asked.includes(name)),
    };
  });
}

/** What tells of a thing: as any answer, otherwise any sentence that names it, otherwise ideas filed under both of two companies. */
export function heardOf(thing: QuestionReading, found: Candidates, now: Date): readonly Evidence[] {
  const ranked = rankIdeas(thing, found, now);
  const spoken = spokenIdeas(thing, ranked, found);
  const answering = evidenceOnTopic(thing, spoken, found);
  if (answering.length > 0) return answering;
  const naming = evidenceOnTopic(thing, spoken, found, namesAtAll);
  return naming.length > 0 ? naming : filedUnderBoth(thing, ranked);
}

function filedUnderBoth({ relates, subjects }: QuestionReading, ranked: readonly RankedIdea[]): RankedIdea[] {
  if (!relates) return [];
  return ranked.filter(({ idea }) => subjects.slice(0, 2).every((subject) => isFiledUnder(subject, idea)));
}
