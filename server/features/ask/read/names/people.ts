import { madeOnce, plainWords } from '#server/features/ask/read/names/plain-names.ts';
import { uncapitalised } from '#server/language/phrasing.ts';
import { ACRONYMS, EVERYDAY, GIVEN_NAMES } from '#server/linking/link/words.ts';
import { MONTHS } from '#server/platform/clock.ts';
import { literal } from '#server/platform/pattern.ts';

/** A capitalised word of two letters or more, without a possessive. */
const WORD = "\\p{Lu}[\\p{L}'’-]*\\p{Ll}(?<!['’]s)";
/** Two or three such words. */
const FULL_NAME = `${WORD}(?: ${WORD}){1,2}`;
/** One to three such words. */
const NAME = `${WORD}(?: ${WORD}){0,2}`;
/** Verbs that go with a full name: "has Jane Doe ever mentioned". */
const SAYS =
  '(?:say|said|think|argue|claim|mention|discuss|talk|recommend|predict|see|view|explain|feel|believe|describe|warn|expect|make|changed? (?:his|her|their) mind)';
/** Verbs that go with one name, which could also be a company's: no company argues. */
const SAYS_ALONE =
  '(?:say|said|saying|think|argued?|claim(?:ed)?|mention(?:ed)?|recommend(?:ed)?|predict(?:ed)?|believe|warn(?:ed)?|explain(?:ed)?|talk)';
/** Nouns for what somebody said: "the opinions of", "anything by". */
const WORDS_OF =
  '(?:said|argued|claimed|mentioned|predicted|anything|something|nothing|ideas?|views?|opinions?|arguments?|case|statements?|quotes?|words|takes?)';
/** To be of another opinion than somebody. */
const OPPOSES =
  '(?:disagree[sd]? with|argue[sd]? (?:with|against)|push(?:e[sd])? back (?:on|against)|(?:speaks?|spoke) against|other side (?:of|to)|counters?|counter-?arguments? (?:to|of))(?: what)?';
/** After a name: its bearer's view ("Zoltan's latest views"). */
const VIEWS_OF = "['’]s? (?:\\p{Ll}+ )?(?:views?|opinions?|takes?|stances?|thoughts|words)";
/** What a company does, not a speaker: "chips made by". */
const MADE =
  '(?:made|built|produced|developed|designed|launched|created|founded|owned|held|used|bought|acquired|sold|led|run|backed|funded|caused|posed|driven)';
/** Whose words are asked for, by a full name: "what does Jane Doe think". A full name before such a verb is anybody's. */
const FULL_NAME_SAYS = new RegExp(
  `(?:did|does|do|has|have|had|would|by|from|of|to) (${FULL_NAME}) (?:\\w+ )?${SAYS}`,
  'u',
);
/** Whose words are asked for, by full name or one name, known to the record or not. */
const WHO_SAYS = [
  FULL_NAME_SAYS,
  // "Did Zoltan ever say".
  new RegExp(
    `(?:did|does|has|had|would) (${WORD}|\\p{Lu}{3,4}) (?:ever |also |really |actually )?${SAYS_ALONE}\\b`,
    'u',
  ),
  new RegExp(`\\b[Aa]ccording to (${NAME})`, 'u'),
  // "Any views on gold by Zoltan", but not "chips made by Lexora".
  new RegExp(`\\b${WORDS_OF} (?:[\\p{L}\\p{N}'’$&-]+ ){0,5}?(?<!\\b${MADE} )(?:by|from) (${NAME})`, 'u'),
  new RegExp(`\\b(?:case|arguments?|points?|claims?|statements?) (?:\\S+ ){0,4}?made by (${NAME})`, 'u'),
  new RegExp(`(?<!\\p{L})(${NAME})${VIEWS_OF}\\b`, 'u'),
  new RegExp(`\\b${OPPOSES} (${NAME})`, 'u'),
];

/** Words that are parts of names as well, and open a question or name a company. */
const NO_PARTS_OF_NAMES = new Set(
  'Will What When Where Which Mark Grant Chase Ford Apple Tesla Meta Block Price'.split(' '),
);

