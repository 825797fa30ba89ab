import { stem } from '#server/language/terms.ts';

/** Pairs of groups of opposites: a word of one side turns a claim into that of the other. */
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
/** A negation of a verb or an adjective. */
const DENIES =
  /^(?:not|never|cannot|hardly|barely|scarcely|\p{L}+n't|(?:do|does|did|is|are|was|wo|ca|would|should|could)nt)$/u;
/** Denies only in part: "does not totally determine". */
const IN_PART =
  /^(?:all|always|entirely|exactly|fully|just(?! as)|merely|necessarily|only|purely|quite|simply|solely|totally|wholly|yet)\b/u;
/** Fears: their denial does not deny the feared thing ("need not fear being drowned"). */
const FEARS = /^(?:afraid|fear|fears|feared|fearing|worr(?:y|ies|ied|ying))$/u;
/** Verbs with another meaning before these: "falls into place", "leads to". */
const IDIOM: ReadonlyMap<string, RegExp> = new Map([
  ['fall', /^(?:into|for|under|apart|within|through)$/u],
  ['lead', /^to$/u],
  ['drop', /^(?:in|by)$/u],
  ['lose', /^(?:sight|track)$/u],
  ['lower', /^(?:its|the|their)$/u],
]);
/** Open alternatives deny nothing. */
const EITHER = /\b(may|might|could|will|would|whether) or (?:(?:may|might|could|will|would) )?not\b/giu;
/** Other words that turn those around: negations, subtractions, doubts, suppositions. */
const TURNS =
  /^(?:no|none|nothing|nobody|nowhere|neither|nor|without|un\p{L}{4,}|\p{L}+less|against|avoid\p{L}*|away|deni\p{L}*|deny\p{L}*|doubt\p{L}*|except|fail\p{L}*|far|gone|instead|lack\p{L}*|less|los[et]\p{L}*|prevent\p{L}*|rather|refus\p{L}*|ridiculous|skeptic\p{L}*|sceptic\p{L}*|too|stop\p{L}*|unlike|wrong|if|unless|whether|guess\p{L}*|hope[ds]?|imagine|suppose|wish\p{L}*|what|why|how)$/u;
/** A model also subtracts with these: "outside the main strip" is not in it. */
const TAKES_AWAY =
  /^(?:beyond|difficult|drop\p{L}*|few\p{L}*|hard\p{L}*|least|leav\p{L}*|left|low\p{L}*|miss\p{L}*|off|only|out|outside|over|past|questionable|ripped|spotty|than|though|until|wish\p{L}*)$/u;
/** Helped, so not happening by itself: "can help old funds to clear". */
const HELPS = /^help(?:s|ed|ing)?$/u;
/** A denied degree is no denied deed: "not expanded as fast as it could". */
const DEGREE = /\bas \p{L}+ as\b/iu;
/** Granted or supposed, not denied: "even if not consciously". */
const SUPPOSES = /\b(?:if|whether|unless)\b/iu;
/** Asks which of two, with or without a question mark: "is the demand steady or is it at a peak". */
const ASKS_WHICH =
  /\b(is|are|was|were|do|does|did|will|would|can|could) (?:the|an?|he|it|she|that|there|they|this|we|you)\b.{0,80}\bor \1 (?:he|it|she|that|there|they|this|we|you)\b/iu;
/** Denied for one time, possible for another: "at some point, but not this decade". */
const NOT_THEN = /\bnot (?:for|in|next|now|soon|there|this|today|until|yet)\b/iu;
/** Words of one sense: what goes down falls, low costs are cheap. */
const SAID_ALIKE: ReadonlyMap<string, readonly string[]> = new Map([
  ['fall', ['down']],
  ['drop', ['down']],
  ['shrink', ['down']],
  ['rise', ['up']],
  ['grow', ['up']],
  ['climb', ['up']],
  ['cheap', ['cost', 'free', 'afford', 'inexpensive', 'efficient'].map(stem)],
]);
/** A denial reaches this many words; a little more in a model's words. */
const REACH = { said: 2, told: 3 } as const;
/** A part that continues with a list: "sells no software, compute, servers or chips". */
const LIST_PART = /^\s*[\p{L}\p{N}' -]+(?:,|\b(?:or|nor)\b)/u;
/** A longer part is a thought of its own. */
const LIST_WORDS = 9;
/** Words this near are beside each other. */
const BESIDE = 5;
const SENTENCE = /(?<=[.;!?\n])/;
/** Parts that may differ in direction; "not because of" denies what follows. */
const CLAUSE =
  /(?<=[,;:.!?\n])|(?<!\bnot )\b(?:but|although|though|while|because|since|so that|unless|whereas|as long as|and)\b/;

const sides = new Map<string, { readonly own: ReadonlySet<string>; readonly other: ReadonlySet<string> }[]>();
for (const [one, other] of OPPOSITES) {
  const [a, b] = [stemsOf(one), stemsOf(other)];
  for (const word of a) sides.set(word, [...(sides.get(word) ?? []), { own: a, other: b }]);
  for (const word of b) sides.set(word, [...(sides.get(word) ?? []), { own: b, other: a }]);
}

function stemsOf(words: string): ReadonlySet<string> {
  return new Set(words.split(' ').map(stem));
}

type Use = {
  readonly word: string;
  readonly stem: string;
  readonly negated: 'yes' | 'maybe' | 'no';
  /** A name, which cannot be turned. */
  readonly isName: boolean;
};

/** A text's words in order, each with whether its sentence or clause turns it. */
function usesOf(text: string, by: keyof typeof REACH): Use[] {
  let isTurned = false;
  return clausesOf(text.replaceAll('’', "'").replace(EITHER, '$1')).flatMap(
    ({ part, isOpen, isContrasted }) => {
      const words = part.match(/[\p{L}\p{N}]+(?:['-][\p{L}\p{N}]+)*/gu) ?? [];
      const small = words.map((word) => word.toLowerCase().replace(/'s$/, ''));
      const denials = small.flatMap((word, i) => (DENIES.test(word) ? [i] : []));
      const endOf = (at: number) => {
        const fear = small.slice(at + 1, at + 3).findIndex((word) => by === 'told' && FEARS.test(word));
        return at + (fear < 0 ? REACH[by] : fear + 1);
      };
      const inPart = (at: number) => IN_PART.test(small.slice(at + 1, at + 3).join(' '));
      const turning = small.flatMap((word, i) =>
        TURNS.test(word) || (by === 'told' && TAKES_AWAY.test(word)) ? [i] : [],
      );
      const helped = small.flatMap((word, i) => (by === 'told' && HELPS.test(word) ? [i] : []));
      const goesOn = by === 'told' && isTurned && words.length <= LIST_WORDS && LIST_PART.test(part);
      isTurned = goesOn || denials.length > 0 || turning.length > 0;
      return small.map((word, i): Use => {
        const turns =
          goesOn || isOpen || turning.some((at) => by === 'told' || at < i) || helped.some((at) => at < i);
        const near = denials.some((at) => at < i && i <= endOf(at) && !inPart(at));
        // A model's own denial is plain. In speech it is sure only if nothing else may reverse it.
        const isPlain =
          by === 'told' ? !isContrasted && ![DEGREE, SUPPOSES].some((open) => open.test(part)) : !turns;
        const sure = near && denials.length === 1 && isPlain;
        return {
          word,
          stem: stemIn(small, i),
          negated: sure ? 'yes' : denials.length > 0 || turns ? 'maybe' : 'no',
          isName: /^\p{Lu}/u.test(words[i] as string),
        };
      });
    },
  );
}

/** A clause; whether its sentence asks, or denies of a time alone, and whether "but" follows it: "not the price but the margin". */
type Clause = { readonly part: string; readonly isOpen: boolean; readonly isContrasted: boolean };

function clausesOf(text: string): Clause[] {
  return text.split(SENTENCE).flatMap((sentence) => {
    const isOpen = sentence.includes('?') || NOT_THEN.test(sentence) || ASKS_WHICH.test(sentence);
    let read = 0;
    return sentence.split(CLAUSE).map((part) => {
      read = sentence.indexOf(part, read) + part.length;
      return { part, isOpen, isContrasted: /^\s*but\b/i.test(sentence.slice(read)) };
    });
  });
}

/** A word's stem; an idiom's includes the next word, so that nothing opposes it. */
function stemIn(words: readonly string[], i: number): string {
  const own = stem(words[i] as string);
  return IDIOM.get(own)?.test(words[i + 1] ?? '') === true ? `${own} ${words[i + 1]}` : own;
}

/**
 * Words that reverse what `source` says, as written: "loses" where only winning is mentioned, "not" before what is
 * only affirmed, or none before what is only denied. Misses reversals in other words.
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

/** An unused word (nor one like it) whose opposite was affirmed beside the same words. */
function isContrary(
  { stem: own, negated }: Use,
  beside: readonly Use[],
  said: Said,
  together: (a: string, b: string) => boolean,
): boolean {
  if (negated === 'yes') return false;
  const isSaidAlike = (SAID_ALIKE.get(own) ?? []).some((alike) =>
    beside.some((other) => weighs(other) && together(alike, other.stem)),
  );
  if (isSaidAlike) return false;
  const contrary = (one: string) =>
    said.get(one)?.some((use) => use.negated !== 'yes') === true &&
    beside.some((other) => weighs(other) && together(one, other.stem));
  return (sides.get(own) ?? []).some(
    (pair) => ![...pair.own].some((one) => said.has(one)) && [...pair.other].some(contrary),
  );
}

/** Whether a word is denied that was only affirmed, or the reverse, beside a word that was said with it. */
function isDenied(
  told: Use,
  beside: readonly Use[],
  said: Said,
  together: (a: string, b: string) => boolean,
): boolean {
  const uses = said.get(told.stem);
  if (uses === undefined || told.isName || !weighs(told)) return false;
  if (!beside.some((other) => weighs(other) && other.stem !== told.stem && together(told.stem, other.stem)))
    return false;
  if (told.negated === 'yes') return uses.every((use) => use.negated === 'no');
  return told.negated === 'no' && uses.every((use) => use.negated === 'yes');
}

function weighs({ word }: Use): boolean {
  return word.length >= 4 && !LIGHT.has(word);
}

/** Words too weak to be turned. */
const LIGHT = new Set(
  'today that this they them their there these those have been being will would could should with from into than then what when where which while much many more most very just only even also each such still about over after before because like make makes made making need needs want wants think seem seems seemed seeming end ends ended going getting take takes come comes thing things people company companies business year years keep keeps'.split(
    ' ',
  ),
);
