import type { Alias, Entry } from '#server/linking/universe.ts';
import type { NameSense } from './index.ts';
import type { Token } from './tokens.ts';
import {
  AFTER_NAME,
  BEFORE_NAME,
  BEFORE_VERB,
  DETERMINERS,
  EVERYDAY,
  FINANCE,
  GIVEN_NAMES,
} from './words.ts';

/** A name as found, before its context is read. */
export type Found = {
  readonly first: number;
  readonly last: number;
  readonly entry: Entry;
  /** Null for a symbol. */
  readonly alias: Alias | null;
  readonly base: number;
};

/** Least base confidence, 0..1, of a name that can mean nothing else. */
const SURE = 0.85;

/** Whether a name can mean nothing else. As evidence of a company a misheard one counts, too. */
function isSure({ base, alias }: Found): boolean {
  return base >= SURE && alias?.product !== true;
}

/** Whether a name can mean nothing else, and stands there as it is written. */
export function isSureAsWritten(found: Found): boolean {
  return isSure(found) && found.alias?.misheard !== true;
}

const NEAR_WORDS = 12;
const NEAR_NAMES = 35;
const CEILING = 0.98;
const PRODUCT_CEILING = 0.7;
const MISHEARD_CEILING = 0.85;
/** Three capitals alone are an abbreviation more often than a symbol, in any context. */
const BARE_SYMBOL = 0.5;
const BARE_SYMBOL_CEILING = 0.55;
/** A product alone is too loose a name for its owner to be served; talk of money around it makes it pass. */
const PRODUCT_BASE = 0.53;
const NAMED_PRODUCT_BASE = 0.66;
/** Confidence of a name after a first name: it is a person's (`Michael Dell`). */
const PERSON = 0.3;

type Look = 'capital' | 'opens' | 'lower' | 'caseless';

/** Confidence, 0..1, in a name by its ambiguity and, where capitals mean something (`cased`), its letters. */
export function baseConfidence(
  { alias, namesOwner }: NameSense,
  tokens: readonly Token[],
  first: number,
  last: number,
  cased: boolean,
): number {
  const token = tokens[first];
  if (token === undefined) return 0;
  const lower = isLower(tokens, first, last);
  const look: Look = !cased
    ? 'caseless'
    : lower
      ? 'lower'
      : token.opens && first === last
        ? 'opens'
        : 'capital';
  const base =
    BASE[ambiguityOf(alias, look)][look] + (last > first && alias.ambiguity !== 'plain' ? 0.05 : 0);
  const heard = alias.misheard ? base - 0.1 : base;
  return alias.product
    ? Math.min(heard, namesOwner || alias.division ? NAMED_PRODUCT_BASE : PRODUCT_BASE)
    : heard;
}

const BASE = {
  plain: { capital: 0.95, opens: 0.95, lower: 0.85, caseless: 0.9 },
  word: { capital: 0.72, opens: 0.5, lower: 0.25, caseless: 0.33 },
  doubtful: { capital: 0.4, opens: 0.28, lower: 0.06, caseless: 0.12 },
} as const;

/**
 * Without a capital to go by, initials may be a word (`ups and downs`), and in small letters everyday words in a row
 * mean what they say (`on running`).
 */
function ambiguityOf(alias: Alias, look: Look): Alias['ambiguity'] {
  if (alias.ambiguity !== 'plain' || look === 'capital' || look === 'opens') return alias.ambiguity;
  const words = alias.text.toLowerCase().split(/[\s-]+/);
  if (!words.every((word) => EVERYDAY.has(word))) return 'plain';
  if (words.length === 1) return 'doubtful';
  return look === 'lower' ? 'word' : 'plain';
}

/**
 * Confidence, 0..1, in each found name, from the words and names around it and from the whole episode. `expected`: companies
 * that the episode's title and description name.
 */
export function scoreAll(
  found: readonly Found[],
  tokens: readonly Token[],
  cased: Uint8Array,
  expected: ReadonlySet<Entry> = new Set(),
): number[] {
  const money = financeCounts(tokens);
  const sure = found.map(isSure);
  const priors = episodePriors(found);
  return found.map((item, at) => {
    if (isPersonsName(item, tokens, cased[item.first] === 1)) return PERSON;
    if (item.alias?.ambiguity === 'plain' && !item.alias.product && item.base >= 0.75) return item.base;
    const score =
      item.base +
      neighbourhood(item, tokens, money) +
      company(found, sure, at) +
      grammar(item, tokens, cased[item.first] === 1, found, at) +
      prior(item, priors, expected);
    return Math.min(ceilingOf(item, priors), Math.max(0, score));
  });
}