const wholeNames = madeOnce((speakers: readonly string[]) =>
  speakers.filter((name) => name.includes(' ')).map((name) => ({ name, sought: ` ${plainWords(name)} ` })),
);

/**
 * People whose words are asked for, named in full or by one capitalised part of the name. Somebody unknown to the record
 * counts when the question asks what they said. `isCompany`: whether a name is a company's.
 */
export function namedPeople(
  question: string,
  speakers: readonly string[],
  isCompany: (name: string) => boolean,
): string[] {
  const plain = ` ${plainWords(question)} `;
  const whole = wholeNames(speakers).flatMap(({ name, sought }) => (plain.includes(sought) ? [name] : []));
  const together = sayingTogether(question)
    .filter((name) => name.includes(' ') && !isCompany(name))
    .flatMap((name) => knownAs(name, speakers));
  if (whole.length + together.length > 0) return [...new Set([...whole, ...together])];
  const unknown = unknownSpeaker(question, isCompany);
  if (unknown?.includes(' ')) return knownAs(unknown, speakers);
  const inPart = speakers.filter((name) => isNamedInPart(name, question, isCompany));
  if (unknown === null || inPart.some((name) => name.split(' ').includes(unknown))) return inPart;
  return [unknown];
}

/** Somebody named in full by their name on record, which may have a middle name more or less; otherwise as the question writes it. */
function knownAs(name: string, speakers: readonly string[]): string[] {
  const known = speakers.filter((speaker) => outerNames(speaker) === outerNames(name));
  return known.length > 0 ? known : [name];
}

function outerNames(name: string): string {
  const names = name.split(' ');
  return `${names[0]} ${names.at(-1)}`;
}

const AHEAD = new RegExp(`^\\W*(${NAME})(?: (?:on|about|regarding|re) .+|\\W*)$`, 'u');

/** What stands at the head of a question as a name would, alone or before what was said on: "Jane Doe", "Jane Doe on chips". */
export function nameAhead(question: string): string | null {
  return AHEAD.exec(question.replace(/\s+/g, ' '))?.[1] ?? null;
}

/**
 * Whether a question names a speaker by one capitalised part of the name: "Patel", but not as the family name of somebody with
 * another given name, nor as the given name of somebody with another family name.
 */
function isNamedInPart(speaker: string, question: string, isCompany: (name: string) => boolean): boolean {
  const parts = speaker.split(' ');
  const isOther = (name: string | undefined) =>
    name !== undefined && !parts.includes(name) && !isEveryday(name) && !isCompany(name);
  return parts.some((part, i) => {
    if (!/^\p{Lu}.{3}/u.test(part) || NO_PARTS_OF_NAMES.has(part)) return false;
    const isGiven = i === 0 && parts.length > 1;
    const isFamily = i > 0 && i === parts.length - 1;
    return namesAround(part, question).some(
      ({ before, after }) => !(isFamily && isOther(before)) && !(isGiven && isOther(after)),
    );
  });
}

/** For each time that a question says a part of a name: the capitalised words right before and after it. */
function namesAround(part: string, question: string) {
  if (!question.includes(part)) return [];
  const said = `(?<!\\p{L})(?:(${WORD}) )?${literal(part)}(?!\\p{L}|['’](?!s\\b))(?: (${WORD}))?`;
  return [...question.matchAll(new RegExp(said, 'gu'))].map(([, before, after]) => ({ before, after }));
}

/** The name of somebody whose words a question asks for; null when it is a company's or an everyday word. */
function unknownSpeaker(question: string, isCompany: (name: string) => boolean): string | null {
  const text = question.replace(/\s+/g, ' ');
  const opened = uncapitalised(text);
  for (const pattern of WHO_SAYS) {
    const name = (pattern.exec(opened) ?? pattern.exec(text))?.[1];
    if (name === undefined) continue;
    if (name.includes(' ') && (pattern === FULL_NAME_SAYS || isPerson(name))) return name;
    const isWord =
      !name.includes(' ') && (NO_PARTS_OF_NAMES.has(name) || isEveryday(name) || isInTitleCase(text, name));
    if (!isWord && !isCompany(name)) return name;
  }
  return null;
}

