import {
  type ChosenEvidence,
  type Evidence,
  speakerIn,
  toldOf,
} from '#server/features/ask/choose/evidence.ts';
import { isMainSubject } from '#server/features/ask/choose/matching/named-in-question.ts';
import { namesSubjects } from '#server/features/ask/choose/matching/topic.ts';
import { namesAtAll, rankPassages, type Tells } from '#server/features/ask/choose/passages/passages.ts';
import type { Candidates } from '#server/features/ask/find/candidates.ts';
import {
  hasTopic,
  type NamedSubject,
  type QuestionReading,
  withoutTopic,
} from '#server/features/ask/read/reading.ts';
import { termsOf } from '#server/language/terms.ts';

/**
 * The evidence on several companies or people named side by side, with a transcript sentence on each company of which no idea
 * speaks. `missing` says on or by whom nothing was found.
 */
export function besideEachOther(
  reading: QuestionReading,
  chosen: ChosenEvidence,
  found: Omit<Candidates, 'ideas'>,
): ChosenEvidence {
  const unheard = chosen.missing === 'topic' ? unheardBeside(reading, found) : null;
  if (unheard !== null) return { ...chosen, missing: { subjects: [unheard], people: [] } };
  if (chosen.missing !== null || chosen.evidence.length === 0) return chosen;
  const answering = withQuotesOn(reading, chosen.evidence, found);
  // Where a side is asked for, a sentence that only names a company stands for none.
  const evidence =
    reading.side === null ? withQuotesOn(withoutTopic(reading), answering, found, namesAtAll) : answering;
  const subjects = untoldSubjects(reading, evidence, found).map(({ name }) => name);
  const people = untoldPeople(reading, evidence);
  if (subjects.length + people.length > 0)
    return { evidence, coverage: 'low', missing: { subjects, people } };
  const beside = hasTopic(reading) ? untoldSubjects(reading, answering, found).map(({ name }) => name) : [];
  return beside.length > 0 ? { evidence, coverage: 'low', missing: { beside } } : { ...chosen, evidence };
}

/** The evidence, with a transcript sentence on each company of which it does not speak. */
function withQuotesOn(
  reading: QuestionReading,
  evidence: readonly Evidence[],
  found: Omit<Candidates, 'ideas'>,
  tells?: Tells,
): readonly Evidence[] {
  const ideas = evidence.filter((item) => item.kind === 'idea');
  const quotes = untoldSubjects(reading, evidence, found).flatMap(
    (subject) => rankPassages({ ...reading, subjects: [subject] }, found, ideas, tells)[0] ?? [],
  );
  return [...evidence, ...quotes];
}

const COMPARES = /\bcompar\w+|\bversus\b|\bvs\b|\bbetween\b|\bdiffer\w*/i;

/** The name that a question compares with its company and the whole record never says, as the question writes it; null for none. */
function unheardBeside(
  { text, subjects, query: { asked } }: QuestionReading,
  { ideaCounts, passageCounts }: Pick<Candidates, 'ideaCounts' | 'passageCounts'>,
): string | null {
  const counted = [...ideaCounts.words, ...passageCounts.words];
  const isUnheard = (term: string) =>
    counted.some(({ word }) => word === term) &&
    counted.every(({ word, count }) => word !== term || count === 0);
  if (!COMPARES.test(text) || subjects.length === 0 || asked.length === 0 || !asked.every(isUnheard))
    return null;
  const words = text.match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.filter((word) => termsOf(word).some((term) => asked.includes(term))).join(' ');
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
