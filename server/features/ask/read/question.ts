import { namedPeople, namedShows, withoutPerson, withoutShow } from '#server/features/ask/read/named.ts';
import { type Period, periodOf, withoutDates } from '#server/features/ask/read/period.ts';
import { type Query, readQuery } from '#server/features/ask/read/query.ts';
import { inAmerican } from '#server/language/spelling.ts';
import { termsOf } from '#server/language/terms.ts';
import { ACRONYMS, EVERYDAY } from '#server/linking/link/words.ts';
import { LEAST_LINK_CONFIDENCE, type Link, type Linker } from '#server/linking/linker.ts';
import { findThemes } from '#server/linking/themes/rules.ts';

export type Side = 'bullish' | 'bearish';

/** A company or listed instrument that a question names. */
export type NamedSubject = {
  readonly name: string;
  readonly slug: string;
  readonly symbols: readonly string[];
  /** As the question writes it. */
  readonly written: string;
};
export type NamedTheme = { readonly slug: string; readonly name: string };
export type NamedShow = { readonly id: string; readonly name: string };

/** What a research question asks of the record. */
export type QuestionReading = {
  readonly text: string;
  readonly subjects: readonly NamedSubject[];
  readonly themes: readonly NamedTheme[];
  readonly shows: readonly NamedShow[];
  /** People whose words are asked for; by the name of the record where it knows them. */
  readonly people: readonly string[];
  readonly period: Period | null;
  readonly side: Side | null;
  /** Asks who disagreed with what these shows or people argued, with everybody where neither is named; null otherwise. */
  readonly against: Pick<QuestionReading, 'shows' | 'people'> | null;
  /** Asks for risks or what could go wrong. */
  readonly risks: boolean;
  /** Asks how the named subjects stand to each other ("how dependent is Apple on TSMC"), not about each of them. */
  readonly relates: boolean;
  /** Words of the matter itself: without names of subjects and shows, and without the words of asking. */
  readonly query: Query;
  /** Those of them that are names: nothing else stands for them. */
  readonly names: readonly string[];
};

/** What a question is read against. */
export type Readers = {
  readonly linker: Linker;
  readonly shows: readonly NamedShow[];
  /** Everyone whom the record attributes statements to. */
  readonly speakers: readonly string[];
  readonly now: Date;
};

const BULLISH =
  /\b(?:bull(?:s|ish|ishness)?|bull case|upside|optimis\w+|positive on|excited about|case for|arguments? for|in favou?r of|praised?|reasons to (?:own|buy|like))\b/i;
const BEARISH =
  /\b(?:bears?|bearish(?:ness)?|bear case|downside|pessimis\w+|negative (?:on|about)|skeptic\w*|sceptic\w*|critics?|critici\w+|case against|arguments? against|risks?|worr(?:y|ied|ies)|concern(?:s|ed)?|threats?|go(?:es)? wrong|short(?:s|ed|ing)?(?![- ]term)|warn(?:s|ed|ings?)?|avoid|sold|selling|sell)\b/i;
const RISKS =
  /\b(?:risks?|risky|go(?:es)? wrong|worr(?:y|ied|ies)|concern(?:s|ed)?|threats?|danger\w*|headwinds?|what could)\b/i;

