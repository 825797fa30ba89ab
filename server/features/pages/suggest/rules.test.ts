import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  best,
  fitOf,
  fittingOf,
  meant,
  meantAmong,
  type Suggestion,
  slipsBetween,
} from '#server/features/pages/suggest/rules.ts';

const one = (kind: Suggestion['kind'], key: string, name: string, ideas = 0): Suggestion => ({
  kind,
  key,
  name,
  ideas,
});
const known = [
  one('ticker', 'TSLA', 'Tesla', 5),
  one('ticker', 'AAPL', 'Apple', 1),
  one('ticker', 'APLE', 'Apple Hospitality', 0),
  one('ticker', 'T', 'AT&T', 0),
  one('person', 'Ana Ruiz', 'Ana Ruiz', 3),
  one('show', 'wire', 'The Long Wire', 9),
];

describe('what a search box offers', () => {
  it('fits a name as a whole, at its beginning, or at the beginning of a word, whatever the accents', () => {
    expect([
      fitOf('apple', 'Apple'),
      fitOf('app', 'Apple'),
      fitOf('wire', 'The Long Wire'),
      fitOf('ire', 'Wire'),
    ]).toEqual([0, 1, 2, null]);
    expect(fitOf('nestle', 'Nestlé')).toBe(0);
  });

  it('puts what is meant as a whole first, then what the record has most of', () => {
    expect(best('t', known, 8).map(({ key }) => key)).toEqual(['T', 'wire', 'TSLA']);
    expect(best('apple', known, 8).map(({ key }) => key)).toEqual(['AAPL', 'APLE']);
    expect(best('ruiz', known, 8).map(({ key }) => key)).toEqual(['Ana Ruiz']);
    expect(best('', known, 8)).toEqual([]);
  });

  it('offers a company by the beginning of a product of it only where no other is meant as a whole', () => {
    const intel = { symbol: 'INTC', slug: 'intel', name: 'Intel' };
    const apple = { symbol: 'AAPL', slug: 'apple', name: 'Apple' };
    const offered = (typed: string) =>
      meantAmong(
        [fittingOf(typed, intel, ['Intel Foundry']), fittingOf(typed, apple, ['Apple Intelligence'])].filter(
          (fitting) => fitting !== null,
        ),
      ).map(({ name }) => name);
    expect(offered('intel')).toEqual(['Intel']);
    expect(offered('inte')).toEqual(['Intel', 'Apple Intelligence (Apple)']);
    expect(offered('intelligence')).toEqual(['Apple Intelligence (Apple)']);
    expect(offered('apple')).toEqual(['Apple']);
  });

  it('reads a slip of the hand, and nothing into what is spelt as a name or is too short', () => {
    expect(meant('teslla', known)?.key).toBe('TSLA');
    expect(meant('tsela', known)?.key).toBe('TSLA');
    expect(meant('aplpe', known)?.key).toBe('AAPL');
    expect(meant('tesla', known)).toBeNull();
    expect(meant('zeppelin', known)).toBeNull();
    expect(meant('tsl', known)).toBeNull();
  });

  it('counts slips alike from either side, none only between equals', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 6 });
    fc.assert(
      fc.property(word, word, (a, b) => {
        const slips = slipsBetween(a, b, 9);
        expect(slipsBetween(b, a, 9)).toBe(slips);
        expect(slips === 0).toBe(a === b);
      }),
    );
  });
});
