import { type Period, periodOf, withoutDates } from '#server/features/ask/period.ts';
import { type Query, readQuery } from '#server/features/ask/scoring.ts';
import { termsOf } from '#server/features/ask/terms.ts';
import { findThemes } from '#server/features/themes/rules.ts';
import { ACRONYMS, EVERYDAY } from '#server/features/tickers/link/words.ts';
import { type Link, type Linker, SERVE_CONFIDENCE } from '#server/features/tickers/linker.ts';

export type Side = 'bullish' | 'bearish';

/** A company or listed instrument that a question names. */
export type NamedSubject = {
  readonly name: string;
  readonly slug: string;
  readonly symbols: readonly string[];
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
  /** Asks for risks or what could go wrong. */
  readonly risks: boolean;
  /** Words of the matter itself: without names of subjects and shows, and without the words of asking. */
  readonly query: Query;
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
  /\b(?:bears?|bearish(?:ness)?|bear case|downside|pessimis\w+|negative (?:on|about)|skeptic\w*|sceptic\w*|critic\w*|case against|arguments? against|risks?|worr(?:y|ied|ies)|concern(?:s|ed)?|go(?:es)? wrong|short(?:s|ed|ing)?|warn\w*|avoid|sold|selling|sell)\b/i;
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
    time times often first change changed changing shift shifted mind sentiment tone disagree disagreement agree strongest best main key
    question questions ask asked affect affects affected impact impacts influence mean means matter matters come came outlook future prospect prospects accord according know see seen want like lot something anything thing things kind going get got getting happen happened
    word different across between versus vs whether heard hear news new about really actually still ever yet`,
  ),
);
const STOCK_WORDS = new Set(
  termsOf('stock stocks share shares company companies inc corp price investors investor market'),
);

/** Reads a question by itself. Pure: the same question, shows and day read the same. */
export function readQuestion(question: string, { linker, shows, speakers, now }: Readers): QuestionReading {
  const named = namedShows(question, shows);
  const spoken = named.reduce((text, show) => without(text, show.name), question);
  const people = namedPeople(spoken, speakers);
  const rest = people.reduce((text, name) => withoutPerson(text, name), spoken);
  const links = linksOf(rest, linker);
  const subjects = uniqueBy(
    links.map((link) => ({ name: link.subject.name, slug: link.slug, symbols: link.tickers })),
    (subject) => subject.slug,
  );
  const themes = uniqueBy(
    findThemes(rest).map((found) => ({ slug: found.theme.slug, name: found.theme.name })),
    (theme) => theme.slug,
  );
  let matter = rest;
  for (const link of [...links].sort((a, b) => b.start - a.start))
    matter = `${matter.slice(0, link.start)} ${matter.slice(link.end)}`;
  const bullish = BULLISH.test(rest);
  const bearish = BEARISH.test(rest);
  return {
    text: question,
    subjects,
    themes,
    shows: named,
    people,
    period: periodOf(rest, now),
    side: bullish === bearish ? null : bullish ? 'bullish' : 'bearish',
    risks: RISKS.test(rest),
    query: matterQuery(matter),
  };
}

/** Names below the confidence of a transcript still count in a question that is about little else ("apple risks"). */
const ASKED_CONFIDENCE = 0.3;
const LITTLE_ELSE = 3;

/** Companies and instruments a question names, symbols in small letters included. */
function linksOf(text: string, linker: Linker): Link[] {
  const found = linker.link(withSymbols(text, linker));
  const sure = found.filter((link) => link.confidence >= SERVE_CONFIDENCE);
  if (sure.length > 0) return sure;
  const doubtful = found.filter((link) => link.confidence >= ASKED_CONFIDENCE);
  const rest = doubtful.reduceRight(
    (cut, link) => `${cut.slice(0, link.start)} ${cut.slice(link.end)}`,
    text,
  );
  return matterQuery(rest).asked.length < LITTLE_ELSE ? doubtful : [];
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
  const query = readQuery(withoutDates(text));
  const asked = query.asked.filter((term) => !SCAFFOLD.has(term));
  const telling = asked.filter((term) => !STOCK_WORDS.has(term));
  const kept = new Set(telling.length > 0 ? telling : asked);
  const again = readQuery([...kept].join(' '));
  const weights = new Map([...query.weights].filter(([term, weight]) => weight < 1 || kept.has(term)));
  for (const term of kept) weights.set(term, 1);
  return kept.size === 0 ? again : { asked: [...kept], weights };
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
  return {
    ...reading,
    subjects: before.subjects,
    themes: reading.themes.length > 0 ? reading.themes : before.themes,
    shows: reading.shows.length > 0 ? reading.shows : before.shows,
    people:
      reading.people.length > 0 || !/\b(?:he|she|his|her|him)\b/i.test(reading.text)
        ? reading.people
        : before.people,
    period: reading.period ?? before.period,
    query: carried ? joined(reading.query, carried) : reading.query,
  };
}

function joined(own: Query, carried: Query): Query {
  return {
    asked: [...new Set([...own.asked, ...carried.asked])],
    weights: new Map([...carried.weights, ...own.weights]),
  };
}

const CAPITALISED = "\\p{Lu}[\\p{L}'’]+(?:[ -]\\p{Lu}[\\p{L}'’]+){1,2}";
const WHO_SAYS = new RegExp(
  `(?:did|does|do|has|have|had|would|by|from|of|to)\\s+(${CAPITALISED})\\s+(?:\\w+\\s+)?(?:say|said|think|argue|claim|mention|discuss|talk|recommend|predict|see|view|explain|feel|believe|describe|warn|expect|make)`,
  'u',
);

/**
 * People whose words are asked for: by full name or by a part of it that is written with a capital, and a full name
 * that the record does not know where it is asked what they said.
 */
function namedPeople(question: string, speakers: readonly string[]): string[] {
  const words = new Set(
    question.match(/\p{Lu}[\p{L}'’]+/gu)?.map((word) => word.replace(/['’]s$/, '')) ?? [],
  );
  const plain = ` ${simple(question)} `;
  const whole = speakers.filter((name) => name.includes(' ') && plain.includes(` ${simple(name)} `));
  if (whole.length > 0) return whole;
  const unknown = WHO_SAYS.exec(question)?.[1];
  if (unknown) return [unknown];
  return speakers.filter((name) =>
    name.split(' ').some((part) => part.length >= 4 && words.has(part) && !OPENERS.has(part)),
  );
}

/** Words that open questions and are names as well. */
const OPENERS = new Set([
  'Will',
  'What',
  'When',
  'Where',
  'Which',
  'Mark',
  'Grant',
  'Chase',
  'Ford',
  'Apple',
  'Tesla',
  'Meta',
  'Block',
  'Price',
]);

function withoutPerson(text: string, name: string): string {
  const parts = name.split(/\s+/).filter((part) => part.length > 1);
  const any = parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|');
  return any ? text.replace(new RegExp(`(?<!\\p{L})(?:${any})(?:['’]s)?(?!\\p{L})`, 'gu'), ' ') : text;
}

/** Shows whose name the question writes out; the longest where one name holds another. */
function namedShows(question: string, shows: readonly NamedShow[]): NamedShow[] {
  const plain = ` ${simple(question)} `;
  const found = shows.filter((show) => {
    const names = [
      simple(show.name),
      simple(show.name.replace(/^the\s+|\s+(?:podcast|show)$|\s*[:|(].*$|\s[–-]\s.*$/gi, '')),
    ];
    return names.some((name) => isDistinct(name) && plain.includes(` ${name} `));
  });
  return found.filter(
    (show) =>
      !found.some(
        (other) =>
          other !== show &&
          simple(other.name).includes(simple(show.name)) &&
          other.name.length > show.name.length,
      ),
  );
}

function isDistinct(name: string): boolean {
  return name.length >= 3 && !/^(?:the|odd|money|show|invest|markets?)$/.test(name);
}

function simple(text: string): string {
  return text
    .toLowerCase()
    .replace(/['’]s\b/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

function without(text: string, name: string): string {
  const words = simple(name.replace(/^the\s+|\s+(?:podcast|show)$/gi, ''))
    .split(' ')
    .filter(Boolean);
  if (words.length === 0) return text;
  return text.replace(
    new RegExp(
      words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('[^\\p{L}\\p{N}]+'),
      'giu',
    ),
    ' ',
  );
}

function uniqueBy<Item>(items: readonly Item[], key: (item: Item) => string): Item[] {
  return [...new Map(items.map((item) => [key(item), item])).values()];
}
