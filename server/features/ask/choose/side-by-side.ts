import type { ChosenEvidence, Evidence } from '#server/features/ask/choose/evidence.ts';
import { isMainSubject } from '#server/features/ask/choose/named-in-question.ts';
import { rankPassages } from '#server/features/ask/choose/passages.ts';
import { namesSubjects } from '#server/features/ask/choose/topic.ts';
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
    const words = item.kind === 'idea' ? `${item.line.claim} ${item.line.words ?? ''}` : item.words;
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
  const speakers = evidence.map((item) =>
    item.kind === 'idea' ? item.idea.speakerName : item.passage.speaker,
  );
  return people.filter((name) => isDistinct(name) && !speakers.includes(name));
}
