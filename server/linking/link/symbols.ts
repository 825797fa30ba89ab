import type { Entry, Universe } from '#server/linking/universe.ts';
import type { Token } from './tokens.ts';
import { ACRONYMS, AFTER_NAME, EVERYDAY } from './words.ts';

export type SymbolHit = { readonly entry: Entry; readonly last: number; readonly confidence: number };

/** Words that announce a symbol, and words that may stand between (`ticker symbol is N-O-W`). */
const ANNOUNCES = new Set(['ticker', 'tickers', 'symbol', 'nasdaq', 'nyse']);
const BETWEEN = new Set(['symbol', 'is', 'the', 'under', 'colon', 'as', 'on']);

/** The symbol that is written or spelled out at token `at`; null if there is none. Does not read company names. */
export function symbolAt(
  universe: Universe,
  tokens: readonly Token[],
  at: number,
  cased: boolean,
): SymbolHit | null {
  const token = tokens[at];
  if (token === undefined || token.letters === 'none') return null;
  if (token.dollar) return cashtag(universe, tokens, at);
  const announced = isAnnounced(tokens, at);
  const spelled = spelledOut(universe, tokens, at, announced, cased);
  if (spelled !== null) return spelled;
  const shouted = cased && token.letters === 'upper';
  if (token.norm.length > 5 || !(announced || shouted)) return null;
  const hit = withClass(universe, tokens, at);
  if (hit === null) return null;
  if (announced && (token.letters === 'upper' || (!cased && !EVERYDAY.has(token.norm)))) {
    return { ...hit, confidence: 0.95 };
  }
  if (!shouted || hit.entry.imported) return null;
  const confidence = upperCaseWord(token, tokens[hit.last + 1]);
  return confidence === null ? null : { ...hit, confidence };
}

function cashtag(universe: Universe, tokens: readonly Token[], at: number): SymbolHit | null {
  const hit = withClass(universe, tokens, at);
  if (hit === null) return null;
  const shouted = tokens[at]?.letters === 'upper' || tokens[at]?.letters === 'capital';
  if (!shouted && (tokens[at]?.norm.length ?? 0) < 3) return null;
  return { ...hit, confidence: 0.97 };
}

/** The symbol at a token, with its share class when one follows (`BRK.B`). */
function withClass(
  universe: Universe,
  tokens: readonly Token[],
  at: number,
): Omit<SymbolHit, 'confidence'> | null {
  const token = tokens[at];
  const next = tokens[at + 1];
  if (token === undefined) return null;
  if (next !== undefined && (next.gap === 'none' || next.gap === 'hyphen') && /^[ab]$/.test(next.norm)) {
    const entry = universe.bySymbol(`${token.norm}.${next.norm}`);
    if (entry !== undefined) return { entry, last: at + 1 };
  }
  const entry = universe.bySymbol(token.norm);
  return entry === undefined ? null : { entry, last: at };
}

function isAnnounced(tokens: readonly Token[], at: number): boolean {
  if (tokens[at - 1]?.norm === 'sign' && tokens[at - 2]?.norm === 'dollar') return true;
  for (let i = at - 1; i >= Math.max(0, at - 4); i -= 1) {
    const norm = tokens[i]?.norm ?? '';
    if (ANNOUNCES.has(norm)) return true;
    if (!BETWEEN.has(norm)) return false;
  }
  return false;
}

/** `C-R-W-V`, `N V D A` or `A.M.D.`, letter by letter. */
function spelledOut(
  universe: Universe,
  tokens: readonly Token[],
  at: number,
  announced: boolean,
  cased: boolean,
): SymbolHit | null {
  if (tokens[at]?.norm.length !== 1 || continuesLetters(tokens, at)) return null;
  let letters = '';
  let last = at;
  let hyphens = 0;
  for (let i = at; i < tokens.length && letters.length < 5; i += 1) {
    const token = tokens[i];
    if (token === undefined || !/^[a-z]$/.test(token.norm)) break;
    if (i > at && token.gap !== 'hyphen' && token.gap !== 'space') break;
    if (i > at && token.gap === 'hyphen') hyphens += 1;
    if (cased && token.letters === 'lower' && hyphens === 0 && !announced) break;
    letters += token.norm;
    last = i;
  }
  if (letters.length < (announced ? 2 : 3)) return null;
  if (/^[a-z]$/.test(tokens[last + 1]?.norm ?? '')) return null;
  const entry = universe.bySymbol(letters);
  if (entry === undefined || (!announced && (entry.imported || ACRONYMS.has(letters)))) return null;
  return { entry, last, confidence: announced ? 0.95 : 0.8 };
}

/** Whether the letter continues a run of letters; `a` and `I` are words unless a hyphen joins them. */
function continuesLetters(tokens: readonly Token[], at: number): boolean {
  const before = tokens[at - 1]?.norm ?? '';
  return tokens[at]?.gap === 'hyphen' ? /^[a-z]$/.test(before) : /^[b-hj-z]$/.test(before);
}

/** Confidence in a bare upper-case word; null for an acronym, and for an everyday word unless `stock` or the like follows. */
function upperCaseWord(token: Token, next: Token | undefined): number | null {
  const followed = next !== undefined && next.gap === 'space' && AFTER_NAME.has(next.norm);
  if (ACRONYMS.has(token.norm)) return null;
  if (EVERYDAY.has(token.norm)) return followed ? 0.65 : null;
  if (token.norm.length >= 4) return followed ? 0.9 : 0.66;
  if (token.norm.length === 3) return followed ? 0.8 : 0.4;
  return followed ? 0.65 : null;
}
