import { stemmer } from 'stemmer';
import { asTyped, inAmerican, spellings, withoutAccents } from '#server/language/spelling.ts';

/** Words that say nothing of a text's subject. */
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

/** Forms that the split into words would take apart, with their one spelling. */
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
  [/\bdatacenter(s?)\b/g, 'data center$1'],
  // Phrases that mean something else than their words.
  [/\b(?:good|great|nice|amazing|incredible|terrible|bad) job\b/g, 'work'],
  [/\bgreat recession\b/g, 'crisis'],
];

/** The stems of a text in order, stop words left out. Numbers stay whole. */
export function termsOf(text: string): string[] {
  let plain = withoutAccents(asTyped(text)).toLowerCase();
  plain = inAmerican(plain);
  for (const [pattern, written] of WRITTEN) plain = plain.replace(pattern, written);
  const words = plain.replace(/'s\b/g, '').match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.filter((word) => !STOP_WORDS.has(word)).map(stem);
}

/** Forms that the stemmer does not reduce to their word. The word stands first. */
const FORMS = `fall fell fallen; rise rose risen; grow grew grown growth; lose lost losing; make made; sell sold; buy bought;
  pay paid; spend spent; build built; hold held; bring brought; win won; sink sank sunk; shrink shrank shrunk; lend lent;
  become became; beat beaten; begin began begun; drive drove driven; choose chose chosen; leave left; teach taught;
  compete competing competition competitions competitive competitor competitors; regulate regulator regulators;
  acquire acquisition acquisitions; cheap cheaper cheapest; threat threaten threatens threatened threatening`;
/** Words that the stemmer wrongly reduces to another: customer to custom, busy to business. */
const APART = `customer customers; interesting interestingly; important importantly importance; busy; university universities;
  generic; general generally; generate generates generated generating; marketing marketed; organic; news; emergency; inflatable inflatables`;

const groups = (list: string) => list.split(';').map((line) => line.trim().split(/\s+/));
const stems = new Map([
  ...groups(FORMS).flatMap((words) => words.map((word) => [word, stemmer(words[0] ?? word)] as const)),
  ...groups(APART).flatMap((words) => words.map((word) => [word, words[0] ?? word] as const)),
]);

/** One word's stem, as `termsOf` makes it. */
export function stem(word: string): string {
  return stems.get(word) ?? (/\d/.test(word) ? word : stemmer(word));
}

const british = new Map<string, string[]>();
for (const [american, written] of spellings) {
  const known = british.get(stem(american));
  if (known) known.push(written);
  else british.set(stem(american), [written]);
}

/** Each stem with the forms that the stemmer does not reduce to it. */
const formsOf = new Map(groups(FORMS).map((words) => [stemmer(words[0] ?? ''), words] as const));

/** A stem for a text search (`websearch_to_tsquery`): itself OR its words in British spelling and its forms that are stemmed otherwise. */
export function writtenForms(term: string): string {
  return [term, ...(british.get(term) ?? []), ...(formsOf.get(term) ?? [])].join(' OR ');
}
