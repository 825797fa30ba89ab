import type { Stance } from '#server/domain.ts';
import { BEATS, NEGATORS } from './lexicon.ts';
import { SPOKEN_OPENERS } from './pattern.ts';
import { clauseAt, type Hit, type Span, shortcomingsOf, type Tone, toneOf } from './tone.ts';

export type { Span } from './tone.ts';

/** Weight of praise and of fault predicated of one subject. */
export type Polarity = { readonly praise: number; readonly fault: number };

export const NO_POLARITY: Polarity = { praise: 0, fault: 0 };

/** A sentence that begins with a pronoun for the subject. */
const STANDS_FOR = new RegExp(
  `^(?:(?:${SPOKEN_OPENERS}),? )*(?:they|it|this|that|the company|the stock|the business)\\b`,
  'i',
);

/**
 * Weighs what a sentence says of one subject: praise and fault in its own clauses after negation, what it is said not to do,
 * and who beats whom. `others` are spans of other subjects. Without an `own` span the sentence continues on the subject of the
 * passage. `tone` is the text's tone, if it is known.
 */
export function polarityOf(
  text: string,
  own: readonly Span[],
  others: readonly Span[],
  { clauses, hits }: Tone = toneOf(text),
): Polarity {
  let praise = 0;
  let fault = 0;
  for (const hit of [...hits, ...shortcomingsOf(text, subjectsOf(text, own, others), hits)]) {
    if (!belongs(hit, own, others, clauses) || outdoes(text, hit, own)) continue;
    if (hit.weight > 0) praise += hit.weight;
    else fault -= hit.weight;
  }
  const contest = contestOf(text, own, others) - outdone(text, own);
  return { praise: praise + Math.max(0, contest), fault: fault + Math.max(0, -contest) };
}

/** Stance towards the entity at `span` in a short text, with its weights and a score, -1..1. Null if no praise or fault was heard. */
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
function leanOf({ praise, fault }: Polarity): Stance | null {
  const total = praise + fault;
  if (total < 0.4) return null;
  const ratio = (praise - fault) / total;
  if (ratio >= 0.34) return 'BULLISH';
  if (ratio <= -0.34) return 'BEARISH';
  return total >= 3 ? 'MIXED' : 'BALANCED';
}

/** `a` plus `factor` times `b`. */
export function addPolarity(a: Polarity, b: Polarity, factor = 1): Polarity {
  return { praise: a.praise + factor * b.praise, fault: a.fault + factor * b.fault };
}

function subjectsOf(text: string, own: readonly Span[], others: readonly Span[]): Span[] {
  const pronoun = own.length === 0 && others.length === 0 ? STANDS_FOR.exec(text) : null;
  return pronoun === null ? [...own] : [{ start: 0, end: pronoun[0].length }];
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

/** "A little bit ahead of OpenAI", "a threat to Google": what stands before the name is said for somebody else. */
const OUTDONE =
  /\b(?:ahead of|better than|cheaper than|faster than|smarter than|bigger than|threat(?:s|en|ens|ening)?(?: to| for)?|alternatives? to|challeng(?:e|es|er|ers|ing) (?:to|for)|catch(?:ing)? up (?:to|with)|took (?:share|business|customers) from|tak(?:e|es|ing) (?:share|business|customers) from|replacements? (?:for|of)|instead of|sick of|tired of|mov(?:e|es|ed|ing) (?:away|off) (?:from )?|switch(?:ed|ing)? (?:away |off )?(?:from )?)\s+(?:the |all of |an? |these |those )?$/i;
const OUTDONE_WEIGHT = 0.8;

function outdone(text: string, own: readonly Span[]): number {
  return own.filter((span) => lostBefore(text, span) !== null).length * OUTDONE_WEIGHT;
}

/** Offset of a comparison that the subject loses; null if there is none or it is denied. */
function lostBefore(text: string, span: Span): number | null {
  const lost = OUTDONE.exec(text.slice(0, span.start));
  if (lost === null || NEGATORS.test(text.slice(Math.max(0, lost.index - 24), lost.index))) return null;
  return lost.index;
}

/** True for words of tone inside the comparison that the subject loses. */
function outdoes(text: string, hit: Hit, own: readonly Span[]): boolean {
  return own.some((span) => {
    const lost = lostBefore(text, span);
    return lost !== null && hit.start < span.start && hit.end > lost;
  });
}

/** Above 0 if the subject beats another in this sentence, below 0 if it is beaten or sold short. */
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
