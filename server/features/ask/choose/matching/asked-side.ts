import { sideTaken } from '#server/features/ask/choose/speech/spoken-side.ts';
import type { NamedCompany } from '#server/features/ask/find/candidates.ts';
import type { QuestionReading, Side } from '#server/features/ask/read/reading.ts';
import { inAmerican } from '#server/language/spelling.ts';
import { termsOf } from '#server/language/terms.ts';
import type { Span } from '#server/language/tone.ts';
import { findThemes } from '#server/linking/themes/rules.ts';

/**
 * The side that words plainly take on what a question names: its companies, without one its themes, without either its
 * words. Null when they take none on it. `companies`: those that the words name.
 */
export function sideOnAsked(
  reading: QuestionReading,
  words: string,
  companies: readonly NamedCompany[],
): Side | null {
  const { subjects, themes, query } = reading;
  if (subjects.length > 0) {
    const isAsked = ({ slug }: NamedCompany) => subjects.some((subject) => subject.slug === slug);
    const [own, others] = [companies.filter(isAsked), companies.filter((one) => !isAsked(one))];
    return sideTaken(words, spansOf(words, own), spansOf(words, others));
  }
  if (themes.length > 0) {
    const text = inAmerican(words);
    const own = findThemes(text).filter(({ theme }) => themes.some(({ slug }) => slug === theme.slug));
    return own.length === 0 ? null : sideTaken(text, own, []);
  }
  const own = [...words.matchAll(/[\p{L}\p{N}]+/gu)]
    .filter(({ 0: word }) => termsOf(word).some((term) => query.asked.includes(term)))
    .map(({ 0: word, index }) => ({ start: index, end: index + word.length }));
  return own.length === 0 ? null : sideTaken(words, own, []);
}

/** Where words first write each of these companies. */
export function spansOf(words: string, companies: readonly NamedCompany[]): Span[] {
  return [...new Set(companies.map(({ written }) => written))].flatMap((written) => {
    const start = words.indexOf(written);
    return start < 0 ? [] : [{ start, end: start + written.length }];
  });
}
