import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { balanced, clipped, drawable, fittingHeadlines, isolated } from '#server/features/embeds/rules.ts';

/** How many isolates stay open at the end, and whether one was closed that the text did not open. */
function balance(text: string): { open: number; stray: boolean } {
  let [open, stray] = [0, false];
  for (const character of text) {
    if (character >= '\u2066' && character <= '\u2068') open += 1;
    if (character === '\u2069') open -= 1;
    if (open < 0) stray = true;
  }
  return { open, stray };
}

const unruly = fc.string({
  unit: fc.constantFrom('a', 'ש', ' ', '\u202a', '\u202c', '\u202e', '\u2066', '\u2067', '\u2068', '\u2069'),
});

describe('text amid ours', () => {
  it('is whole, and ends every direction that it sets', () => {
    fc.assert(
      fc.property(unruly, (text) => {
        const shown = isolated(text);
        expect(shown).toContain(text);
        expect(balance(shown)).toEqual({ open: 0, stray: false });
        expect(balanced(text)).toContain(text);
        expect(balance(balanced(text))).toEqual({ open: 0, stray: false });
      }),
    );
  });

  it('is left as it is when it has one direction', () => {
    expect(isolated('5 < 6 & “quoted” 🙂')).toBe('5 < 6 & “quoted” 🙂');
  });
});

describe('text in an image', () => {
  it('is one line of what the face can show', () => {
    expect(drawable('Café\n “Ünïcode” — 5 € \u202Ex\u2069 🙂 日本 ™')).toBe('Café “Ünïcode” — 5 € x');
    expect(drawable('Știri, ő, Ґ, Việt')).toBe('Știri, ő, Ґ, Việt');
    expect(drawable('日本語')).toBe('');
  });

  it('is cut between characters', () => {
    expect(clipped('abcdef', 4)).toBe('abc…');
    expect(clipped('🙂🙂', 2)).toBe('🙂🙂');
  });

  it('is cut between words, and closes the quotation that it opened', () => {
    expect(clipped('On Nvidia: “packaging, not demand, limits it”', 32)).toBe('On Nvidia: “packaging, not…”');
    expect(clipped('“Packaging, not demand” limits it', 20)).toBe('“Packaging, not…”');
    expect(clipped('“Packaging” limits Nvidia', 20)).toBe('“Packaging” limits…');
  });

  it('has as many ideas as fit, fewer of long ones', () => {
    const of = (length: number) => Array.from({ length: 10 }, () => 'x'.repeat(length));
    const fitting = (headlines: string[], width: number, height: number) =>
      fittingHeadlines(headlines, width, height).length;
    expect(fitting(of(30), 1200, 630)).toBe(4);
    expect(fitting(of(100), 1200, 630)).toBe(2);
    expect(fitting(of(30), 1200, 1000)).toBe(8);
    expect(fitting(of(30), 600, 500)).toBe(1);
    expect(fitting(['x'], 1200, 630)).toBe(1);
    expect(fitting([], 1200, 630)).toBe(0);
  });

  it('always has the first idea, clipped where it is too long for the image', () => {
    const long = `“Overfunding is ${'very '.repeat(20)}dangerous to the operations of a company”`;
    const [headline, ...more] = fittingHeadlines([long, long], 600, 500);
    expect(headline).toMatch(/^“Overfunding is very very.*…”$/);
    expect(headline!.length).toBeLessThanOrEqual(54);
    expect(more).toEqual([]);
  });
});
