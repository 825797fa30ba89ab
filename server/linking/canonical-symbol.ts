/** Longest symbol a route accepts (docs/contract.md, Limits 17). */
const MAX_SYMBOL_LENGTH = 16;

/** Capitals of other alphabets that look like Latin ones, which NFKC does not change. */
const LOOK_ALIKES: Readonly<Record<string, string>> = {
  // Cyrillic
  А: 'A',
  В: 'B',
  С: 'C',
  Е: 'E',
  Н: 'H',
  І: 'I',
  Ј: 'J',
  К: 'K',
  М: 'M',
  О: 'O',
  Р: 'P',
  Ѕ: 'S',
  Т: 'T',
  Х: 'X',
  У: 'Y',
  Ү: 'Y',
  Ԛ: 'Q',
  Ԝ: 'W',
  // Greek
  Α: 'A',
  Β: 'B',
  Ε: 'E',
  Ζ: 'Z',
  Η: 'H',
  Ι: 'I',
  Κ: 'K',
  Μ: 'M',
  Ν: 'N',
  Ο: 'O',
  Ρ: 'P',
  Τ: 'T',
  Υ: 'Y',
  Χ: 'X',
  Ϲ: 'C',
};

const DASHES = /[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/g;
const INVISIBLE = /[\u00ad\u200b-\u200f\u2060\ufeff]/g;

/** US symbol: up to ten letters or digits, and at most one class suffix of one to three letters (`BRK.B`). */
const US_SYMBOL = /^[A-Z0-9]{1,10}(?:\.[A-Z]{1,3})?$/;
/** A foreign exchange's own form (`005930.KS`, `VOLV-B.ST`): the dash belongs to the local code. */
const FOREIGN_SYMBOL = /^[A-Z0-9]{1,12}-[A-Z]\.[A-Z]{1,3}$/;

/**
 * The form in which symbols are stored and compared: upper case, Latin, share classes after a point (`BRK.B`). Accepts `$brk-b`,
 * `BRK/B`, full-width and look-alike letters. Null for what cannot be a symbol (empty, over 16 characters, other signs).
 */
export function canonicalSymbol(input: string): string | null {
  if (input.length > 64) return null;
  const upper = input.normalize('NFKC').replace(INVISIBLE, '').replace(DASHES, '-').trim().toUpperCase();
  const latin = Array.from(upper, (letter) => LOOK_ALIKES[letter] ?? letter).join('');
  const bare = latin.startsWith('$') ? latin.slice(1).trimStart() : latin;
  if (bare.length === 0 || bare.length > MAX_SYMBOL_LENGTH) return null;
  if (FOREIGN_SYMBOL.test(bare)) return bare;
  const symbol = bare.replace(/\s*[./-]\s*(?=[A-Z]{1,3}$)/, '.');
  return US_SYMBOL.test(symbol) ? symbol : null;
}
