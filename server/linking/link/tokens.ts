export type Case = 'lower' | 'capital' | 'upper' | 'mixed' | 'none';

export type Token = {
  /** Offsets in the text, end exclusive. */
  readonly start: number;
  readonly end: number;
  /**
   * The form in which words are compared: lower case, without accents except an initial `ü`; `and` for `&`, `plus` for `+` after a
   * word. A possessive is a token of its own, `'s`. A contraction keeps its apostrophe (`she'll`), a name loses it (`oreilly`).
   */
  readonly norm: string;
  readonly letters: Case;
  /** Opens a sentence or a turn, so its capital means nothing. */
  readonly opens: boolean;
  /** What separates it from the token before. */
  readonly gap: 'none' | 'space' | 'hyphen' | 'comma' | 'stop' | 'other';
  /** Written as single letters with points (`J.P.`). */
  readonly dotted: boolean;
  readonly dollar: boolean;
};

const WORD =
  /[\p{L}\p{N}](?:[\p{L}\p{N}]|['’](?=\p{L}{2})|['’](?=[a-rt-zA-RT-Z](?!\p{L})))*|&|\+(?!\d)|['’]s(?!\p{L})/gu;
const DOTTED = /(?:\p{L}\.){1,5}\p{L}(?!\p{L})\.?/gu;
const PLAIN_ASCII = /^[a-z0-9]+$/;

/**
 * Tokens of a text, in order. `turns` holds the offsets at which a new speaker begins, ascending.
 * Linear in the length of the text.
 */
export function tokenise(text: string, turns: readonly number[] = []): Token[] {
  const dotted = dottedSpans(text);
  const tokens: Token[] = [];
  let end = 0;
  let turn = 0;
  WORD.lastIndex = 0;
  for (let found = WORD.exec(text); found !== null; found = WORD.exec(text)) {
    const start = found.index;
    const span = dotted.get(start);
    const last = span ?? start + found[0].length;
    if (span !== undefined) WORD.lastIndex = span;
    const written = text.slice(start, last);
    if (written === '+' && start !== end) continue;
    const between = text.slice(end, start);
    let turned = false;
    while (turn < turns.length && (turns[turn] ?? 0) <= start) {
      turned = true;
      turn += 1;
    }
    const gap = tokens.length === 0 ? 'stop' : gapOf(between);
    tokens.push({
      start,
      end: written.endsWith('.') ? last - 1 : last,
      norm: normalise(written),
      letters: caseOf(written),
      opens: tokens.length === 0 || turned || gap === 'stop',
      gap,
      dotted: span !== undefined,
      dollar: text[start - 1] === '$' || text[start - 1] === '＄',
    });
    end = last;
  }
  return tokens;
}

function dottedSpans(text: string): Map<number, number> {
  const spans = new Map<number, number>();
  for (const found of text.matchAll(DOTTED)) {
    const before = text[found.index - 1];
    if (before !== undefined && /[\p{L}\p{N}.]/u.test(before)) continue;
    spans.set(found.index, found.index + found[0].length);
  }
  return spans;
}

function normalise(written: string): string {
  if (written === '&') return 'and';
  if (written === '+') return 'plus';
  const lower = written.toLowerCase();
  if (PLAIN_ASCII.test(lower)) return lower;
  if (lower === "'s" || lower === '’s') return "'s";
  // German "über" is no Uber.
  if (/^u\u0308/.test(lower.normalize('NFKD'))) return lower.normalize('NFC');
  return lower.normalize('NFKD').replace(/\p{M}/gu, '').replace(/['’.]/g, '');
}

function caseOf(written: string): Case {
  const first = written.charCodeAt(0);
  if (first < 48 || (first > 57 && first < 65)) return 'none';
  const upper = written.toUpperCase();
  const lower = written.toLowerCase();
  if (upper === lower) return 'none';
  if (written === lower) return 'lower';
  if (written === upper) return written.length === 1 ? 'capital' : 'upper';
  return written === (upper[0] ?? '') + lower.slice(1) ? 'capital' : 'mixed';
}

function gapOf(between: string): Token['gap'] {
  if (between === '') return 'none';
  if (between === ' ') return 'space';
  if (/[.?!]["'”’)\]]*\s|♪|>>/.test(between)) return 'stop';
  if (/^[-‐‑–]$/.test(between)) return 'hyphen';
  if (/^[,;]\s*$/.test(between)) return 'comma';
  if (/^\s+$/.test(between)) return 'space';
  return /^[./]$/.test(between) ? 'none' : 'other';
}

/** Letter case is judged by blocks of this many tokens, because it changes within a transcript. */
const CASE_BLOCK = 100;

/**
 * For each token 1 if capitals mean something around it, else 0: where speech recognition wrote everything small, Everything Like
 * A Headline, or EVERYTHING LARGE.
 */
export function casing(tokens: readonly Token[]): Uint8Array {
  const cased = new Uint8Array(tokens.length);
  for (let from = 0; from < tokens.length; from += CASE_BLOCK) {
    const window = tokens.slice(Math.max(0, from - CASE_BLOCK), from + 2 * CASE_BLOCK);
    if (capitalsMean(window)) cased.fill(1, from, from + CASE_BLOCK);
  }
  return cased;
}

function capitalsMean(tokens: readonly Token[]): boolean {
  let letters = 0;
  let capitals = 0;
  for (const token of tokens) {
    if (token.letters === 'none' || token.norm === 'i') continue;
    letters += 1;
    if (token.letters !== 'lower') capitals += 1;
  }
  return capitals > 0 && (letters < 8 || capitals / letters <= 0.6);
}
