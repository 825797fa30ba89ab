import type { QuestionReading } from '#server/features/ask/read/reading.ts';
import { termsOf } from '#server/language/terms.ts';

/** The two whom or which the questions before asked of: "Compare the two". */
const THE_TWO =
  /\b(?:the two|(?:these|those) two|they both|both of (?:them|these|those)|(?:compare|between|do|did|are) both)\b(?! (?:sides|cases|views|companies?))/i;
const TWO_WORDS = new Set(termsOf('two both'));

/** A question of "the two" as one of the last two people that were asked of; without them, of the last two companies. */
export function withTheTwo(reading: QuestionReading, earlier: readonly QuestionReading[]): QuestionReading {
  const { text, shows, people } = reading;
  if (!THE_TWO.test(text) || shows.length + people.length > 0) return reading;
  const lastPeople = [...new Set(earlier.flatMap((one) => one.people))].slice(-2);
  if (lastPeople.length === 2) return { ...withoutTwo(reading), people: lastPeople };
  const named = earlier.flatMap((one) => one.subjects);
  const lastSubjects = [...new Map(named.map((subject) => [subject.slug, subject])).values()].slice(-2);
  return lastSubjects.length === 2 ? { ...withoutTwo(reading), subjects: lastSubjects } : reading;
}

/** A question in whose topic "two" and "both" are no words. */
function withoutTwo(reading: QuestionReading): QuestionReading {
  const { asked, weights } = reading.query;
  const isTopic = (term: string) => !TWO_WORDS.has(term);
  const query = {
    asked: asked.filter(isTopic),
    weights: new Map([...weights].filter(([term]) => isTopic(term))),
  };
  return { ...reading, query };
}
