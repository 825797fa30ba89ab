import {
  type ChosenEvidence,
  type Evidence,
  speakerIn,
  toldOf,
} from '#server/features/ask/choose/evidence.ts';
import { isMainSubject } from '#server/features/ask/choose/matching/named-in-question.ts';
import { namesSubjects } from '#server/features/ask/choose/matching/topic.ts';
import { rankPassages } from '#server/features/ask/choose/passages/passages.ts';
import type { Candidates } from '#server/features/ask/find/candidates.ts';
import type { NamedSubject, QuestionReading } from '#server/features/ask/read/reading.ts';

/**
 * The evidence on several companies or people named side by side, with a transcript sentence on each company of which no idea
 * speaks. `missing` says on or by whom nothing was found.
 */
export function besideEachOther(
  reading: QuestionReading,
  chosen: ChosenEvidence,
  found: Omit<Candidates, 'ideas'>,
): ChosenEvidence {
  if (chosen.missing !== null || chosen.evidence.length === 0) return chosen;
  const evidence = [
    ...chosen.evidence,
    ...quotesOn(untoldSubjects(reading, chosen.evidence, found), reading, chosen.evidence, found),
  ];
  const subjects = untoldSubjects(reading, evidence, found).map(({ name }) => name);
  const people = untoldPeople(reading, evidence);
  if (subjects.length + people.length === 0) return { ...chosen, evidence };
  return { evidence, coverage: 'low', missing: { subjects, people } };
}

function untoldSubjects(
  reading: QuestionReading,
  evidence: readonly Evidence[],
  { companiesIn }: Pick<Candidates, 'companiesIn'>,
): NamedSubject[] {
  if (reading.relates || reading.subjects.length < 2) return [];
  const tells = (subject: NamedSubject, item: Evidence) => {
    if (item.kind === 'idea' && isMainSubject({ subjects: [subject], themes: [] }, item.idea)) return true;
    const words = toldOf(item);
    return namesSubjects({ ...reading, subjects: [subject] }, words, companiesIn(words));
  };
  return reading.subjects.filter((subject) => !evidence.some((item) => tells(subject, item)));
}

function quotesOn(
  subjects: readonly NamedSubject[],
  reading: QuestionReading,
  chosen: readonly Evidence[],
  found: Omit<Candidates, 'ideas'>,
): Evidence[] {
  const ideas = chosen.filter((item) => item.kind === 'idea');
  return subjects.flatMap(
    (subject) => rankPassages({ ...reading, subjects: [subject] }, found, ideas)[0] ?? [],
  );
}

/** Those of several people who said nothing of the evidence. Two whom one name may mean are one. */
function untoldPeople({ people }: QuestionReading, evidence: readonly Evidence[]): string[] {
  const isDistinct = (name: string) =>
    people.every(
      (other) => other === name || !other.split(' ').some((part) => name.split(' ').includes(part)),
    );
  if (people.length < 2) return [];
  const speakers = evidence.map(speakerIn);
  return people.filter((name) => isDistinct(name) && !speakers.includes(name));
}
