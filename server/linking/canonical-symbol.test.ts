import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalSymbol } from './canonical-symbol.ts';

describe('canonicalSymbol', () => {
  it.each([
    ['BRK.B', 'BRK.B'],
    ['BRK-B', 'BRK.B'],
    ['BRK/B', 'BRK.B'],
    ['$BRK.B', 'BRK.B'],
    [' brk.b ', 'BRK.B'],
    ['ＮＶＤＡ', 'NVDA'],
    ['АAPL', 'AAPL'],
    ['ΤSLA', 'TSLA'],
    ['nvda\u200b', 'NVDA'],
    ['BRK‑B', 'BRK.B'],
    ['005930.ks', '005930.KS'],
    ['volv-b.st', 'VOLV-B.ST'],
  ])('reads %j as %s', (input, symbol) => {
    expect(canonicalSymbol(input)).toBe(symbol);
  });

  it.each([
    '',
    ' ',
    '$',
    '.B',
    'BRK.',
    'BRK..B',
    'A B C',
    'TOO-LONG-A-SYMBOL',
    'ABCDEFGHIJKLMNOPQ',
    "A';--",
    'ÄÖ',
    '日本',
    'N$VDA',
  ])('refuses %j', (input) => {
    expect(canonicalSymbol(input)).toBeNull();
  });

  it('changes nothing when applied twice', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 24 }), (input) => {
        const once = canonicalSymbol(input);
        if (once !== null) expect(canonicalSymbol(once)).toBe(once);
      }),
    );
  });

  it('gives one symbol for every way of writing it', () => {
    const letters = fc.stringMatching(/^[A-Z]{1,5}$/);
    fc.assert(
      fc.property(
        letters,
        fc.stringMatching(/^[A-C]$/),
        fc.constantFrom('.', '-', '/'),
        fc.boolean(),
        fc.boolean(),
        (root, share, mark, low, cash) => {
          const written = `${cash ? '$' : ''}${root}${mark}${share}`;
          expect(canonicalSymbol(low ? ` ${written.toLowerCase()}` : written)).toBe(`${root}.${share}`);
        },
      ),
    );
  });

  it('never returns more than 16 characters or a sign that a path would have to escape', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 40 }), (input) => {
        const symbol = canonicalSymbol(input);
        if (symbol !== null) expect(symbol).toMatch(/^[A-Z0-9.-]{1,16}$/);
      }),
    );
  });
});