function ceilingOf(item: Found, priors: ReadonlyMap<Entry, Prior>): number {
  if (item.alias?.product === true) return PRODUCT_CEILING;
  if (item.alias?.misheard === true) return MISHEARD_CEILING;
  const named = (priors.get(item.entry)?.plain ?? 0) > 0;
  return item.alias === null && item.base < BARE_SYMBOL && !named ? BARE_SYMBOL_CEILING : CEILING;
}

/** Running count of finance words: a window's count is one subtraction. */
function financeCounts(tokens: readonly Token[]): Uint32Array {
  const counts = new Uint32Array(tokens.length + 1);
  tokens.forEach((token, i) => {
    counts[i + 1] = (counts[i] ?? 0) + (FINANCE.has(token.norm) ? 1 : 0);
  });
  return counts;
}

function neighbourhood(item: Found, tokens: readonly Token[], money: Uint32Array): number {
  const from = Math.max(0, item.first - NEAR_WORDS);
  const to = Math.min(tokens.length, item.last + 1 + NEAR_WORDS);
  const words =
    (money[to] ?? 0) - (money[from] ?? 0) - ((money[item.last + 1] ?? 0) - (money[item.first] ?? 0));
  const near = words >= 3 ? 0.2 : words === 2 ? 0.15 : words === 1 ? 0.08 : 0;
  const after = afterName(tokens, item.last);
  const before = tokens[item.first - 1];
  const said = after !== undefined && after.gap === 'space' && AFTER_NAME.has(after.norm) ? 0.3 : 0;
  const announced =
    before !== undefined && tokens[item.first]?.gap === 'space' && BEFORE_NAME.has(before.norm) ? 0.12 : 0;
  return near + Math.max(said, announced);
}

/** The token after a name, past its possessive (`Apple's earnings`). */
function afterName(tokens: readonly Token[], last: number): Token | undefined {
  return tokens[last + 1]?.norm === "'s" ? tokens[last + 2] : tokens[last + 1];
}

/** Other companies close by, and an unbroken list of names (`Apple, Target and Walmart`). */
function company(found: readonly Found[], sure: readonly boolean[], at: number): number {
  const item = found[at];
  if (item === undefined) return 0;
  const others = new Set<Entry>();
  for (let i = at - 1; i >= 0 && item.first - (found[i]?.last ?? 0) <= NEAR_NAMES; i -= 1)
    addSure(others, found, sure, i, item);
  for (let i = at + 1; i < found.length && (found[i]?.first ?? 0) - item.last <= NEAR_NAMES; i += 1) {
    addSure(others, found, sure, i, item);
  }
  const near = others.size >= 2 ? 0.2 : others.size === 1 ? 0.12 : 0;
  const beside = [found[at - 1], found[at + 1]].some((other, side) => {
    if (other === undefined || other.entry === item.entry || other.base < 0.5) return false;
    const distance = side === 0 ? item.first - other.last : other.first - item.last;
    return distance <= 2;
  });
  return near + (beside ? 0.12 : 0);
}

function addSure(
  others: Set<Entry>,
  found: readonly Found[],
  sure: readonly boolean[],
  i: number,
  item: Found,
): void {
  const other = found[i];
  if (other !== undefined && sure[i] === true && other.entry !== item.entry) others.add(other.entry);
}

/** Score of the words right before and after: `a target`, `to match`, `Gerald Ford`, `meta-analysis`. */
function grammar(
  item: Found,
  tokens: readonly Token[],
  cased: boolean,
  found: readonly Found[],
  at: number,
): number {
  if (item.alias === null || item.alias.ambiguity === 'plain') return 0;
  const token = tokens[item.first];
  const before = tokens[item.first - 1];
  const after = tokens[item.last + 1];
  if (token === undefined) return 0;
  const quiet = !cased || isLower(tokens, item.first, item.last);
  let score = 0;
  if (before !== undefined && token.gap === 'space') {
    if (DETERMINERS.has(before.norm)) score -= quiet ? 0.4 : item.alias.ambiguity === 'word' ? 0.1 : 0.18;
    else if (before.norm === 'the') score -= quiet ? 0.3 : 0.06;
    else if (quiet && BEFORE_VERB.has(before.norm)) score -= 0.25;
    else if (cased && !quiet && isOtherName(before, found[at - 1], item)) score -= 0.3;
  }
  if (quiet && token.gap === 'hyphen') score -= 0.3;
  if (after === undefined) return score;
  if (quiet && cased && actsAlone(token, before, after)) score += BARE_NOUN;
  if (quiet && after.gap === 'hyphen') score -= 0.3;
  if (quiet && after.gap === 'space' && after.norm === 'of') score -= 0.2;
  if (cased && !quiet && isPartOfLongerName(after, found[at + 1])) score -= 0.25;
  return score;
}

