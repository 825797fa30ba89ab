import type { ChosenEvidence } from '#server/features/ask/choose/evidence.ts';
import { collectionFrom, weightOf } from '#server/features/ask/choose/matching/scoring.ts';
import { termsOfTheme } from '#server/features/ask/choose/matching/topic.ts';
import type { Candidates } from '#server/features/ask/find/candidates.ts';
import type { QuestionReading } from '#server/features/ask/read/reading.ts';
import { readQuery } from '#server/features/ask/read/topic/query.ts';
import { termsOf } from '#server/language/terms.ts';

/** A question without a part of it, and what the answer says of that part. */
export type WeakerQuestion = {
  readonly reading: QuestionReading;
  readonly missing: NonNullable<ChosenEvidence['missing']>;
};

/** At most so many weaker questions are looked for: each asks the database anew. */
const MOST_WEAKER = 4;
/** Without a company what is left must weigh this part of all that was asked, or it would answer another question. */
const LEAST_LEFT = 0.4;

/**
 * What to look for by turns where nothing answers all of a question: it without its weakest words, of two words also without
 * the other, without its side, and for a further name without its companies. A common word is weaker than a rare one, and a
 * name is the last to go; without a company it never goes.
 */
export function weakerQuestions(
  reading: QuestionReading,
  { passageCounts }: Pick<Candidates, 'passageCounts'>,
): WeakerQuestion[] {
  const { query, subjects, names, side, relates, against } = reading;
  if (relates || against !== null) return [];
  const collection = collectionFrom(passageCounts, []);
  const weigh = (terms: readonly string[]) =>
    terms.reduce((sum, term) => sum + weightOf(term, collection), 0);
  const isName = (term: string) => names.includes(term);
  const weakest = [...query.asked].sort(
    (a, b) => Number(isName(a)) - Number(isName(b)) || weigh([a]) - weigh([b]),
  );
  const left = [
    ...weakest.map((_, i) => weakest.slice(i + 1)),
    ...(weakest.length === 2 ? [[weakest[0]!]] : []),
  ];
  const isEnough = (terms: readonly string[]) =>
    subjects.length > 0 ||
    (terms.length > 0 &&
      names.every((name) => terms.includes(name)) &&
      weigh(terms) >= LEAST_LEFT * weigh(query.asked));
  // A stem may read as a word of asking ("mines" as "mine"), and would be left aside unsaid.
  const isAsked = (terms: readonly string[]) => readQuery(terms.join(' ')).asked.length === terms.length;
  const byWords = left
    .filter(isAsked)
    .filter(isEnough)
    .map((terms) => withWords(reading, terms));
  const sideless =
    side !== null && subjects.length > 0
      ? [{ reading: { ...reading, side: null, risks: false }, missing: 'side' as const }]
      : [];
  const nameless =
    subjects.length > 0 && names.length > 0
      ? [
          {
            reading: { ...reading, subjects: [] },
            missing: { aside: subjects.map(({ written }) => written) },
          },
        ]
      : [];
  return [
    ...byWords.slice(0, MOST_WEAKER - 2),
    ...sideless,
    ...nameless,
    ...byWords.slice(MOST_WEAKER - 2),
  ].slice(0, MOST_WEAKER);
}

/** The question with only these of its asked words. */
function withWords(reading: QuestionReading, left: readonly string[]): WeakerQuestion {
  const weaker = {
    ...reading,
    query: readQuery(left.join(' ')),
    names: reading.names.filter((name) => left.includes(name)),
    themes: reading.themes.filter((theme) => termsOfTheme(theme).some((term) => left.includes(term))),
  };
  return { reading: weaker, missing: { aside: wordsBeside(reading, left) } };
}

/** The asked words of a question that are not among these stems, each once, as it writes them; empty where it writes other words for them. */
function wordsBeside({ text, query }: QuestionReading, left: readonly string[]): string[] {
  const words = text.match(/[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu) ?? [];
  const beside = words.filter((word) => {
    const asked = termsOf(word).filter((term) => query.asked.includes(term));
    return asked.length > 0 && !asked.some((term) => left.includes(term));
  });
  return [...new Map(beside.map((word) => [word.toLowerCase(), word])).values()];
}

/** What answers a weaker question, told as that; null where something else of it is missing, too. */
export function toldAsWeaker(
  weaker: WeakerQuestion,
  { evidence, missing }: ChosenEvidence,
): ChosenEvidence | null {
  return evidence.length === 0 || missing !== null
    ? null
    : { evidence, coverage: 'low', missing: weaker.missing };
}
