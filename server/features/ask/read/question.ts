import { readAdvice } from '#server/features/ask/read/advice/advice.ts';
import { aboutIdea, resumeQuestion } from '#server/features/ask/read/follow-up.ts';
import { saysNothing } from '#server/features/ask/read/nothing.ts';
import {
  namedPeople,
  namedShows,
  withoutPerson,
  withoutShow,
} from '#server/features/ask/read/people-and-shows.ts';
import { periodOf } from '#server/features/ask/read/period.ts';
import type { EarlierQuestion, KnownNames, QuestionReading } from '#server/features/ask/read/reading.ts';
import { linksOf, namedThemes, relates, withoutLinks } from '#server/features/ask/read/subjects.ts';
import { besideIdeaWords, byFamilyName, namesIn, topicQuery } from '#server/features/ask/read/topic-words.ts';
import { otherClassesOf } from '#server/features/tickers/classes.ts';
import { inAmerican } from '#server/language/spelling.ts';
import { termsOf } from '#server/language/terms.ts';

const BULLISH =
  /\b(?:do|does|did|would) (?:(?!n[o']t\b)[\w']+ ){1,3}(?:like|love|own|back|favou?r|believe in)\b|\b(?:bull(?:s|ish|ishness)?|bull case|upside|optimis\w+|positive on|excited about|case for|arguments? for|in favou?r of|praised?|reasons to (?:own|buy|like))\b/i;
const BEARISH =
  /\b(?:bears?|bearish(?:ness)?|bear case|downside|pessimis\w+|negative (?:on|about)|skeptic\w*|sceptic\w*|critics?|critici\w+|case against|arguments? against|risks?|worr(?:y|ied|ies)|concern(?:s|ed)?|threats?|go(?:es)? wrong|short(?:s|ed|ing)?(?![- ]term)|warn(?:s|ed|ings?)?|avoid|sold|selling|sell|dead|doomed|dying)\b/i;
const RISKS =
  /\b(?:risks?|risky|go(?:es)? wrong|worr(?:y|ied|ies)|concern(?:s|ed)?|threats?|danger\w*|headwinds?|what could)\b/i;

/**
 * Reads the last question of a conversation: what it leaves out is taken from those before it, oldest first. Pure: the
 * same questions, names and day read the same.
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

/** Reads a question bound to an idea: by itself, and to ask what the idea is about asks nothing further of it. */
export function readOfIdea(question: string, known: KnownNames, now: Date): QuestionReading {
  const reading = readQuestion(question, known, now);
  return { ...reading, query: besideIdeaWords(reading.query) };
}

/** Reads a question by itself. */
export function readQuestion(question: string, known: KnownNames, now: Date): QuestionReading {
  const { shows, people, rest, links } = namesOf(question, known);
  const subjects = uniqueBy(
    links.map((link) => ({
      name: link.subject.name,
      slug: link.slug,
      symbols: link.tickers.flatMap((symbol) => [symbol, ...otherClassesOf(symbol)]),
      written: link.surface,
    })),
    (subject) => subject.slug,
  );
  // A product stands for its company, but what is said of the company need not be said of the product.
  const products = links.filter((link) => link.product).map((link) => link.surface);
  const unlinked = withoutLinks(
    rest,
    links.filter(({ product }) => !product),
  );
  // "Coca-Cola (KO)": a symbol that is also a word is no link by itself.
  const topic = byFamilyName(
    subjects
      .flatMap(({ symbols }) => symbols)
      .reduce((text, symbol) => text.replace(`(${symbol})`, ' '), unlinked),
  );
  const isNamed = shows.length + people.length + links.length > 0;
  const query = topicQuery(isNamed && saysNothing(topic) ? '' : topic);
  const themes = namedThemes(inAmerican(rest), query.asked);
  const related = relates(rest, links);
  const bullish = BULLISH.test(rest);
  const bearish = BEARISH.test(rest);
  return {
    text: question,
    subjects,
    themes,
    shows,
    people,
    period: periodOf(rest, now),
    // "Threatened by" between two companies is what is asked of them, not a side of one.
    side: bullish === bearish || related ? null : bullish ? 'bullish' : 'bearish',
    against: null,
    besides: null,
    argued: null,
    risks: RISKS.test(rest),
    relates: related,
    query,
    names: [...new Set([...namesIn(topic), ...products.flatMap(termsOf)])].filter((name) =>
      query.asked.includes(name),
    ),
  };
}

/** Of a trade-decision question what it names goes on, not the trade: after "should I buy Nvidia" nobody asks who said "buy". */
function withoutTrade(reading: QuestionReading): QuestionReading {
  const isNamed = reading.subjects.length + reading.themes.length > 0;
  if (!isNamed || readAdvice(reading.text) === null) return reading;
  return { ...reading, query: topicQuery(''), names: [], side: null, risks: false };
}

/** The shows, people and companies that a question names; `rest` is without the former two, and the links lie in it. */
function namesOf(question: string, { linker, shows, speakers }: KnownNames) {
  const named = namedShows(question, shows);
  const spoken = named.reduce((text, show) => withoutShow(text, show.name), question);
  const people = namedPeople(spoken, speakers);
  const rest = people.reduce((text, name) => withoutPerson(text, name), spoken);
  return { shows: named, people, rest, links: linksOf(rest, linker) };
}

/** "NVDA", "Tesla stock", "what about gold": names and nothing else, which asks what was said of them. */
export function namesAlone(question: string, known: KnownNames): boolean {
  const { shows, people, rest, links } = namesOf(question, known);
  const unlinked = withoutLinks(rest, links);
  const themes = namedThemes(inAmerican(rest), topicQuery(unlinked).asked);
  const left = themes.reduce((text, { written }) => text.replace(written, ' '), inAmerican(unlinked));
  if (shows.length + people.length + links.length + themes.length === 0) return false;
  return saysNothing(left);
}

function uniqueBy<Item>(items: readonly Item[], key: (item: Item) => string): Item[] {
  return [...new Map(items.map((item) => [key(item), item])).values()];
}
