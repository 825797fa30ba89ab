import type { NamedShow, Role } from '#server/features/ask/read/reading.ts';
import { ACRONYMS, EVERYDAY, GIVEN_NAMES } from '#server/linking/link/words.ts';
import { MONTHS } from '#server/platform/clock.ts';
import { literal } from '#server/platform/pattern.ts';

const WORD = "\\p{Lu}[\\p{L}'’-]*\\p{Ll}(?<!['’]s)";
const FULL_NAME = `${WORD}(?: ${WORD}){1,2}`;
const NAME = `${WORD}(?: ${WORD}){0,2}`;
const SAYS =
  '(?:say|said|think|argue|claim|mention|discuss|talk|recommend|predict|see|view|explain|feel|believe|describe|warn|expect|make)';
const SAYS_ALONE =
  '(?:say|said|saying|think|argued?|claim(?:ed)?|mention(?:ed)?|recommend(?:ed)?|predict(?:ed)?|believe|warn(?:ed)?|explain(?:ed)?|talk)';
const WORDS_OF =
  '(?:said|argued|claimed|mentioned|predicted|anything|something|nothing|ideas?|views?|opinions?|arguments?|case|statements?|quotes?|words|takes?)';
const OPPOSES =
  '(?:disagree[sd]? with|argue[sd]? (?:with|against)|push(?:e[sd])? back (?:on|against)|(?:speaks?|spoke) against|other side (?:of|to)|counters?|counter-?arguments? (?:to|of))(?: what)?';
/** What a company does, not a speaker: "chips made by". */
const MADE =
  '(?:made|built|produced|developed|designed|launched|created|founded|owned|held|used|bought|acquired|sold|led|run|backed|funded|caused|posed|driven)';
/** Finds whose words are asked for, by full name or one name, known to the record or not. */
const WHO_SAYS = [
  new RegExp(`(?:did|does|do|has|have|had|would|by|from|of|to) (${FULL_NAME}) (?:\\w+ )?${SAYS}`, 'u'),
  new RegExp(`(?:did|does|has|had|would) (${WORD}) (?:ever |also |really |actually )?${SAYS_ALONE}\\b`, 'u'),
  new RegExp(`\\b[Aa]ccording to (${NAME})`, 'u'),
  new RegExp(`\\b${WORDS_OF} (?:[\\p{L}\\p{N}'’$&-]+ ){0,5}?(?<!\\b${MADE} )(?:by|from) (${NAME})`, 'u'),
  new RegExp(`\\b(?:case|arguments?|points?|claims?|statements?) (?:\\S+ ){0,4}?made by (${NAME})`, 'u'),
  new RegExp(
    `(?<!\\p{L})(${NAME})['’]s? (?:\\p{Ll}+ )?(?:views?|opinions?|takes?|stances?|thoughts|words)\\b`,
    'u',
  ),
  new RegExp(`\\b${OPPOSES} (${NAME})`, 'u'),
];

/**
 * People whose words are asked for, named in full or by one capitalised part of the name. Somebody unknown to the record
 * counts when the question asks what they said. `isCompany`: whether a name is a company's.
 */
export function namedPeople(
  question: string,
  speakers: readonly string[],
  isCompany: (name: string) => boolean,
): string[] {
  const plain = ` ${simple(question)} `;
  const whole = wholeNames(speakers).flatMap(({ name, sought }) => (plain.includes(sought) ? [name] : []));
  if (whole.length > 0) return whole;
  const words = new Set(
    question.match(/\p{Lu}[\p{L}'’]+/gu)?.map((word) => word.replace(/['’]s$/, '')) ?? [],
  );
  const inPart = speakers.filter((name) =>
    name.split(' ').some((part) => part.length >= 4 && words.has(part) && !OPENERS.has(part)),
  );
  const unknown = unknownSpeaker(question, isCompany);
  if (unknown === null || inPart.some((name) => name.split(' ').includes(unknown))) return inPart;
  return [unknown];
}

