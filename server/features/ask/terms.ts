import { stemmer } from 'stemmer';

/** Words that carry no subject of a question or a text. */
const STOP_WORDS = new Set(
  `a an the and or but if then than so of to in on at by for from with about as into onto over under between is are was
  were be been being am do does did done doing have has had having i me my mine we us our you your he him his she her
  it its they them their this that these those there here what which who whom whose when where why how can could should
  would will shall may might must not no nor only just also too very much more most some any all each every both few
  other another such own same up down out off again once because while during before after above below until against
  through s t d ll m re ve don doesn didn isn aren wasn weren won wouldn couldn shouldn ain yes ok okay please thanks`
    .split(/\s+/)
    .filter(Boolean),
);

/** Written forms that split or join differently from how they are said. */
const WRITTEN: readonly (readonly [RegExp, string])[] = [
  [/\bs\s*&\s*p\b/g, 'sp500'],
  [/\bsp500\s*500\b/g, 'sp500'],
  [/\bp\s*\/\s*e\b/g, 'pe'],
  [/\br\s*&\s*d\b/g, 'rnd'],
  [/\bm\s*&\s*a\b/g, 'mna'],
  [/\b401\s*\(?k\)?(?:'?s)?\b/g, '401k'],
  [/\b403\s*\(?b\)?\b/g, '403b'],
  [/\bu\.\s?s\.(?:a\.)?/g, 'us '],
  [/\bu\.\s?k\./g, 'uk '],
  [/(\d),(?=\d{3}\b)/g, '$1'],
];

/** The stems of a text in order, stop words left out. Numbers stay whole. */
export function termsOf(text: string): string[] {
  let plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/[’`]/g, "'");
  for (const [pattern, written] of WRITTEN) plain = plain.replace(pattern, written);
  const words = plain.replace(/'s\b/g, '').match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.filter((word) => !STOP_WORDS.has(word)).map(stem);
}

/** One word's stem, as `termsOf` makes it. */
export function stem(word: string): string {
  return /\d/.test(word) ? word : stemmer(word);
}
