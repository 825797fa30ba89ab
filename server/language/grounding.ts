import { termsOf } from '#server/language/terms.ts';

/** Words with a capital that name nothing: openings of sentences, months, and the words of attribution. */
const NO_NAME = new Set(
  `a an the on in at of for and but or if by to with as from this that these those it its they he she his her their there
  bullish bearish weighing both sides side risks named one two some most other others while although though however
  according after before since when what which who why how not no both
  january february march april may june july august september october november december i`
    .split(/\s+/)
    .filter(Boolean),
);

/** The names, symbols and numbers of a sentence that do not occur in `source`, the text it rests on. */
export function ungrounded(sentence: string, source: string): string[] {
  const words = new Set(wordsOf(source));
  const numbers = new Set(numbersOf(source));
  return [
    ...numbersOf(sentence).filter((number) => !numbers.has(number)),
    ...namesOf(sentence).filter((name) => !words.has(name)),
  ];
}

/** The share, 0..1, of a sentence's words that are words of `source`, the text it rests on; 0 when it says nothing. */
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

function wordsOf(text: string): string[] {
  return (text.match(/[\p{L}\p{N}]+(?:[.&'’-][\p{L}\p{N}]+)*/gu) ?? []).flatMap((word) => {
    const plain = word.toLowerCase().replaceAll('’', "'").replace(/'s$/, '');
    return [plain, ...plain.split(/[.&'-]/)];
  });
}

/** Names and symbols: words with a capital, except those that only open a sentence. */
function namesOf(sentence: string): string[] {
  const words = sentence.match(/[\p{L}\p{N}]+(?:[.&'’-][\p{L}\p{N}]+)*/gu) ?? [];
  return words
    .filter((word) => /\p{Lu}/u.test(word))
    .map((word) => word.toLowerCase().replaceAll('’', "'").replace(/'s$/, ''))
    .filter((word) => !NO_NAME.has(word));
}

const SPOKEN_NUMBERS: Record<string, string> = {
  two: '2',
  three: '3',
  four: '4',
  five: '5',
  six: '6',
  seven: '7',
  eight: '8',
  nine: '9',
  ten: '10',
  eleven: '11',
  twelve: '12',
  twenty: '20',
  thirty: '30',
  forty: '40',
  fifty: '50',
  sixty: '60',
  seventy: '70',
  eighty: '80',
  ninety: '90',
  hundred: '100',
  thousand: '1000',
};

/** Numbers in figures, without separators; spoken ones as their figures too. */
function numbersOf(text: string): string[] {
  const figures = (text.match(/\d+(?:[.,]\d+)*/g) ?? []).map((figure) =>
    figure.replace(/,(?=\d{3})/g, '').replace(/\.0+$/, ''),
  );
  const spoken = (text.toLowerCase().match(/[a-z]+/g) ?? []).flatMap((word) => SPOKEN_NUMBERS[word] ?? []);
  return [...figures, ...spoken];
}
