import { stem } from '#server/language/terms.ts';

/** Words that say the contrary of each other; in each pair of groups one word of the one side turns a claim about into the other. */
const OPPOSITES: readonly (readonly [string, string])[] = [
  [
    'grow growing growth rise rising increase increasing expand climb accelerate surge',
    'shrink shrinking fall falling decline declining decrease drop decelerate plunge',
  ],
  ['win winning winner', 'lose losing loser'],
  ['gain gaining', 'lose losing'],
  ['strong stronger strongest strength', 'weak weaker weakest weakness'],
  ['cheap undervalued underpriced', 'expensive overvalued overpriced'],
  ['undervalue', 'overvalue'],
  ['better best improve improving', 'worse worst worsen deteriorate'],
  ['higher highest', 'lower lowest'],
  ['succeed success', 'fail failure'],
  ['profitable profit', 'unprofitable loss'],
  ['ahead lead leading', 'behind lag lagging trail'],
  ['safe', 'risky dangerous'],
  ['faster fastest', 'slower slowest'],
  ['more', 'less fewer'],
  ['early earlier', 'late later'],
  ['scarce shortage', 'glut oversupply abundant'],
  ['outperform', 'underperform'],
  ['overestimate overhyped', 'underestimate underhyped'],
];
const NEGATES =
  /^(?:not|no|never|none|nothing|nobody|without|cannot|neither|nor|hardly|unable|fails?|failed|lacks?|stops?|prevents?|avoids?|refuses?|instead|rather|\p{L}+n't|(?:do|does|did|is|are|was|wo|ca|would|should|could)nt)$/u;
/** A negation turns the words that follow it so closely; those a little further on in its sentence it may turn. */
const REACH = 3;
const LONG_REACH = { said: 6, told: 12 } as const;
/** A word beside another stands so near. */
const BESIDE = 5;
/** What is only supposed or asked may be told either way. */
const SUPPOSES = /^(?:if|unless|whether|doubt|doubts|guess|guessing|imagine|suppose|what|why|how)$/;
const SENTENCE = /[.;!?\n]+/;

const sides = new Map<string, { readonly own: ReadonlySet<string>; readonly other: ReadonlySet<string> }[]>();
for (const [one, other] of OPPOSITES) {
  const [a, b] = [stemsOf(one), stemsOf(other)];
  for (const word of a) sides.set(word, [...(sides.get(word) ?? []), { own: a, other: b }]);
  for (const word of b) sides.set(word, [...(sides.get(word) ?? []), { own: b, other: a }]);
}

function stemsOf(words: string): ReadonlySet<string> {
  return new Set(words.split(' ').map(stem));
}

type Use = { readonly word: string; readonly stem: string; readonly negated: 'yes' | 'maybe' | 'no' };

/** The words of a text in order, each with whether a negation in its sentence turns it. */
function usesOf(text: string, by: keyof typeof LONG_REACH): Use[] {
  return text
    .toLowerCase()
    .replaceAll('’', "'")
    .split(SENTENCE)
    .flatMap((sentence) => {
      const words = sentence.match(/[\p{L}\p{N}]+(?:'[\p{L}]+)?/gu) ?? [];
      const negations = words.flatMap((word, i) => (NEGATES.test(word) ? [i] : []));
      const supposed = by === 'said' && words.some((word) => SUPPOSES.test(word));
      return words.map((word, i): Use => {
        const before = negations.filter((at) => at < i && i - at <= LONG_REACH[by]);
        const near = before.some((at) => i - at <= REACH);
        // Two negations before a word may cancel out.
        const maybe = supposed || before.length > 0;
        return {
          word,
          stem: stem(word),
          negated: near && before.length === 1 ? 'yes' : maybe ? 'maybe' : 'no',
        };
      });
    });
}

/**
 * Words of a text that turn what `source` says into its contrary, as written: "loses" where only winning is spoken of, "not"
 * before what is only affirmed there, or none before what is only denied. Blind to what is turned in other words.
 */
export function turnedWords(text: string, source: string): string[] {
  const said = Map.groupBy(usesOf(source, 'said'), (use) => use.stem);
  const sentences = source
    .split(SENTENCE)
    .map((sentence) => new Set(usesOf(sentence, 'said').map((use) => use.stem)));
  const together = (a: string, b: string) => sentences.some((stems) => stems.has(a) && stems.has(b));
  const told = usesOf(text, 'told');
  return told
    .filter((use, i) => {
      const beside = told.slice(Math.max(0, i - BESIDE), i + BESIDE + 1);
      return isContrary(use, beside, said, together) || isDenied(use, beside, said, together);
    })
    .map(({ word }) => word);
}

type Said = ReadonlyMap<string, readonly Use[]>;

/** A word that nobody used, nor one like it, where its contrary was affirmed beside the same words. */
function isContrary(
  { stem: own, negated }: Use,
  beside: readonly Use[],
  said: Said,
  together: (a: string, b: string) => boolean,
): boolean {
  if (negated !== 'no') return false;
  const contrary = (one: string) =>
    said.get(one)?.some((use) => use.negated !== 'yes') === true &&
    beside.some((other) => weighs(other) && together(one, other.stem));
  return (sides.get(own) ?? []).some(
    (pair) => ![...pair.own].some((one) => said.has(one)) && [...pair.other].some(contrary),
  );
}

/** Denied what was only affirmed, or affirmed what was only denied: told by a word and one beside it, which were said together. */
function isDenied(
  told: Use,
  beside: readonly Use[],
  said: Said,
  together: (a: string, b: string) => boolean,
): boolean {
  const uses = said.get(told.stem);
  if (uses === undefined || !weighs(told)) return false;
  if (!beside.some((other) => weighs(other) && other.stem !== told.stem && together(told.stem, other.stem)))
    return false;
  if (told.negated === 'yes') return uses.every((use) => use.negated === 'no');
  return told.negated === 'no' && uses.every((use) => use.negated === 'yes');
}

function weighs({ word }: Use): boolean {
  return word.length >= 4 && !LIGHT.has(word);
}

/** Words that say too little to be turned. */
const LIGHT = new Set(
  'that this they them their there these those have been being will would could should with from into than then what when where which while much many more most very just only even also each such still about over after before because like make makes made making need needs want wants think going getting take takes come comes thing things people company companies business year years keep keeps'.split(
    ' ',
  ),
);
