import { roleIn, withoutLeftOutRole } from '#server/features/ask/read/names/role.ts';
import { linksOf, namedThemes, relates, withoutLinks } from '#server/features/ask/read/names/subjects.ts';
import { whoseWordsIn } from '#server/features/ask/read/names/whose-words.ts';
import { saysNothing } from '#server/features/ask/read/nothing.ts';
import {
  type DatedQuestion,
  isSinceFirst,
  readPeriod,
  readPeriodAlone,
} from '#server/features/ask/read/period/period.ts';
import { untimedIn } from '#server/features/ask/read/period/untimed.ts';
import type { KnownNames, NamedSubject, QuestionReading } from '#server/features/ask/read/reading.ts';
import { sideOf, withoutSide } from '#server/features/ask/read/side.ts';
import {
  byFamilyName,
  namesIn,
  topicQuery,
  withoutThemeNames,
} from '#server/features/ask/read/topic/topic-words.ts';
import { wantedIn, withoutWanted } from '#server/features/ask/read/topic/wanted.ts';
import { otherClassesOf } from '#server/features/tickers/classes.ts';
import { inAmerican } from '#server/language/spelling.ts';
import { termsOf } from '#server/language/terms.ts';
import type { Link } from '#server/linking/linker.ts';

/** Reads a question by itself. Pure: the same question, names and day give the same reading. */
export function readQuestion(question: string, known: KnownNames, now: Date): QuestionReading {
  const { rest: worded, ...names } = whoseWordsIn(question, known);
  const { shows, people, besides } = names;
  const { period, rest: undated } = datesOf(question, worded, known, now);
  const { untimed, rest } = untimedIn(undated);
  const links = linksOf(rest, known.linker);
  const subjects = subjectsOf(links);
  const topic = topicOf(rest, links, subjects);
  const isNamed = shows.length + people.length + links.length > 0 || besides !== null;
  const query = topicQuery(isNamed && saysNothing(topic) ? '' : topic);
  const related = relates(rest, links);
  const { side, risks } = sideOf(rest);
  const themes = namedThemes(inAmerican(rest), query.asked);
  const products = links.filter((link) => link.product).map((link) => link.surface);
  return {
    text: question,
    subjects,
    themes,
    ...names,
    period,
    // "Threatened by" between two companies is what is asked of them, not a side.
    side: related ? null : side,
    argued: null,
    role: people.length === 0 ? roleIn(rest) : null,
    risks,
    relates: related,
    wants: wantedIn(question),
    whereabouts: false,
    untimed,
    query,
    names: [
      ...new Set([...namesIn(withoutThemeNames(inAmerican(topic), themes)), ...products.flatMap(termsOf)]),
    ].filter((name) => query.asked.includes(name)),
  };
}

/** The companies and instruments that these links mean, each once and by its own name first, with symbols of all classes. */
function subjectsOf(links: readonly Link[]): NamedSubject[] {
  const isNamed = (slug: string) => links.some((link) => link.slug === slug && !link.product);
  const named = links.filter((link) => !link.product || !isNamed(link.slug));
  const subjects = named.map((link) => ({
    name: link.subject.name,
    slug: link.slug,
    symbols: link.tickers.flatMap((symbol) => [symbol, ...otherClassesOf(symbol)]),
    written: link.surface,
  }));
  return [...new Map(subjects.map((subject) => [subject.slug, subject])).values()];
}

/**
 * A question without dates, people and shows, and also without its companies and the words of a side. A product stays, although
 * it stands for its company: what is said of the company may not be said of the product.
 */
function topicOf(rest: string, links: readonly Link[], subjects: readonly NamedSubject[]): string {
  const unlinked = withoutLinks(
    withoutLeftOutRole(withoutWanted(withoutSide(rest))),
    links.filter(({ product }) => !product),
  );
  // "Coca-Cola (KO)": a symbol that is also a word is not linked by itself.
  const unsymbolled = subjects
    .flatMap(({ symbols }) => symbols)
    .reduce((text, symbol) => text.replace(`(${symbol})`, ' '), unlinked);
  return byFamilyName(unsymbolled);
}

/**
 * The dates of a question. `worded`: the question without its people and shows. Beside names alone any date is the time in
 * which something aired, and beside nothing any of the record's years.
 */
function datesOf(question: string, worded: string, known: KnownNames, now: Date): DatedQuestion {
  const dated = readPeriod(worded, now, known.firstYear);
  if (dated.period !== null) return dated;
  const alone = readPeriodAlone(worded, now);
  if (alone.period === null) return dated;
  const links = linksOf(alone.rest, known.linker);
  const isNamed = links.length > 0 || worded !== question;
  const topic = topicQuery(withoutLinks(withoutSide(alone.rest), links));
  const isAlone = isNamed || isSinceFirst(alone.period, known.firstYear);
  return isAlone && topic.asked.length === 0 ? alone : dated;
}

/** Whether a text is names and dates and nothing else ("NVDA", "Tesla stock in 2025"), which asks what was said of them. */
export function namesAlone(question: string, known: KnownNames, now: Date): boolean {
  const { shows, people, rest: worded } = whoseWordsIn(question, known);
  const { rest } = datesOf(question, worded, known, now);
  const links = linksOf(rest, known.linker);
  const unlinked = withoutLinks(rest, links);
  const themes = namedThemes(inAmerican(rest), topicQuery(unlinked).asked);
  if (shows.length + people.length + links.length + themes.length === 0) return false;
  return saysNothing(themes.reduce((text, { written }) => text.replace(written, ' '), inAmerican(unlinked)));
}

/** Whether a text is a date and nothing else ("And in August?"). */
export function isTimeAlone(question: string, now: Date): boolean {
  const { period, rest } = readPeriodAlone(question, now);
  return period !== null && saysNothing(rest);
}