/** Whether most other words of a question are capitalised, so that a capital does not mark a name. */
function isInTitleCase(question: string, name: string): boolean {
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
    (name) => isPerson(name) && !NO_PARTS_OF_NAMES.has(name.split(' ')[0]!),
  );
}

/** Words after which stands whom others speak of; "what about Dana Reyes" asks for the words of Dana Reyes. */
const ABOUT =
  '(?:(?<!\\b(?:[Ww]hat|[Hh]ow) )[Aa]bout|[Rr]egarding|[Cc]oncerning|(?:views?|opinions?|takes?|thoughts|bullish|bearish) on|(?:think|thinks|thought|say|said|made?|spoken?) of|views?|see|sees|trusts?|mention(?:s|ed)?|discuss(?:es|ed)?|critici[sz]e[ds]?|praise[ds]?)';
/** "Dana Reyes, Jane Doe and Zoltan". */
const SOME_NAMES = `${NAME}(?:(?:,|,? and|,? or) ${NAME})*`;
const BETWEEN_NAMES = /,? (?:and|or) |, /;
/** Several who say something: "did Dana Reyes and Jane Doe say". */
const SOME_SAY = new RegExp(
  `\\b(?:did|does|do|has|have|had|would) (${SOME_NAMES}) (?:\\w+ )?${SAYS}\\b`,
  'u',
);

/** The names of those who say something together in a question; none where one alone does. */
function sayingTogether(question: string): string[] {
  const text = uncapitalised(question.replace(/\s+/g, ' '));
  const names = SOME_SAY.exec(text)?.[1]?.split(BETWEEN_NAMES) ?? [];
  return names.length > 1 ? names : [];
}

/** After a name: what its bearer said, so that the bearer speaks and is not spoken of ("about Zoltan's arguments"). */
const SAID_BY_THEM =
  "['’]s? (?:\\p{Ll}+ )?(?:views?|opinions?|takes?|stances?|thoughts|words|case|arguments?|ideas?|statements?)\\b";
/** Of whom others speak. The name is whole: no letter and no further name follows. */
const ABOUT_WHOM = new RegExp(`\\b${ABOUT} (${SOME_NAMES})(?!\\p{L}| \\p{Lu}|${SAID_BY_THEM})`, 'gu');

/** What an investor holds. Of an investor whom the record does not hear, others tell it. */
const POSITION_OF = new RegExp(
  `(?<!\\p{L})(${NAME})['’]s? (?:\\p{Ll}+ )?(?:bets?|positions?|trades?|stakes?|holdings|portfolio)\\b`,
  'gu',
);

/** People of whom a question asks what others say. `known`: by their names on record. */
type SpokenOf = { readonly written: readonly string[]; readonly known: readonly string[] };

/** People of whom a question asks what others say ("what was said about Dana Reyes"): they are its topic. */
export function spokenOfIn(
  question: string,
  speakers: readonly string[],
  isCompany: (name: string) => boolean,
): SpokenOf {
  const names = [...question.matchAll(ABOUT_WHOM)].flatMap((match) => match[1]!.split(BETWEEN_NAMES));
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

const OPPOSED_TO = new RegExp(
  `\\b${OPPOSES} (.+?)(?= (?:on|about|over|regarding|at|in|that|when) |[?.!]|$)`,
  'iu',
);

/** With whom somebody disagrees in a question, as it writes it ("Dana Reyes"); null when nobody does. */
export function opposedTo(question: string): string | null {
  return OPPOSED_TO.exec(question.replace(/\s+/g, ' '))?.[1] ?? null;
}

/** A text without the name of a person, in whole or in part. */
export function withoutPerson(text: string, name: string): string {
  const parts = name.split(/\s+/).filter((part) => part.length > 1);
  const any = parts.map(literal).join('|');
  return any ? text.replace(new RegExp(`(?<!\\p{L})(?:${any})(?:['’]s)?(?!\\p{L})`, 'gu'), ' ') : text;
}