/** The name of somebody whose words a question asks for; null when it is a company's or an everyday word. */
function unknownSpeaker(question: string, isCompany: (name: string) => boolean): string | null {
  const text = question.replace(/\s+/g, ' ');
  const opened = text.charAt(0).toLowerCase() + text.slice(1);
  for (const pattern of WHO_SAYS) {
    const name = (pattern.exec(opened) ?? pattern.exec(text))?.[1];
    if (name === undefined) continue;
    if (name.includes(' ') && (pattern === WHO_SAYS[0] || isPerson(name))) return name;
    const isWord = !name.includes(' ') && (OPENERS.has(name) || isEveryday(name) || isTitled(text, name));
    if (!isWord && !isCompany(name)) return name;
  }
  return null;
}

/** Whether most other words of a question are capitalised, so that a capital does not mark a name. */
function isTitled(question: string, name: string): boolean {
  const [, ...rest] = question.match(/\p{L}+/gu) ?? [];
  const others = rest.filter((word) => word !== name);
  return others.filter((word) => /^\p{Lu}/u.test(word)).length > others.length / 2;
}

function isEveryday(name: string): boolean {
  const word = name.toLowerCase();
  if (MONTHS.includes(name)) return true;
  return (EVERYDAY.has(word) || ACRONYMS.has(word.replace(/s$/, ''))) && !GIVEN_NAMES.has(word);
}

function isPerson(name: string): boolean {
  return GIVEN_NAMES.has((name.split(' ')[0] ?? '').toLowerCase());
}

const TWO_NAMES = new RegExp(`${WORD} ${WORD}`, 'gu');

/** People named in a question by given and family name, whether their words are asked for or not. */
export function peopleSpokenOf(question: string): string[] {
  return (question.match(TWO_NAMES) ?? []).filter(
    (name) => isPerson(name) && !OPENERS.has(name.split(' ')[0]!),
  );
}

/** Words after which stands whom others speak of, unless it is somebody's view. */
const ABOUT_WHOM = new RegExp(
  `\\b(?:[Aa]bout|[Rr]egarding|[Cc]oncerning|(?:views?|opinions?|takes?|thoughts|bullish|bearish) on|(?:think|thinks|thought|say|said|made?|spoken?) of|views?|see|sees|trusts?|mention(?:s|ed)?|discuss(?:es|ed)?|critici[sz]e[ds]?|praise[ds]?) (${NAME}(?:(?:,|,? and|,? or) ${NAME})*)(?!\\p{L}| \\p{Lu}|['’]s? (?:\\p{Ll}+ )?(?:views?|opinions?|takes?|stances?|thoughts|words|case|arguments?|ideas?|statements?)\\b)`,
  'gu',
);

/** What an investor has: of somebody whom the record does not hear, others tell it. */
const POSITION_OF = new RegExp(
  `(?<!\\p{L})(${NAME})['’]s? (?:\\p{Ll}+ )?(?:bets?|positions?|trades?|stakes?|holdings|portfolio)\\b`,
  'gu',
);

/** People of whom a question asks what others say. `known`: by their names on record. */
export type SpokenOf = { readonly written: readonly string[]; readonly known: readonly string[] };

/** People of whom a question asks what others say ("what was said about Dana Reyes"): they are its topic. */
export function spokenOfIn(
  question: string,
  speakers: readonly string[],
  isCompany: (name: string) => boolean,
): SpokenOf {
  const names = [...question.matchAll(ABOUT_WHOM)].flatMap((match) => match[1]!.split(/,? (?:and|or) |, /));
  const people = names
    .filter((name) => !isCompany(name))
    .map((written) => ({ written, known: namedPeople(written, speakers, isCompany) }))
    .filter(({ written, known }) => known.length + peopleSpokenOf(written).length > 0);
  const holders = [...question.matchAll(POSITION_OF)]
    .map((match) => match[1]!)
    .filter(
      (name) => !isCompany(name) && !isEveryday(name) && namedPeople(name, speakers, isCompany).length === 0,
    );
  return {
    written: [...people.map(({ written }) => written), ...holders],
    known: people.flatMap(({ known }) => known),
  };
}

