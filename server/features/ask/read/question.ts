import { readAdvice } from '#server/features/ask/read/advice/advice.ts';
import { asksForCard, withoutCard } from '#server/features/ask/read/card.ts';
import { aboutIdea, asksForOthers, resumeQuestion, withTheTwo } from '#server/features/ask/read/follow-up.ts';
import { leftOutIn } from '#server/features/ask/read/left-aside.ts';
import { asksNothing, saysNothing } from '#server/features/ask/read/nothing.ts';
import {
  namedPeople,
  namedShows,
  opposedTo,
  peopleSpokenOf,
  roleIn,
  spokenOfIn,
  withoutPerson,
  withoutShow,
  withShowAsWord,
} from '#server/features/ask/read/people-and-shows.ts';
import { type DatedQuestion, readPeriod, readPeriodAlone } from '#server/features/ask/read/period/period.ts';
import type {
  EarlierQuestion,
  KnownNames,
  QuestionReading,
  WhoseWords,
} from '#server/features/ask/read/reading.ts';
import { sideOf, withoutSide } from '#server/features/ask/read/side.ts';
import { linksOf, namedThemes, relates, withoutLinks } from '#server/features/ask/read/subjects.ts';
import { besideIdeaWords, byFamilyName, namesIn, topicQuery } from '#server/features/ask/read/topic-words.ts';
import { otherClassesOf } from '#server/features/tickers/classes.ts';
import { inAmerican } from '#server/language/spelling.ts';
import { termsOf } from '#server/language/terms.ts';
import type { Link } from '#server/linking/linker.ts';
import { blanked } from '#server/platform/pattern.ts';

/**
 * Reads the last question of a conversation, with what it leaves out taken from the earlier ones (oldest first). Pure: the
 * same questions, names and day give the same reading.
 */
export function readConversation(
  { question, before }: { readonly question: string; readonly before: readonly EarlierQuestion[] },
  known: KnownNames,
  now: Date,
): QuestionReading {
  const earlier: QuestionReading[] = [];
  for (const { question, idea } of before) {
    const reading = withoutTrade(resumed(question, earlier, known, now));
    earlier.push(idea === null ? reading : aboutIdea(reading, idea, known.linker));
  }
  return resumed(question, earlier, known, now);
}

function resumed(question: string, earlier: readonly QuestionReading[], known: KnownNames, now: Date) {
  const reading = resumeQuestion(readQuestion(question, known, now), earlier.at(-1) ?? null);
  return withTheTwo(reading, earlier);
}

/** Reads a question bound to an idea, by itself. Words for the idea or its card ("the point", "which episode") are no topic. */
export function readOfIdea(question: string, known: KnownNames, now: Date): QuestionReading {
  const reading = readQuestion(withoutCard(question), known, now);
  return { ...reading, text: question, query: besideIdeaWords(reading.query) };
}

/** Whether a question asks when, where or by whom the idea was said that the one before is bound to, and nothing of others. */
export function goesOnAboutIdea(question: string, known: KnownNames, now: Date): boolean {
  if (!asksForCard(question)) return false;
  // Names are read with the words for the card, in which they stand: "when did Dana Reyes say that".
  const { subjects, themes, people, shows } = readQuestion(question, known, now);
  const ofIdea = readOfIdea(question, known, now);
  return asksNothing({ ...ofIdea, subjects, themes, people, shows }) && !asksForOthers(ofIdea);
}

/** Reads a question by itself. */
export function readQuestion(question: string, known: KnownNames, now: Date): QuestionReading {
  const { rest: worded, ...names } = namesOf(question, known);
  const { shows, people } = names;
  const { period, rest } = datesOf(question, worded, known, now);
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
  const isNamed = shows.length + people.length + links.length > 0 || names.besides !== null;
  const query = topicQuery(isNamed && saysNothing(topic) ? '' : topic);
  const themes = namedThemes(inAmerican(rest), query.asked);
  const related = relates(rest, links);
  const { side, risks } = sideOf(rest);
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
    query,
    names: [...new Set([...namesIn(topic), ...products.flatMap(termsOf)])].filter((name) =>
      query.asked.includes(name),
    ),
  };
}

