import type { Evidence } from '#server/features/ask/choose/evidence.ts';
import { spokenDate } from '#server/features/ask/read/period.ts';
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

/** All that evidence says and is: the words a sentence may rest on. */
export function groundsOf(item: Evidence): string {
  if (item.kind === 'passage') {
    const { passage } = item;
    return [
      passage.showName,
      passage.episodeTitle,
      spokenDate(passage.publishedAt),
      passage.speaker ?? '',
      passage.text,
    ].join('\n');
  }
  const { idea } = item;
  return [
    idea.showName,
    idea.episodeTitle,
    spokenDate(idea.episodePublishedAt),
    idea.guest ?? '',
    idea.speakerName ?? '',
    idea.speakerTitle ?? '',
    idea.headline,
    idea.thesis,
    idea.statement,
    idea.context ?? '',
    idea.quote ?? '',
    idea.subjectName,
    idea.tickers.join(' '),
    idea.riskFlags.join('. '),
    idea.validationSignals.join('. '),
  ].join('\n');
}

/** True when every name, symbol and number of the sentence occurs in the evidence it cites, and it cites some. */
export function restsOn(sentence: string, on: readonly Evidence[]): boolean {
  return on.length > 0 && ungrounded(sentence, on.map(groundsOf).join('\n')).length === 0;
}

/** The names, symbols and numbers of a sentence that do not occur in the text it is said to rest on. */
export function ungrounded(sentence: string, grounds: string): string[] {
  const words = new Set(wordsOf(grounds));
  const numbers = new Set(numbersOf(grounds));
  return [
    ...numbersOf(sentence).filter((number) => !numbers.has(number)),
    ...namesOf(sentence).filter((name) => !words.has(name)),
  ];
}

/** True when most of a sentence's words are words of its evidence: a claim of its own is no account of it. */
export function isAccountOf(sentence: string, on: readonly Evidence[]): boolean {
  return sharedWords(sentence, on.map(groundsOf).join('\n')) >= 0.6;
}

/** The share, 0..1, of a sentence's words that are words of the text it is said to rest on; 0 when it says nothing. */
export function sharedWords(sentence: string, grounds: string): number {
  const known = new Set(termsOf(grounds));
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
