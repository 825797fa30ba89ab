import { termsOf } from '#server/language/terms.ts';
import { MONTHS } from '#server/platform/clock.ts';

/** Words with a capital that name nothing: openings of sentences, months, and the words of attribution. */
const NO_NAME = new Set(
  `a an the on in at of for and but or if by to with as from this that these those it its they he she his her their there
  bullish bearish weighing both sides side risks named one two some most other others while although though however
  according after before since when what which who why how not no both
  i ${MONTHS.join(' ').toLowerCase()}`
    .split(/\s+/)
    .filter(Boolean),
);

/** Names, symbols and numbers of a sentence that do not occur in `source`, its evidence. */
export function ungrounded(sentence: string, source: string): string[] {
  const words = new Set(formsIn(source));
  const numbers = new Set(numbersOf(source));
  return [
    ...numbersOf(sentence).filter((number) => !numbers.has(number)),
    ...namesOf(sentence).filter((name) => !words.has(name)),
  ];
}

/** Share, 0..1, of a sentence's words that occur in `source`, its evidence; 0 for a sentence without words. */
export function sharedWords(sentence: string, source: string): number {
  const known = new Set(termsOf(source));
  const said = termsOf(sentence).filter((term) => !REPORTING.has(term));
  return said.length === 0 ? 0 : said.filter((term) => known.has(term)).length / said.length;
}

const REPORTING = new Set(
  termsOf(
    'argue argued said says claim claimed note noted warn warned expect expected point pointed show host guest speaker episode',
  ),
);

const WORD = /[\p{L}\p{N}]+(?:[.&'’-][\p{L}\p{N}]+)*/gu;

/** A word in small letters, without a possessive. */
function plain(word: string): string {
  return word.toLowerCase().replaceAll('’', "'").replace(/'s$/, '');
}

/** The words of a text, and the parts of those that are joined by a sign. */
function formsIn(text: string): string[] {
  return (text.match(WORD) ?? []).map(plain).flatMap((word) => [word, ...word.split(/[.&'-]/)]);
}

/** Names and symbols: words with a capital, except those that only open a sentence. */
function namesOf(sentence: string): string[] {
  const words = sentence.match(WORD) ?? [];
  return words
    .filter((word) => /\p{Lu}/u.test(word))
    .map(plain)
    .filter((word) => !NO_NAME.has(word));
}

/** `zero` to `nineteen`, each at its own place. */
export const SMALL_NUMBERS: readonly string[] =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );

/** `twenty` to `ninety`. */
export const TENS: readonly string[] = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');

/** Figures by their words. Not "one": it mostly stands for a thing. A map, because a text may say "constructor". */
const SPOKEN_NUMBERS: ReadonlyMap<string, string> = new Map([
  ...SMALL_NUMBERS.map((word, i) => [word, String(i)] as const).slice(2),
  ...TENS.map((word, i) => [word, String((i + 2) * 10)] as const),
  ['hundred', '100'],
  ['thousand', '1000'],
]);

/** Numbers in figures, without separators; spoken ones as their figures too. */
function numbersOf(text: string): string[] {
  const figures = (text.match(/\d+(?:[.,]\d+)*/g) ?? []).map((figure) =>
    figure.replace(/,(?=\d{3})/g, '').replace(/\.0+$/, ''),
  );
  const spoken = (text.toLowerCase().match(/[a-z]+/g) ?? []).flatMap(
    (word) => SPOKEN_NUMBERS.get(word) ?? [],
  );
  return [...figures, ...spoken];
}
