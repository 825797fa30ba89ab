import {
  BURDEN,
  FAINT_FAULT,
  FAINT_PRAISE,
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

/** A word of praise (weight above 0) or fault (below 0), after denials and wishes. */
export type Hit = Span & { readonly weight: number };

const TIERS: readonly (readonly [RegExp, number])[] = [
  [STRONG_FAULT, -2],
  [STRONG_PRAISE, 2],
  [PLAIN_FAULT, -1],
  [PLAIN_PRAISE, 1],
  [FAINT_FAULT, -0.4],
  [FAINT_PRAISE, 0.4],
];
const NEGATION_REACH = 40;
/** Denied praise is nearly a fault; a denied fault is only half a praise. */
const DENIED_PRAISE = -0.7;
const DENIED_FAULT = -0.5;
const WISHED_PRAISE = -0.35;
/** Weight of a denied verb, if no word of praise or fault stands near it. */
const SHORTCOMING = -0.5;

/** A faint word counts in full as the predicate or after an intensifier: "it is a real problem", "really hard". */
const FULL = 1;
const DRIVEN_HOME =
  /\b(?:is|are|was|were|be|been|being|it's|that's|they're|gets?|got|getting|seems?|looks?|feels?|very|really|so|pretty|super|extremely|incredibly|quite|big|huge|major|biggest|main|serious|massive|much|far|way)\s+(?:(?:a|an|the|so|very|really|pretty|super|extremely|incredibly|going to be|gonna be|much|far|way|too|big|huge|real|major|biggest|main|only|serious|massive|key|hard|one)\s+){0,3}$/i;
const NAMED_TROUBLE = /^\s+(?:is|was|with|here|becomes|that is real)\b/i;

const CLAUSE_BREAK =
  /[;:—–]|\.\.\.|,(?=\s*(?:and|but|so|which|who|because|while|whereas|although|though|then|they|it|he|we|i|you|the|there|that)\b)|\b(?:but|however|although|though|whereas|while|because|unless|except|versus|vs)\b/gi;
const WISH =
  /\b(?:would(?:'ve| have)|could(?:'ve| have)|should(?:'ve| have)|if (?:only|they had|he had|it had|i were)|(?:i|i'd|we'd|we|would) (?:would )?(?:love|like) to (?:see|be|have)|wish(?:es)?)\b/i;
/** "They solve the problem", "an answer to the shortage": the bad thing is removed. */
const MENDED =
  /\b(?:solv(?:e|es|ed|ing)|fix(?:es|ed|ing)?|address(?:es|ed|ing)?|tackl(?:e|es|ed|ing)|eliminat(?:e|es|ed|ing)|remov(?:e|es|ed|ing)|prevent(?:s|ed|ing)?|detect(?:s|ed|ing)?|protect(?:s|ed|ing)? (?:\w+ )?(?:from|against)|recover(?:s|ed|ing)? from|get(?:s|ting)? rid of|de-?risks?|reduc(?:e|es|ed|ing)|solution to|answer to)\b[^.;,]{0,26}$/i;
/** "I don't think that it means that every one of them is doomed": the denial covers the thought. */
const DISBELIEF =
  /\b(?:i|we|you|nobody|no one)\s+(?:really |necessarily |personally |just )*(?:don't|do not|didn't|never|would not|wouldn't)\s+(?:really |necessarily |personally |actually )*(?:think|believe|buy|agree|expect|say|see)\b(?:(?!\b(?:but|because|although|though|however)\b)[^.;!?,]){0,90}$/i;
/** "Siri can't spell", "it does not pay": a verb denied of the name before it. */
const DENIED_VERB =
  /\b(?:can't|cannot|can not|couldn't|won't|will not|doesn't|does not|don't|do not|didn't|did not|hasn't|haven't|isn't|is not|aren't|are not|wasn't|never)\s+(?!(?:have to|need|matter|mean|know|think|want|believe|worry|forget|get me wrong|just|only|even|only|really matter|going away|stop|quit)\b)(?:\w+\s+){0,2}?\w{3,}/gi;

/** The clauses of a text in order, and its words of praise and fault, whatever they are said of. */
export type Tone = { readonly clauses: readonly Span[]; readonly hits: readonly Hit[] };

/** Reads a text for its tone. */
export function toneOf(text: string): Tone {
  const clauses = clausesOf(text);
  return { clauses, hits: hitsIn(text, clauses) };
}

/** Every word of praise or fault in a text, with its clauses' denials applied. */
export function hitsOf(text: string): Hit[] {
  return hitsIn(text, clausesOf(text));
}

function hitsIn(text: string, clauses: readonly Span[]): Hit[] {
  const found: Hit[] = [];
  for (const [pattern, weight] of TIERS) {
    for (const match of text.matchAll(pattern)) {
      const span = { start: match.index, end: match.index + match[0].length };
      if (!found.some((hit) => overlaps(hit, span))) found.push({ ...span, weight });
    }
  }
  return found.map((hit) => inContext(text, hit, clauses)).filter((hit) => hit.weight !== 0);
}

/** Verbs denied right after one of the spans ("Intel cannot make it work"), unless a word of tone stands nearer. */
export function shortcomingsOf(text: string, subjects: readonly Span[], hits: readonly Hit[]): Hit[] {
  return [...text.matchAll(DENIED_VERB)]
    .map((match) => ({ start: match.index, end: match.index + match[0].length, weight: SHORTCOMING }))
    .filter(
      (denial) =>
        subjects.some((span) => span.end <= denial.start && denial.start - span.end <= 12) &&
        !hits.some((hit) => hit.start >= denial.start && hit.start - denial.end < 24),
    );
}

/** Clauses of a sentence, in order. */
export function clausesOf(text: string): Span[] {
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

/** The clause a character stands in. */
export function clauseAt(clauses: readonly Span[], offset: number): Span {
  return clauses.find((clause) => offset >= clause.start && offset < clause.end) ?? (clauses.at(-1) as Span);
}

function inContext(text: string, hit: Hit, clauses: readonly Span[]): Hit {
  if (hit.weight < 0 && MENDED.test(text.slice(Math.max(0, hit.start - 60), hit.start)))
    return { ...hit, weight: 0 };
  if (hit.weight > 0 && isWish(text, hit)) return { ...hit, weight: WISHED_PRAISE * hit.weight };
  const full = isDrivenHome(text, hit) ? { ...hit, weight: Math.sign(hit.weight) * FULL } : hit;
  const read = fallsToTheGood(text, full) ? { ...full, weight: Math.abs(full.weight) } : full;
  if (!isNegated(text, read, clauses)) return read;
  return { ...read, weight: (read.weight > 0 ? DENIED_PRAISE : DENIED_FAULT) * read.weight };
}

function isDrivenHome(text: string, hit: Hit): boolean {
  if (Math.abs(hit.weight) >= FULL) return false;
  const before = text.slice(Math.max(0, hit.start - 48), hit.start);
  return DRIVEN_HOME.test(before) || (hit.weight < 0 && NAMED_TROUBLE.test(text.slice(hit.end)));
}

/** "They would have launched an amazing car", "I would love to see it flourish": the praised thing is not real. */
function isWish(text: string, hit: Span): boolean {
  const before = text.slice(Math.max(0, hit.start - 60), hit.start);
  return WISH.test(before) || WISH.test(text.slice(hit.start, hit.end + 12));
}

/** "Inference cost is plummeting": a burden falls, which is good. */
function fallsToTheGood(text: string, hit: Span): boolean {
  return (
    FALLING.test(text.slice(hit.start, hit.end)) &&
    BURDEN.test(text.slice(Math.max(0, hit.start - 48), hit.start))
  );
}

function isNegated(text: string, hit: Span, clauses: readonly Span[]): boolean {
  const clause = clauseAt(clauses, hit.start);
  const from = Math.max(clause.start, hit.start - NEGATION_REACH);
  if (NEGATORS.test(text.slice(from, hit.start).replace(NOT_NEGATORS, ''))) return true;
  return DISBELIEF.test(text.slice(0, hit.start));
}

function overlaps(a: Span, b: Span): boolean {
  return a.start < b.end && b.start < a.end;
}
