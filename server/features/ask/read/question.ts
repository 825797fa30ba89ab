import { readAdvice } from '#server/features/ask/read/advice/advice.ts';
import { withoutCard } from '#server/features/ask/read/card.ts';
import { aboutIdea, resumeQuestion } from '#server/features/ask/read/follow-up.ts';
import { saysNothing } from '#server/features/ask/read/nothing.ts';
import {
  namedPeople,
  namedShows,
  opposedTo,
  peopleSpokenOf,
  withoutPerson,
  withoutShow,
} from '#server/features/ask/read/people-and-shows.ts';
import { readPeriod } from '#server/features/ask/read/period.ts';
import type { EarlierQuestion, KnownNames, QuestionReading } from '#server/features/ask/read/reading.ts';
import { sideOf, withoutSide } from '#server/features/ask/read/side.ts';
import { linksOf, namedThemes, relates, withoutLinks } from '#server/features/ask/read/subjects.ts';
import { besideIdeaWords, byFamilyName, namesIn, topicQuery } from '#server/features/ask/read/topic-words.ts';
import { otherClassesOf } from '#server/features/tickers/classes.ts';
import { inAmerican } from '#server/language/spelling.ts';
import { termsOf } from '#server/language/terms.ts';

/**
 * Reads the last question of a conversation, with what it leaves out taken from the earlier ones (oldest first). Pure: the
 * same questions, names and day give the same reading.
 */
export function readConversation(
  { question, before }: { readonly question: string; readonly before: readonly EarlierQuestion[] },
  known: KnownNames,
  now: Date,
): QuestionReading {
  const earlier = before.reduce<QuestionReading | null>((resumed, { question, idea }) => {
    const reading = withoutTrade(resumeQuestion(readQuestion(question, known, now), resumed));
    return idea === null ? reading : aboutIdea(reading, idea, known.linker);
  }, null);
  return resumeQuestion(readQuestion(question, known, now), earlier);
}

/** Reads a question bound to an idea, by itself. Words for the idea or its card ("the point", "which episode") are no topic. */
export function readOfIdea(question: string, known: KnownNames, now: Date): QuestionReading {
  const reading = readQuestion(withoutCard(question), known, now);
  return { ...reading, text: question, query: besideIdeaWords(reading.query) };
}

/** Reads a question by itself. */
export function readQuestion(question: string, known: KnownNames, now: Date): QuestionReading {
  const { shows, people, against, rest: worded } = namesOf(question, known);
  const { period, rest } = readPeriod(worded, now, known.firstYear);
  const links = linksOf(rest, known.linker);
  const subjects = uniqueBy(
    links.map((link) => ({
      name: link.subject.name,
      slug: link.slug,
      symbols: link.tickers.flatMap((symbol) => [symbol, ...otherClassesOf(symbol)]),
      written: link.surface,
    })),
    (subject) => subject.slug,
  );
  // A product stands for its company, but also stays a topic: what is said of the company may not be said of it.
  const products = links.filter((link) => link.product).map((link) => link.surface);
  const unlinked = withoutLinks(
    withoutSide(rest),
    links.filter(({ product }) => !product),
  );
  // "Coca-Cola (KO)": a symbol that is also a word is not linked by itself.
  const topic = byFamilyName(
    subjects
      .flatMap(({ symbols }) => symbols)
      .reduce((text, symbol) => text.replace(`(${symbol})`, ' '), unlinked),
  );
  const isNamed = shows.length + people.length + links.length > 0 || against !== null;
  const query = topicQuery(isNamed && saysNothing(topic) ? '' : topic);
  const themes = namedThemes(inAmerican(rest), query.asked);
  const related = relates(rest, links);
  const { side, risks } = sideOf(rest);
  return {
    text: question,
    subjects,
    themes,
    shows,
    people,
    heOrShe: people.length > 0 ? people : peopleSpokenOf(rest),
    period,
    // "Threatened by" between two companies is what is asked of them, not a side.
    side: related ? null : side,
    against,
    besides: against,
    argued: null,
    risks,
    relates: related,
    query,
    names: [...new Set([...namesIn(topic), ...products.flatMap(termsOf)])].filter((name) =>
      query.asked.includes(name),
    ),
  };
}

/** A trade-decision question reduced to what it names: after "should I buy Nvidia" nobody asks who said "buy". */
function withoutTrade(reading: QuestionReading): QuestionReading {
  const isNamed = reading.subjects.length + reading.themes.length > 0;
  if (!isNamed || readAdvice(reading.text) === null) return reading;
  return { ...reading, query: topicQuery(''), names: [], side: null, risks: false };
}

/** The shows and people that a question names. `against`: those with whom others disagree; `rest`: the question without all of them. */
function namesOf(question: string, { linker, shows, speakers }: KnownNames) {
  const named = namedShows(question, shows);
  const spoken = named.reduce((text, show) => withoutShow(text, show.name), question);
  const isCompany = (name: string) => linksOf(spoken, linker).some(({ surface }) => surface.includes(name));
  const people = namedPeople(spoken, speakers, isCompany);
  const rest = people.reduce((text, name) => withoutPerson(text, name), spoken);
  const opposed = opposedTo(question);
  const isOpposed = (name: string) => opposed !== null && withoutPerson(opposed, name) !== opposed;
  const against = {
    people: people.filter(isOpposed),
    shows: opposed === null ? [] : namedShows(opposed, named),
  };
  return {
    shows: named.filter((show) => !against.shows.includes(show)),
    people: people.filter((name) => !isOpposed(name)),
    against: against.people.length + against.shows.length > 0 ? against : null,
    rest,
  };
}

/** Whether a text is names and nothing else ("NVDA", "Tesla stock"), which asks what was said of them. */
export function namesAlone(question: string, known: KnownNames): boolean {
  const { shows, people, rest } = namesOf(question, known);
  const links = linksOf(rest, known.linker);
  const unlinked = withoutLinks(rest, links);
  const themes = namedThemes(inAmerican(rest), topicQuery(unlinked).asked);
  const left = themes.reduce((text, { written }) => text.replace(written, ' '), inAmerican(unlinked));
  if (shows.length + people.length + links.length + themes.length === 0) return false;
  return saysNothing(left);
}

function uniqueBy<Item>(items: readonly Item[], key: (item: Item) => string): Item[] {
  return [...new Map(items.map((item) => [key(item), item])).values()];
}