const SPEAKERS_BY_ROLE =
  /\b(?:the|an?|any|which|what|some|all|did|do|does|have|has|are|were|by|from|other|to|of|['’]s) (?:\w+ )?(host|guest)s?\b/giu;
const SPEAKS =
  /\b(?:say|said|saying|think|thinks|thought|argue[ds]?|claim(?:s|ed)?|believe[ds]?|discuss(?:es|ed)?|mention(?:s|ed)?|talk(?:s|ed)?|spoke|speak|predict(?:s|ed)?|expects?|warn(?:s|ed)?|recommend(?:s|ed)?|sees?|saw|likes?|love|agree[ds]?|disagree[ds]?|views?|opinions?|takes?|arguments?|statements?|case|(?:bull|bear)\w*|optimistic|pessimistic|positive|negative)\b/i;

/** The part in a show of those whose words a question asks for: "what did the hosts say". Null for both or neither. */
export function roleIn(question: string): Role | null {
  if (!SPEAKS.test(question)) return null;
  const roles = new Set([...question.matchAll(SPEAKERS_BY_ROLE)].map((match) => match[1]!.toLowerCase()));
  const isBoth = /\bhosts?\b/i.test(question) && /\bguests?\b/i.test(question);
  if (roles.size !== 1 || isBoth) return null;
  return roles.has('host') ? 'host' : 'guest';
}

const OPPOSED_TO = new RegExp(
  `\\b${OPPOSES} (.+?)(?= (?:on|about|over|regarding|at|in|that|when) |[?.!]|$)`,
  'iu',
);

/** With whom somebody disagrees in a question, as it writes it ("Dana Reyes"); null when nobody does. */
export function opposedTo(question: string): string | null {
  return OPPOSED_TO.exec(question.replace(/\s+/g, ' '))?.[1] ?? null;
}

/** Words that are names as well, and open questions or name companies. */
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

/** A text without the parts of a person's name. */
export function withoutPerson(text: string, name: string): string {
  const parts = name.split(/\s+/).filter((part) => part.length > 1);
  const any = parts.map(literal).join('|');
  return any ? text.replace(new RegExp(`(?<!\\p{L})(?:${any})(?:['’]s)?(?!\\p{L})`, 'gu'), ' ') : text;
}

/** Shows whose name a question writes out. When one name contains another, the longer one. */
export function namedShows(question: string, shows: readonly NamedShow[]): NamedShow[] {
  const plain = ` ${simple(question)} `;
  const found = showNames(shows).flatMap(({ show, sought }) =>
    sought.some((name) => plain.includes(name)) ? [show] : [],
  );
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

/** Caches what `make` derives from a list, since many questions are read with the same list. */
function madeOnce<Item, Made>(make: (items: readonly Item[]) => Made): (items: readonly Item[]) => Made {
  const made = new WeakMap<readonly Item[], Made>();
  return (items) => {
    const before = made.get(items);
    if (before !== undefined) return before;
    const now = make(items);
    made.set(items, now);
    return now;
  };
}

const wholeNames = madeOnce((speakers: readonly string[]) =>
  speakers.filter((name) => name.includes(' ')).map((name) => ({ name, sought: ` ${simple(name)} ` })),
);

const showNames = madeOnce((shows: readonly NamedShow[]) =>
  shows.map((show) => {
    const short = show.name.replace(/^the\s+|\s+(?:podcast|show)$|\s*[:|(].*$|\s[–-]\s.*$/gi, '');
    const names = [...new Set([simple(show.name), simple(short)])].filter(isDistinct);
    return { show, sought: names.map((name) => ` ${name} `) };
  }),
);

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

/** A text without a show's name. */
export function withoutShow(text: string, name: string): string {
  const written = writtenShow(name);
  return written === null ? text : text.replace(written, ' ');
}

/** A text of the same length in which a show's name is one word: no comma and no "on" in it ends what is said of it. */
export function withShowAsWord(text: string, name: string): string {
  const written = writtenShow(name);
  if (written === null) return text;
  return text.replace(written, (words) => words.replace(/[^\p{L}\p{N}]/gu, '_'));
}

/** Matches a show's name with anything between its words; null when it has none. */
function writtenShow(name: string): RegExp | null {
  const words = simple(name.replace(/^the\s+|\s+(?:podcast|show)$/gi, ''))
    .split(' ')
    .filter(Boolean);
  return words.length === 0 ? null : new RegExp(words.map(literal).join('[^\\p{L}\\p{N}]+'), 'giu');
}
