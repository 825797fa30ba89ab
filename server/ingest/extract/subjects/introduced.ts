import type { Sentence } from '#server/ingest/extract/sentences/sentences.ts';
import { EVERYDAY, GIVEN_NAMES } from '#server/linking/link/words.ts';
import { companySlug } from '#server/linking/names.ts';
import { literal } from '#server/platform/pattern.ts';

/** A mention of a company that no table knows and the episode introduces; offsets are characters in the sentence. */
export type Introduced = {
  readonly sentence: number;
  readonly start: number;
  readonly end: number;
  readonly name: string;
  readonly slug: string;
};

const WORD = "[A-Z][\\p{L}\\p{N}]*(?:['’][A-Z]\\p{L}+)?(?:[.-](?!com\\b)[\\p{L}\\p{N}]+)*";
const NAME = `(?<name>${WORD}(?: ${WORD}){0,2})`;
const VENTURE =
  '[Cc]ompany|[Ss]tartup|[Ss]tart-up|[Bb]usiness|[Ff]irm|[Aa]pp|[Pp]latform|[Ll]ab|[Mm]arketplace|[Bb]rand|[Aa]gency|[Ff]und';
const HEAD = '(?:CEO|CTO|COO|CFO|[Cc]o-?[Ff]ounders?|[Ff]ounders?|[Cc]hief [Ee]xecutive(?: [Oo]fficer)?)';

/** "A company called X": X is a company's name, whatever it is. */
const NAMED = new RegExp(
  `\\b(?:${VENTURE})(?:,? (?:that|which) (?:is|was)| that's)?,? (?:called|named) ${NAME}`,
  'gu',
);
/** Said only of companies, so an unusual word there is a company's name. */
const SAID_OF_COMPANIES = [
  `\\b${HEAD}(?: and \\p{L}+)? (?:of|at) ${NAME}`,
  `\\b(?:investors?|round|stake|shares) in ${NAME}`,
  `\\b(?:[Ss]eed|[Ss]eries [A-F]) (?:round )?(?:in|of|into) ${NAME}`,
  `\\b${NAME},? (?:which )?is (?:a|an) (?:[\\p{L}-]+ ){0,4}(?:company|startup|start-up|platform|marketplace)\\b`,
  `\\b${NAME} (?:has |had |just |recently )*(?:went public|is going public|IPO'd|raised (?:a |an |over )?[$\\d])`,
  `\\b${NAME}['’]s (?:CEO|CFO|CTO|founders?|co-founders?|valuation|ARR|IPO|revenues?|margins|market cap|business model|stock|product|customers|growth rate)\\b`,
  `\\b(?:[Cc]ompanies|[Ss]tartups|[Bb]usinesses|[Cc]ompetitors?) (?:like|such as) ${NAME}`,
  `\\b(?:[Ii]nvest(?:ed|ing|ment|ments)?|[Aa]cquired|acquisition of|competes? with|[Vv]aluing|shareholders? in) (?:in )?${NAME}`,
  `\\b${NAME} (?:is|was|got) (?:now )?(?:valued at|worth (?:\\$|\\d|a billion|billions)|acquired by|backed by)`,
  `\\b${NAME} (?:has |had |just )*(?:hit|crossed|reached|doing|made|makes) (?:about |over |nearly |almost )?(?:\\$\\d|\\d+ (?:million|billion)|a (?:million|billion))`,
].map((pattern) => new RegExp(pattern, 'gu'));

/** Places and bodies with heads and shares that are no companies. */
const NO_COMPANY = new Set(
  'america europe africa asia china india israel japan germany france london california texas australia canada singapore dubai tokyo boston austin miami seattle nyc sf uk usa us eu ai stanford harvard mit yale princeton berkeley oxford cambridge wharton nasa fbi cia doj sec ftc fda nyse nasdaq ipo saas hvac brazil mexico russia ukraine israel iran iraq italy spain sweden switzerland turkey taiwan korea vietnam indonesia argentina chile colombia nigeria kenya egypt saudi qatar kuwait poland portugal ireland netherlands denmark norway finland austria greece congress chicago houston detroit denver atlanta seattle brooklyn manhattan florida ohio arizona nevada virginia washington beijing shanghai shenzhen mumbai bangalore batman jesus god'.split(
    ' ',
  ),
);
/** Above this share of capitals a line is a headline, where a capital means nothing. */
const HEADLINE_SHARE = 0.5;

/**
 * Every mention of a company that no table knows and the talk introduces ("a company called Island", "the founder of
 * Slopes"). `known`: names in the tables, in small letters, which are left to them. `notes`: title, description and
 * people, a line each.
 */
export function findIntroduced(
  sentences: readonly Sentence[],
  known: ReadonlySet<string>,
  notes: readonly string[] = [],
): Introduced[] {
  const people = namesOfPeople(sentences);
  const fronts = frontsOfPairs(sentences);
  const names = new Set<string>();
  const words = new Set<string>();
  for (const text of notes)
    for (const name of namesIn(text, OF_NOTES)) if (isCompanyName(name, people)) names.add(name);
  for (const sentence of sentences) {
    if (isHeadline(sentence.text)) continue;
    for (const name of namesIn(sentence.text, NAMED)) if (!people.has(name)) names.add(name);
    for (const pattern of SAID_OF_COMPANIES)
      for (const whole of namesIn(sentence.text, pattern)) {
        const name = withoutOpening(whole);
        if (isCompanyName(name, people) && !fronts.has(name)) names.add(name);
        if (name === '' && whole.length >= LEAST_WORD && isCompanyName(whole, people)) words.add(whole);
      }
  }
  for (const word of wordsUsedAsNames(sentences, words)) names.add(word);
  const fresh = [...names].filter((name) => !known.has(name.toLowerCase()) && companySlug(name).length > 1);
  return fresh.length === 0 ? [] : places(sentences, fresh);
}

