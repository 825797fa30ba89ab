import { NEGATORS, NOT_NEGATORS } from '#server/language/lexicon.ts';
import { asTyped } from '#server/language/spelling.ts';
import { termsOf } from '#server/language/terms.ts';

/** Whether a sentence may say the opposite of `source`, its evidence: by another denial, or by a direction that it does not hold. */
export function mayOppose(sentence: string, source: string): boolean {
  const held = new Set(termsOf(source));
  if (termsOf(sentence).some((term) => DIRECTIONS.has(term) && !held.has(term))) return true;
  const sources = clausesOf(source);
  return clausesOf(sentence).some((clause) => !isDeniedAlike(clause, sources));
}

const DIRECTIONS: ReadonlySet<string> = new Set(
  termsOf(
    `bullish bearish optimistic pessimistic positive negative rise fall grow shrink increase decrease decline climb drop gain lose
    expand contract improve worsen strengthen weaken accelerate slow higher lower stronger weaker faster slower better worse
    overvalued undervalued cheap expensive beat miss outperform underperform success fail`,
  ),
);

type Clause = { readonly terms: ReadonlySet<string>; readonly isDenied: boolean };

function clausesOf(text: string): Clause[] {
  return asTyped(text)
    .replace(NOT_NEGATORS, '')
    .split(/[\n;:!?]|[.,](?=\s|$)|\b(?:and|but|because|while|though|although)\b/i)
    .map((clause) => ({ terms: new Set(termsOf(clause)), isDenied: NEGATORS.test(clause) }))
    .filter(({ terms }) => terms.size > 0);
}

/** Whether one of the clauses that share most words with this one denies as it does. A clause of other words must only deny nothing. */
function isDeniedAlike(clause: Clause, sources: readonly Clause[]): boolean {
  const shared = sources.map(({ terms }) => [...clause.terms].filter((term) => terms.has(term)).length);
  const most = Math.max(0, ...shared);
  if (most === 0) return !clause.isDenied;
  return sources.some(({ isDenied }, i) => shared[i] === most && isDenied === clause.isDenied);
}