/** Words of asking, of the record itself and of stance: they find nothing. */
const SCAFFOLD = new Set(
  termsOf(
    `say says said saying tell told talk talked talking speak spoke think thinks thought argue argued argues argument arguments
    claim claimed discuss discussed discussion discussing mention mentioned mentions recommend recommended suggest cover covered
    explain explained describe summarize summarise summary overview view views opinion opinions take takes stance stances position
    host hosts guest guests speaker speakers show shows podcast podcasts episode episodes pod pods analyst analysts people person anyone anybody
    someone everybody everyone nobody commentator panel record corpus earmark transcript besties
    bull bulls bullish bear bears bearish positive negative optimistic pessimistic side sides case thesis theses debate
    reason reasons statement statements give gave given list find show me compare quote walk make made name named
    recent recently lately latest last past week weeks month months year years day days today yesterday quarter now currently since ago
    time times often first change changed changing shift shifted mind sentiment tone disagree disagreement agree push pushback back counterargument strongest best main key
    question questions ask asked affect affects affected impact impacts influence mean means matter matters come came outlook future prospect prospects accord according know see seen want like lot something anything thing things kind going get got getting happen happened
    word different across between versus vs whether heard hear news new about really actually still ever yet
    risk risks risky threat worry worries worried concern concerns concerned upside downside danger headwind headwinds wrong
    owning holding investing skeptical sceptical skeptic skeptics critic critics criticism criticise criticised criticize criticized praise praised optimism pessimism favour favor`,
  ),
);
/** Words that shape what is asked and are no matter by themselves where others stand beside them. */
const SHAPE_WORDS = new Set(
  termsOf(
    `stock stocks share shares company companies inc corp investors investor business businesses
    path way ways role relationship relation relations strategy approach state part level big bigger good bad well better great strong weak
    start started begin began world thing long term use used using work working possible able real current
    benefit benefits benefited hurt help helped potential situation play plays anticipate face faces facing`,
  ),
);
/** A price of the stock is what everybody asks about; a price of anything else is matter. */
const STOCK_PRICE = /\b(?:stock|share)s?(?:'s|’s)? prices?\b/gi;

const MAKES_MONEY = /\b(?:mak(?:e|es|ing)|earn(?:s|ing)?) (?:its |their |any )?money\b/gi;

/** Reads a question by itself. Pure: the same question, shows and day read the same. */
export function readQuestion(question: string, { linker, shows, speakers, now }: Readers): QuestionReading {
  const named = namedShows(question, shows);
  const spoken = named.reduce((text, show) => withoutShow(text, show.name), question);
  const people = namedPeople(spoken, speakers);
  const rest = people.reduce((text, name) => withoutPerson(text, name), spoken);
  const links = linksOf(rest, linker);
  const subjects = uniqueBy(
    links.map((link) => ({
      name: link.subject.name,
      slug: link.slug,
      symbols: link.tickers,
      written: link.surface,
    })),
    (subject) => subject.slug,
  );
  const themes = uniqueBy(
    findThemes(inAmerican(rest)).map((found) => ({ slug: found.theme.slug, name: found.theme.name })),
    (theme) => theme.slug,
  );
  // A product stands for its company, but what is said of the company need not be said of the product.
  const products = links.filter((link) => link.product).map((link) => link.surface);
  const unlinked = withoutLinks(
    rest,
    links.filter(({ product }) => !product),
  );
  // "Coca-Cola (KO)": a symbol that is also a word is no link by itself.
  const matter = subjects
    .flatMap(({ symbols }) => symbols)
    .reduce((text, symbol) => text.replace(`(${symbol})`, ' '), unlinked);
  const query = matterQuery(matter);
  const related = relates(rest, links);
  const bullish = BULLISH.test(rest);
  const bearish = BEARISH.test(rest);
  return {
    text: question,
    subjects,
    themes,
    shows: named,
    people,
    period: periodOf(rest, now),
    // "Threatened by" between two companies is what is asked of them, not a side of one.
    side: bullish === bearish || related ? null : bullish ? 'bullish' : 'bearish',
    against: null,
    risks: RISKS.test(rest),
    relates: related,
    query,
    names: [...new Set([...namesIn(matter), ...products.flatMap(termsOf)])].filter((name) =>
      query.asked.includes(name),
    ),
  };
}

/** Names below the confidence of a transcript still count in a question that is about little else ("apple risks"). */
const ASKED_CONFIDENCE = 0.3;
const LITTLE_ELSE = 3;

/** Companies and instruments a question names, symbols in small letters included. */
function linksOf(text: string, linker: Linker): Link[] {
  const found = linker.link(withSymbols(text, linker));
  const sure = found.filter((link) => link.confidence >= LEAST_LINK_CONFIDENCE);
  if (sure.length > 0) return sure;
  const doubtful = found.filter((link) => link.confidence >= ASKED_CONFIDENCE);
  return matterQuery(withoutLinks(text, doubtful)).asked.length < LITTLE_ELSE ? doubtful : [];
}

/** A text without what these links, in its order, name. */
function withoutLinks(text: string, links: readonly Link[]): string {
  return links.reduceRight((cut, { start, end }) => `${cut.slice(0, start)} ${cut.slice(end)}`, text);
}

/** `nvda` to `NVDA`, where it is a symbol and no word; the text keeps its length. */
function withSymbols(text: string, linker: Linker): string {
  return text.replace(/(?<![\p{L}\p{N}$.])[a-z]{3,5}(?![\p{L}\p{N}])/gu, (word) => {
    if (EVERYDAY.has(word) || ACRONYMS.has(word)) return word;
    const upper = word.toUpperCase();
    const [link] = linker.link(`$${upper}`);
    return link?.tickers.includes(upper) ? upper : word;
  });
}

/** The words of the matter: what is left without names and the words of asking. */
function matterQuery(text: string): Query {
  const plain = withoutDates(text).replace(STOCK_PRICE, ' ').replace(MAKES_MONEY, 'revenue');
  const query = readQuery(plain);
  const asked = query.asked.filter((term) => !SCAFFOLD.has(term));
  const telling = asked.filter((term) => !SHAPE_WORDS.has(term));
  const kept = new Set(telling.length > 0 ? telling : asked);
  const again = readQuery([...kept].join(' '));
  const weights = new Map([...query.weights].filter(([term, weight]) => weight < 1 || kept.has(term)));
  for (const term of kept) weights.set(term, 1);
  return kept.size === 0 ? again : { asked: [...kept], weights };
}

/** Two companies with no "and", "or" or "versus" between them, or with "between" before them: one is asked about the other. */
function relates(text: string, links: readonly Link[]): boolean {
  const [first, second] = uniqueBy(links, (link) => link.slug);
  if (!first || !second) return false;
  const before = text.slice(0, first.start);
  const among = text.slice(first.end, second.start);
  if (/\bbetween\b/i.test(before)) return true;
  return (
    /\p{L}/u.test(among) && !/\b(?:and|or|vs|versus|to|with|nor|than)\b|[,/&]/i.test(among.replace(BOND, ''))
  );
}

/** Words that bind one company to the other before "with" or "to". */
const BOND =
  /\b(?:relation(?:ship)?s?|deals?|partnership|contract|dependen\w+|exposure|ties|merger|competing|competes?|compete|lose|losing|lost|threat|answer|response|catch(?:ing)? up|sell|sells|pay|pays|sold) (?:with|to)\b/gi;

/** Stems of what a question writes with a capital inside a sentence; acronyms are words like others. */
function namesIn(text: string): string[] {
  const words = text.match(/[\p{L}\p{N}'’-]+/gu) ?? [];
  const capitals = words.filter((word, i) => i > 0 && /^\p{Lu}/u.test(word));
  if (capitals.length > words.length / 2) return [];
  return capitals
    .filter((word) => !ACRONYMS.has(word.toLowerCase()) && !/^I\b/.test(word))
    .flatMap((word) => termsOf(word));
}

const FOLLOWS_ON =
  /^\W*(?:and|but|so|or|also|then|what about|how about|why|why not|who else|anyone else|go on|more|tell me more|ok(?:ay)?|which|when|where)\b/i;
const POINTS_BACK =
  /\b(?:it|its|they|them|their|theirs|that|this|those|these|he|she|his|her|him|there|the (?:company|stock|same|other|first|second|former|latter)|one)\b/i;

/**
 * A question of a conversation: what it leaves out is taken from the one before ("and what about the risks?").
 * A question that names its own subject keeps nothing but the show it goes on about.
 */
export function resumeQuestion(reading: QuestionReading, before: QuestionReading | null): QuestionReading {
  if (before === null || reading.subjects.length > 0) return reading;
  const leansBack =
    POINTS_BACK.test(reading.text) ||
    FOLLOWS_ON.test(reading.text) ||
    (reading.query.asked.length <= 1 && reading.themes.length === 0);
  if (!leansBack) return reading;
  const ownMatter = reading.query.asked.length > 0 || reading.side !== null || reading.risks;
  const nothingNamed = before.subjects.length === 0 && before.themes.length === 0;
  const carried = nothingNamed || !ownMatter ? before.query : null;
  const disagrees = DISAGREES.test(reading.text);
  return {
    ...reading,
    side: disagrees ? otherSide(before.side) : reading.side,
    // Others than those who spoke are asked for.
    against: disagrees && before.side === null ? { shows: before.shows, people: before.people } : null,
    subjects: ONE.test(reading.text) ? before.subjects.slice(0, 1) : before.subjects,
    relates: !ONE.test(reading.text) && before.relates,
    names: carried ? [...reading.names, ...before.names] : reading.names,
    themes: reading.themes.length > 0 ? reading.themes : before.themes,
    shows: reading.shows.length > 0 || disagrees ? reading.shows : before.shows,
    people:
      reading.people.length > 0 || !/\b(?:he|she|his|her|him)\b/i.test(reading.text)
        ? reading.people
        : before.people,
    period: reading.period ?? before.period,
    query: carried ? joined(reading.query, carried) : reading.query,
  };
}

const DISAGREES =
  /\b(?:disagree\w*|other side|counter\W?argument\w*|against (?:it|that|this)|push(?:ed|es)? back)\b/i;
/** One of several subjects is meant: the one that the question before was about. */
const ONE = /\b(?:it|its|the company|the stock)\b/i;

/** The opposite side; null of none. */
export function otherSide(side: Side | null): Side | null {
  if (side === null) return null;
  return side === 'bullish' ? 'bearish' : 'bullish';
}

function joined(own: Query, carried: Query): Query {
  return {
    asked: [...new Set([...own.asked, ...carried.asked])],
    weights: new Map([...carried.weights, ...own.weights]),
  };
}

function uniqueBy<Item>(items: readonly Item[], key: (item: Item) => string): Item[] {
  return [...new Map(items.map((item) => [key(item), item])).values()];
}