/** "Turing CEO", "founder of Softmax": how a title and the feed's people name a company. */
const OF_NOTES = new RegExp(
  `\\b${HEAD}(?: (?:and|&) \\p{L}+)? (?:of|at) ${NAME}|(?<=^|[:|,;–—-] |['’]s )${NAME.replace('name', 'ahead')}(?= (?:CEO|Founder|Co-Founder)\\b)`,
  'gu',
);
/** Shorter words, and those more rarely capitalised, are no names. */
const LEAST_WORD = 4;
const LEAST_CAPITALS = 4;
const CAPITAL_SHARE = 0.6;

/** Of everyday words used like company names, those that the episode capitalises ("Flow", "Atoms"). */
function wordsUsedAsNames(sentences: readonly Sentence[], words: ReadonlySet<string>): string[] {
  return [...words].filter((word) => {
    const anyCase = new RegExp(
      `(?<=\\p{Ll},? )(?:${literal(word)}|${literal(word.toLowerCase())})(?![\\p{L}\\p{N}])(?! \\p{Lu})`,
      'gu',
    );
    const found = sentences.flatMap(({ text }) =>
      isHeadline(text) ? [] : [...text.matchAll(anyCase)].map(([written]) => written),
    );
    const capitals = found.filter((written) => written === word).length;
    return capitals >= LEAST_CAPITALS && capitals / found.length >= CAPITAL_SHARE;
  });
}

function namesIn(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].flatMap((match) => {
    const name = match.groups?.name ?? match.groups?.ahead;
    return name === undefined || NO_NAME.test(name) || NO_COMPANY.has(name.toLowerCase()) ? [] : [name];
  });
}

/** Letters spelled out one by one, a place where somebody is based, a sentence or an article, a law or an office. */
const NO_NAME = /^(?:\p{L}-)+\p{L}$|-based\b|^(?:I|A|AI)\b|\b(?:Act|Bill|Committee|Department|Order|Court)$/u;

/** The name without the everyday words that open the sentence (`But Cybrex`). */
function withoutOpening(name: string): string {
  const words = name.split(' ');
  const from = words.findIndex((word) => !EVERYDAY.has(word.toLowerCase()));
  return from < 0 ? '' : words.slice(from).join(' ');
}

/** A few capitals are more likely a symbol or abbreviation than an unknown company. */
const INITIALS = /^[A-Z]{1,5}$/;

/** A name that is no person's and no abbreviation. */
function isCompanyName(name: string, people: ReadonlySet<string>): boolean {
  const words = name.split(' ');
  return (
    name !== '' &&
    !INITIALS.test(name) &&
    !NO_COMPANY.has(name.toLowerCase()) &&
    !GIVEN_NAMES.has((words[0] as string).toLowerCase()) &&
    !words.some((word) => people.has(word))
  );
}

const PAIR = /\b([A-Z]\p{L}+) ([A-Z]\p{L}+)/gu;

/** Speakers' names, and every capitalised word right after a first name. */
function namesOfPeople(sentences: readonly Sentence[]): Set<string> {
  const people = new Set<string>();
  for (const { speaker, text } of sentences) {
    for (const word of speaker?.split(/\s+/) ?? []) people.add(word);
    for (const match of text.matchAll(PAIR))
      if (GIVEN_NAMES.has((match[1] as string).toLowerCase())) people.add(match[2] as string);
  }
  return people;
}

/** Words before another unusual capitalised word, as an unknown first name is. */
function frontsOfPairs(sentences: readonly Sentence[]): Set<string> {
  const fronts = new Set<string>();
  for (const { text } of sentences) {
    if (isHeadline(text)) continue;
    for (const match of text.matchAll(PAIR))
      if (!EVERYDAY.has((match[2] as string).toLowerCase())) fronts.add(match[1] as string);
  }
  return fronts;
}

/** The longest name wins where two begin; one that is also a word counts in mid-sentence only. */
function places(sentences: readonly Sentence[], names: readonly string[]): Introduced[] {
  const ordered = [...names].sort((a, b) => b.length - a.length).map((name) => name.replaceAll('.', '\\.'));
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}@.-])(?:${ordered.join('|')})(?![\\p{L}\\p{N}])`, 'gu');
  return sentences.flatMap((sentence) =>
    isHeadline(sentence.text)
      ? []
      : [...sentence.text.matchAll(pattern)].flatMap((match) => {
          const name = match[0];
          const word = EVERYDAY.has(name.toLowerCase()) || GIVEN_NAMES.has(name.toLowerCase());
          if (word && (match.index === 0 || /^ [A-Z]/.test(sentence.text.slice(match.index + name.length))))
            return [];
          const end = match.index + name.length;
          return [{ sentence: sentence.index, start: match.index, end, name, slug: companySlug(name) }];
        }),
  );
}

function isHeadline(text: string): boolean {
  const words = text.split(' ').filter((word) => /\p{L}/u.test(word));
  const capitals = words.filter((word) => /^\p{Lu}/u.test(word)).length;
  return words.length > 8 && capitals / words.length > HEADLINE_SHARE;
}