/** The dates of a question without its people and shows. Beside names alone any date is the time in which it aired. */
function datesOf(question: string, worded: string, known: KnownNames, now: Date): DatedQuestion {
  const dated = readPeriod(worded, now, known.firstYear);
  if (dated.period !== null) return dated;
  const alone = readPeriodAlone(worded, now);
  if (alone.period === null) return dated;
  const links = linksOf(alone.rest, known.linker);
  const isNamed = links.length > 0 || worded !== question;
  const topic = topicQuery(withoutLinks(withoutSide(alone.rest), links));
  return isNamed && topic.asked.length === 0 ? alone : dated;
}

/** A trade-decision question reduced to what it names: after "should I buy Nvidia" nobody asks who said "buy". */
function withoutTrade(reading: QuestionReading): QuestionReading {
  const isNamed = reading.subjects.length + reading.themes.length > 0;
  if (!isNamed || readAdvice(reading.text) === null) return reading;
  return { ...reading, query: topicQuery(''), names: [], side: null, risks: false };
}

/** The shows and people of a question. `rest`: the question without them, but for those who are spoken of. */
type Named = Pick<QuestionReading, 'shows' | 'people' | 'against' | 'besides' | 'spokenOf' | 'heOrShe'> & {
  readonly rest: string;
};

/** Who is meant by the names in a question: whose words it asks for, with whom others disagree, who is left aside, and who is spoken of. */
function namesOf(question: string, { linker, shows, speakers }: KnownNames): Named {
  const named = namedShows(question, shows);
  const showless = (text: string) => named.reduce((rest, show) => withoutShow(rest, show.name), text);
  let links: Link[] | null = null;
  const isCompany = (name: string) => {
    links ??= linksOf(showless(question), linker);
    return links.some(({ surface }) => surface.includes(name));
  };
  const spokenOf = spokenOfIn(showless(question), speakers, isCompany);
  const asking = spokenOf.written.reduce((text, name) => withoutPerson(text, name), showless(question));
  const people = namedPeople(asking, speakers, isCompany);
  const among = (part: string): WhoseWords => ({
    people: people.filter((name) => withoutPerson(part, name) !== part),
    shows: namedShows(part, named),
  });
  const joined = named.reduce((text, show) => withShowAsWord(text, show.name), question);
  const opposed = among(opposedTo(joined) ?? '');
  const leftOut = leftOutIn(joined).filter(({ whom }) => isSomebody(among(whom)));
  const aside = [
    ...leftOut.map(({ whom }) => among(whom)),
    opposed,
    { people: spokenOf.known, shows: [] },
  ].reduce(together);
  const asked = people.filter((name) => !aside.people.includes(name));
  return {
    shows: named.filter((show) => !aside.shows.includes(show)),
    people: asked,
    against: isSomebody(opposed) ? opposed : null,
    besides: isSomebody(aside) ? aside : null,
    spokenOf: spokenOf.written,
    heOrShe:
      [asked, spokenOf.known, peopleSpokenOf(asking), spokenOf.written].find((who) => who.length > 0) ?? [],
    rest: people.reduce((text, name) => withoutPerson(text, name), showless(blanked(question, leftOut))),
  };
}

function isSomebody({ people, shows }: WhoseWords): boolean {
  return people.length + shows.length > 0;
}

function together(one: WhoseWords, other: WhoseWords): WhoseWords {
  return {
    people: [...new Set([...one.people, ...other.people])],
    shows: [...new Set([...one.shows, ...other.shows])],
  };
}

/** Whether a text is names and dates and nothing else ("NVDA", "Tesla stock in 2025"), which asks what was said of them. */
export function namesAlone(question: string, known: KnownNames, now: Date): boolean {
  const { shows, people, rest: worded } = namesOf(question, known);
  const { rest } = datesOf(question, worded, known, now);
  const links = linksOf(rest, known.linker);
  const unlinked = withoutLinks(rest, links);
  const themes = namedThemes(inAmerican(rest), topicQuery(unlinked).asked);
  const left = themes.reduce((text, { written }) => text.replace(written, ' '), inAmerican(unlinked));
  if (shows.length + people.length + links.length + themes.length === 0) return false;
  return saysNothing(left);
}

/** Whether a text is a date and nothing else ("And in August?"). */
export function isTimeAlone(question: string, now: Date): boolean {
  const { period, rest } = readPeriodAlone(question, now);
  return period !== null && saysNothing(rest);
}

function uniqueBy<Item>(items: readonly Item[], key: (item: Item) => string): Item[] {
  return [...new Map(items.map((item) => [key(item), item])).values()];
}
