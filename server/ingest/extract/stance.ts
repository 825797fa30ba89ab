import type { Stance } from '#server/ingest/types.ts';
import {
  BEATS,
  BURDEN,
  CONTRAST,
  FALLING,
  NEGATORS,
  NOT_NEGATORS,
  PLAIN_FAULT,
  PLAIN_PRAISE,
  STRONG_FAULT,
  STRONG_PRAISE,
} from './lexicon.ts';

/** Character range in a text, end exclusive. */
export type Span = { readonly start: number; readonly end: number };

/** Weight of praise and of fault predicated of one subject. */
export type Polarity = { readonly praise: number; readonly fault: number };

export const NO_POLARITY: Polarity = { praise: 0, fault: 0 };

type Hit = Span & { weight: number };

const NEGATION_REACH = 28;
const CLAUSE_BREAK =
  /[;:—–]|\.\.\.|,(?=\s*(?:and|but|so|which|who|because|while|whereas|although|though|then|they|it|he|we|i|you|the|there|that)\b)|\b(?:but|however|although|though|whereas|while|because|unless|except|versus|vs)\b/gi;

/**
 * Weighs what a sentence predicates of one subject: praise and fault within its own clauses, turned by negation, and
 * by who beats whom. `others` are spans of other subjects in the sentence. With no `own` span the sentence is read as
 * going on about the subject of the passage.
 */
export function polarityOf(text: string, own: readonly Span[], others: readonly Span[]): Polarity {
  const clauses = clausesOf(text);
  let praise = 0;
  let fault = 0;
  for (const hit of hitsOf(text, clauses)) {
    if (!belongs(hit, own, others, clauses)) continue;
    if (hit.weight > 0) praise += hit.weight;
    else fault -= hit.weight;
  }
  const contest = contestOf(text, own, others);
  return { praise: praise + Math.max(0, contest), fault: fault + Math.max(0, -contest) };
}

/** Stance towards the entity at `span` in a short text, with the weights it rests on. Balanced where nothing leans. */
export function entityStance(
  text: string,
  span: Span,
  others: readonly Span[] = [],
): Polarity & { readonly stance: Stance | null; readonly score: number } {
  const { praise, fault } = polarityOf(text, [span], others);
  const score = (praise - fault) / (praise + fault + 1);
  return { praise, fault, score, stance: leanOf({ praise, fault }) };
}

/** The lean that praise and fault amount to; null when neither was heard. */
export function leanOf({ praise, fault }: Polarity): Stance | null {
  const total = praise + fault;
  if (total < 0.5) return null;
  const ratio = (praise - fault) / total;
  if (ratio >= 0.34) return 'BULLISH';
  if (ratio <= -0.34) return 'BEARISH';
  return total >= 3 ? 'MIXED' : 'BALANCED';
}

/** Adds two weights. */
export function addPolarity(a: Polarity, b: Polarity, factor = 1): Polarity {
  return { praise: a.praise + factor * b.praise, fault: a.fault + factor * b.fault };
}

/** True where the sentence turns from one side to the other. */
export function hasContrast(text: string): boolean {
  return CONTRAST.test(text);
}

function clausesOf(text: string): Span[] {
  const out: Span[] = [];
  let start = 0;
  for (const match of text.matchAll(CLAUSE_BREAK)) {
    if (match.index - start < 8) continue;
    out.push({ start, end: match.index });
    start = match.index;
  }
  out.push({ start, end: text.length });
  return out;
}

function clauseAt(clauses: readonly Span[], offset: number): Span {
  return clauses.find((clause) => offset >= clause.start && offset < clause.end) ?? (clauses.at(-1) as Span);
}

function hitsOf(text: string, clauses: readonly Span[]): Hit[] {
  const hits: Hit[] = [];
  const lists: [RegExp, number][] = [
    [STRONG_FAULT, -2],
    [STRONG_PRAISE, 2],
    [PLAIN_FAULT, -1],
    [PLAIN_PRAISE, 1],
  ];
  for (const [pattern, weight] of lists) {
    for (const match of text.matchAll(pattern)) {
      const span = { start: match.index, end: match.index + match[0].length };
      if (hits.some((hit) => hit.start < span.end && span.start < hit.end)) continue;
      hits.push({ ...span, weight });
    }
  }
  return hits.map((hit) => {
    if (hit.weight > 0 && isWish(text, hit)) return { ...hit, weight: -0.35 * hit.weight };
    const read = fallsToTheGood(text, hit) ? { ...hit, weight: Math.abs(hit.weight) } : hit;
    return isNegated(text, read, clauses) ? { ...read, weight: -0.7 * read.weight } : read;
  });
}

