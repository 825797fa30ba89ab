import { entriesOf } from './word-list.ts';

/** Lists of words that Britain spells differently from America, with the endings that follow both forms. */
const PAIRS: readonly (readonly [list: string, endings: string])[] = [
  ['spelling/nouns', ', s'],
  ['spelling/adjectives-in-al', 'al, ism'],
  ['spelling/our', ', s, ed, ing, er, ers, able, al, hood, hoods, ite, ites'],
  ['spelling/double-l', 'ed, ing, er, ers, or, ors'],
  ['spelling/ise', 'e, es, ed, ing, er, ers, ation, ations'],
  ['spelling/yse', 'e, ed, ing, er, ers'],
  ['spelling/single-words', ''],
];

const split = (list: string) => list.split(',').map((part) => part.trim());
const forms: readonly (readonly [american: string, british: string])[] = PAIRS.flatMap(([list, endings]) =>
  entriesOf(list).flatMap((pair) => {
    const [american = '', british = ''] = pair.split(' ');
    return split(endings).map((ending) => [american + ending, british + ending] as const);
  }),
);
const toAmerican = new Map(forms.map(([american, british]) => [british, american]));
const toBritish = new Map(forms);

/** Words with two spellings, in lower case: American to British. */
export const spellings: ReadonlyMap<string, string> = toBritish;

/** A text in American spelling. A changed word is in lower case. */
export function inAmerican(text: string): string {
  return text.replace(/\p{L}+/gu, (word) => toAmerican.get(word.toLowerCase()) ?? word);
}

/** The words of a text that have two spellings, in lower case: the text's, then the other. */
export function otherSpellings(text: string): (readonly [written: string, other: string])[] {
  const words = new Set(text.toLowerCase().match(/\p{L}+/gu));
  return [...words].flatMap((word) => {
    const other = toAmerican.get(word) ?? toBritish.get(word);
    return other === undefined ? [] : [[word, other] as const];
  });
}

/** A search text with hyphenated words as quoted phrases: `jpmorgan-chase` finds `JPMorgan Chase`. */
export function withoutHyphens(query: string): string {
  return query
    .split('"')
    .map((part, i) =>
      part.replace(HYPHENATED, (word) => {
        const phrase = word.replaceAll('-', ' ');
        return i % 2 === 1 ? phrase : `"${phrase}"`;
      }),
    )
    .join('"');
}

const HYPHENATED = /(?<![\p{L}\p{N}])\p{L}[\p{L}\p{N}]*(?:-\p{L}[\p{L}\p{N}]*)+(?![\p{N}-])/gu;
