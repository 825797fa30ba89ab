import {
  type Collection,
  type IndexedText,
  indexText,
  weightOf,
} from '#server/features/ask/choose/matching/scoring.ts';
import type { NamedCompany } from '#server/features/ask/find/candidates.ts';
import type { NamedSubject, NamedTheme, QuestionReading } from '#server/features/ask/read/reading.ts';
import type { Query } from '#server/features/ask/read/topic/query.ts';
import { inAmerican } from '#server/language/spelling.ts';
import { synonymsOf } from '#server/language/synonyms.ts';
import { termsOf } from '#server/language/terms.ts';
import { findThemes } from '#server/linking/themes/rules.ts';

/** A text speaks of the topic when it holds this share of it, 0..1. */
export const LEAST_SHARE = 0.6;
/** The same of a sentence of an episode whose title says all of the topic: its rare words, not "AI" alone. */
export const LEAST_OF_TITLED = 0.4;

/** The share of the topic that a sentence must hold. Of one or two asked words none may be missing. */
export function leastShare(reading: QuestionReading): number {
  return wordsBesideThemes(reading).length <= 2 ? 1 : LEAST_SHARE;
}

/**
 * The share of the topic, 0..1 by weight, that a text holds, in the asked words, their forms or finance synonyms. 0 when it
 * leaves out an asked name or theme; 1 when nothing else was asked. When it is asked how two subjects stand to each other, a
 * text that names both speaks of it. `implied`: slugs of themes that count without being said, since the text is about them.
 */
export function shareOfTopic(
  reading: QuestionReading,
  words: string,
  collection: Collection,
  implied: ReadonlySet<string> = new Set(),
): number {
  const text = indexText(words);
  const impliedTerms = new Set(
    reading.themes.filter(({ slug }) => implied.has(slug)).flatMap((theme) => termsOfTheme(theme)),
  );
  const isHeld = (term: string) => impliedTerms.has(term) || holds(term, text);
  if (!reading.names.every(isHeld)) return 0;
  const themes = topicThemes(reading);
  if (!themes.every(({ slug }) => implied.has(slug) || namesTheme(words, slug))) return 0;
  const weight = (terms: readonly string[]) =>
    terms.reduce((sum, term) => sum + weightOf(term, collection), 0);
  const asked = wordsBesideThemes(reading);
  const all = weight(asked);
  const held = asked.filter(isHeld);
  // Beside a company most of the words are enough; without one the rare words, which weigh most, must be there.
  const isMost = reading.subjects.length > 0 && held.length > asked.length / 2;
  const share = all === 0 ? 1 : Math.max(weight(held) / all, isMost ? held.length / asked.length : 0);
  return reading.relates ? LEAST_SHARE + (1 - LEAST_SHARE) * share : share;
}

/** Whether a share of the topic is enough to speak of it. */
export function isEnough(share: number): boolean {
  return share >= LEAST_SHARE;
}

/** Whether words name an asked subject, or both when it is asked how two stand to each other. */
export function namesSubjects(
  { subjects, relates }: QuestionReading,
  words: string,
  companies: readonly NamedCompany[],
): boolean {
  const isNamed = (subject: NamedSubject) => isNamedIn(subject, words, companies);
  if (subjects.length === 0) return true;
  return relates ? subjects.slice(0, 2).every(isNamed) : subjects.some(isNamed);
}

/** Whether a text names what a question names, though not each of its sentences does. */
export function namesAsked(
  reading: QuestionReading,
  text: string,
  companiesIn: (text: string) => readonly NamedCompany[],
): boolean {
  const said = indexText(text);
  if (!reading.names.every((name) => holds(name, said))) return false;
  return reading.subjects.length === 0 || namesSubjects(reading, text, companiesIn(text));
}

/** Whether words name a subject. `companies` may be those of a longer text around the words. */
function isNamedIn({ slug }: NamedSubject, words: string, companies: readonly NamedCompany[]): boolean {
  return companies.some((company) => company.slug === slug && words.includes(company.written));
}