/** Score of a lower-case word that acts without an article, as names do and things seldom ("so toast is", "for meta has"). */
const BARE_NOUN = 0.2;
const BEFORE_NOUN = new Set(
  'and or but so that because if when than at for from with versus vs like into why how as own is was well yeah think'.split(
    ' ',
  ),
);
const ACTS_ALONE = new Set(
  'is has was will had does did doesnt didnt isnt wasnt hasnt wont trades announced spends reported raised said says bought stock shares ceo'.split(
    ' ',
  ),
);

function actsAlone(token: Token, before: Token | undefined, after: Token): boolean {
  const first =
    token.opens || token.gap === 'comma' || (before !== undefined && BEFORE_NOUN.has(before.norm));
  return first && after.gap === 'space' && ACTS_ALONE.has(after.norm);
}

/** Whether a single-word name follows a first name (`Michael Dell`). Without capitals the first name must be no word. */
function isPersonsName(item: Found, tokens: readonly Token[], cased: boolean): boolean {
  const before = tokens[item.first - 1];
  const token = tokens[item.first];
  if (before === undefined || token === undefined || item.last !== item.first || token.gap !== 'space')
    return false;
  if (!GIVEN_NAMES.has(before.norm) || item.alias === null) return false;
  return cased ? before.letters === 'capital' && token.letters !== 'lower' : !EVERYDAY.has(before.norm);
}

/** Whether the word before is probably a first name: a capital in mid-sentence, and no company. */
function isOtherName(before: Token, previous: Found | undefined, item: Found): boolean {
  if (before.opens || before.letters !== 'capital' || before.norm.length < 3) return false;
  if (previous !== undefined && previous.last === item.first - 1) return false;
  return !EVERYDAY.has(before.norm);
}

function isPartOfLongerName(after: Token, next: Found | undefined): boolean {
  if (after.gap !== 'space' || after.letters !== 'capital' || after.norm.length < 2) return false;
  if (FINANCE.has(after.norm) || AFTER_NAME.has(after.norm) || after.norm === 'i') return false;
  return next === undefined || !(next.base >= 0.4);
}

type Prior = { plain: number; likely: number; products: number };

function episodePriors(found: readonly Found[]): Map<Entry, Prior> {
  const priors = new Map<Entry, Prior>();
  for (const item of found) {
    const prior = priors.get(item.entry) ?? { plain: 0, likely: 0, products: 0 };
    if (item.alias?.product === true) prior.products += 1;
    if (isSure(item)) prior.plain += 1;
    else if (item.base >= 0.7) prior.likely += 1;
    priors.set(item.entry, prior);
  }
  return priors;
}

/** Score of a misheard name if the episode names a product of the company (`wicks` beside Base44). */
const OWN_PRODUCT = 0.3;

function prior(item: Found, priors: ReadonlyMap<Entry, Prior>, expected: ReadonlySet<Entry>): number {
  const known = priors.get(item.entry);
  if (known === undefined) return 0;
  if (known.plain > 0 || expected.has(item.entry)) return 0.2;
  const others = known.likely - (item.base >= 0.7 ? 1 : 0);
  if (item.alias?.misheard === true && item.alias.ambiguity === 'word' && known.products > 0)
    return OWN_PRODUCT;
  return others >= 3 ? 0.18 : others >= 1 ? 0.1 : 0;
}

function isLower(tokens: readonly Token[], first: number, last: number): boolean {
  for (let i = first; i <= last; i += 1) {
    const letters = tokens[i]?.letters;
    if (letters !== 'lower' && letters !== 'none') return false;
  }
  return true;
}