/** "They would have launched an amazing car", "I would love to see it flourish": what is praised is not there. */
function isWish(text: string, hit: Hit): boolean {
  const before = text.slice(Math.max(0, hit.start - 60), hit.start);
  return WISH.test(before) || WISH.test(text.slice(hit.start, hit.end + 12));
}

const WISH =
  /\b(?:would(?:'ve| have)|could(?:'ve| have)|should(?:'ve| have)|if (?:only|they had|he had|it had|i were)|(?:i|i'd|we'd|we|would) (?:would )?(?:love|like) to (?:see|be|have)|wish(?:es)?)\b/i;

/** "Inference cost is plummeting": the word is of falling, what falls is a burden. */
function fallsToTheGood(text: string, hit: Hit): boolean {
  return (
    FALLING.test(text.slice(hit.start, hit.end)) &&
    BURDEN.test(text.slice(Math.max(0, hit.start - 48), hit.start))
  );
}

function isNegated(text: string, hit: Hit, clauses: readonly Span[]): boolean {
  const clause = clauseAt(clauses, hit.start);
  const from = Math.max(clause.start, hit.start - NEGATION_REACH);
  const before = text.slice(from, hit.start).replace(NOT_NEGATORS, '');
  return NEGATORS.test(before);
}

/** A hit belongs to the nearest subject named before it in its clause, else after it, else in the clauses before. */
function belongs(hit: Hit, own: readonly Span[], others: readonly Span[], clauses: readonly Span[]): boolean {
  if (others.length === 0) return true;
  if (own.length === 0) return false;
  const tagged = [
    ...own.map((span) => ({ ...span, mine: true })),
    ...others.map((span) => ({ ...span, mine: false })),
  ];
  const clause = clauseAt(clauses, hit.start);
  const inClause = tagged.filter((span) => span.start >= clause.start && span.start < clause.end);
  const before = inClause.filter((span) => span.end <= hit.start).sort((a, b) => b.end - a.end)[0];
  const after = inClause.filter((span) => span.start >= hit.end).sort((a, b) => a.start - b.start)[0];
  if (before !== undefined) return before.mine || isList(before, own);
  if (after !== undefined) return after.mine;
  const earlier = tagged.filter((span) => span.end <= clause.start).sort((a, b) => b.end - a.end)[0];
  if (earlier !== undefined) return earlier.mine;
  return tagged.filter((span) => span.start >= hit.end).sort((a, b) => a.start - b.start)[0]?.mine ?? false;
}

/** "Nvidia and AMD are great": what follows a list is said of each member. */
function isList(last: Span, own: readonly Span[]): boolean {
  return own.some((span) => span.end <= last.start && last.start - span.end <= 6);
}

/** Positive where the subject beats another in this sentence, negative where it is beaten or the short leg. */
function contestOf(text: string, own: readonly Span[], others: readonly Span[]): number {
  let balance = 0;
  for (const mine of own) {
    for (const other of others) {
      balance += duel(text, mine, other) - duel(text, other, mine);
    }
    const around = text.slice(Math.max(0, mine.start - 24), mine.start).toLowerCase();
    if (
      /\b(long|own|buy|overweight|bullish on|i like|we like|i love|bet on)\s+(the\s+)?$/.test(around) &&
      !NEGATORS.test(around)
    )
      balance += 2;
    if (/\b(short|sell|underweight|bearish on|avoid|dump)\s+(the\s+)?$/.test(around))
      balance += NEGATORS.test(around) ? 2 : -2;
  }
  return Math.max(-4, Math.min(4, balance));
}

const DUEL = new RegExp(`^[\\w\\s,']{0,40}?\\b(?:${BEATS})\\b[\\w\\s']{0,12}$`, 'i');
const PASSIVE = /\b(?:is|are|was|were|be|been|being|get|gets|getting|got)\b.{0,30}\bby\b.{0,12}$/i;

function duel(text: string, first: Span, second: Span): number {
  if (first.end > second.start || second.start - first.end > 60) return 0;
  const between = text.slice(first.end, second.start);
  if (!DUEL.test(between)) return 0;
  const won = PASSIVE.test(between) || NEGATORS.test(between) ? -1 : 1;
  return won * 1.5;
}