/** Words that are asked of a theme, although its names contain them: "seed valuations". */
const MEASURES = new Set(termsOf('valuation price multiple margin return'));

/** Stems of the topic that are not part of its themes' names. */
export function wordsBesideThemes(reading: QuestionReading): string[] {
  const ofThemes = new Set(
    topicThemes(reading).flatMap((theme) =>
      termsOfTheme(theme).filter((term) => !MEASURES.has(term) || termsOf(theme.name).includes(term)),
    ),
  );
  return reading.query.asked.filter((term) => !ofThemes.has(term));
}

/** How often a text names a theme of the topic. */
export function timesNamed(reading: QuestionReading, words: string): number {
  const slugs = new Set(topicThemes(reading).map(({ slug }) => slug));
  return findThemes(inAmerican(words)).filter(({ theme }) => slugs.has(theme.slug)).length;
}

/** Verdicts on a price, each with its other words: a text on valuation gives neither. */
const VERDICTS = ['overvalued overpriced', 'undervalued underpriced'].map(termsOf);

/** A word and what may stand for it: its finance synonyms, or of a verdict the words that give the same. */
function formsOfTerm(term: string): Iterable<string> {
  return VERDICTS.find((verdict) => verdict.includes(term)) ?? synonymsOf(term);
}

/** The asked words and what may stand for them. */
function formsOf({ asked }: Query): ReadonlySet<string> {
  return new Set(asked.flatMap((term) => [...formsOfTerm(term)]));
}

/** How often a text says the asked words or their finance synonyms. */
export function timesSaid({ query }: QuestionReading, words: string): number {
  const { places } = indexText(words);
  return [...formsOf(query)].reduce((sum, term) => sum + (places.get(term)?.length ?? 0), 0);
}

/** Those of the companies that a question names. */
export function namedAmong(
  { subjects }: QuestionReading,
  companies: readonly NamedCompany[],
): NamedCompany[] {
  return companies.filter(({ slug }) => subjects.some((subject) => subject.slug === slug));
}

/** Words between the nearest name and asked word; infinite when either is missing, 0 when nothing is asked. */
export function distanceToTopic(query: Query, names: readonly NamedCompany[], words: string): number {
  const terms = formsOf(query);
  if (terms.size === 0) return 0;
  const marked = names.reduce((text, { written }) => text.replaceAll(written, MARK), words);
  const said = marked.split(/\s+/).map((word) => (word.includes(MARK) ? [MARK] : termsOf(word)));
  const at = (isThere: (word: readonly string[]) => boolean) =>
    said.flatMap((word, i) => (isThere(word) ? [i] : []));
  const asked = at((word) => word.some((term) => terms.has(term)));
  return Math.min(...at((word) => word[0] === MARK).flatMap((i) => asked.map((j) => Math.abs(i - j))));
}

const MARK = '\u0001';

/** Whether a text holds a word or a finance synonym of it. */
export function holds(term: string, text: IndexedText): boolean {
  return [...formsOfTerm(term)].some((word) => text.places.has(word));
}

/** At most so many themes of a question must be named together. */
const MOST_THEMES = 2;

/** The themes that the topic names, at most two. */
function topicThemes({ themes, query }: QuestionReading): NamedTheme[] {
  return themes
    .filter((theme) => termsOfTheme(theme).some((term) => query.asked.includes(term)))
    .slice(0, MOST_THEMES);
}

/** Stems of a theme, by its name and as the question writes it. */
export function termsOfTheme({ name, slug, written }: NamedTheme): string[] {
  return termsOf(`${name} ${slug.replaceAll('-', ' ')} ${written}`);
}

/** Whether a text names a theme in its own sense (`findThemes`). */
function namesTheme(words: string, slug: string): boolean {
  return findThemes(inAmerican(words)).some(({ theme }) => theme.slug === slug);
}
