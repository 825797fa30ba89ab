import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fitWords, type Worded } from './words.ts';

/** `times` sentences of these words, spread over eight episodes. */
const said = (times: number, claim: number, ...words: string[]): Worded[] =>
  Array.from({ length: times }, (_, i) => ({ words: new Set(words), claim, group: `episode ${i % 8}` }));

describe('fitWords', () => {
  it('weighs what claims are worded with above, what talk is worded with below, and the rest at nothing', () => {
    const weights = fitWords(
      [
        ...said(40, 1, 'moat', 'the'),
        ...said(10, 0, 'moat', 'the'),
        ...said(10, 1, 'hello', 'the'),
        ...said(60, 0, 'hello', 'the'),
      ],
      2,
    );
    expect(weights.get('moat')).toBeGreaterThan(0.5);
    expect(weights.get('hello')).toBeLessThan(-0.2);
    expect(weights.get('the')).toBeCloseTo(0, 1);
  });

  it('leaves out words of too few sentences or episodes', () => {
    const once = said(20, 1, 'disruptive').map((row) => ({ ...row, group: 'one episode' }));
    const weights = fitWords([...once, ...said(3, 1, 'rare'), ...said(40, 0, 'talk')], 1);
    expect([...weights.keys()]).toEqual(['talk']);
  });

  it('weighs no word more under a greater penalty, and none at all under a very great one', () => {
    fc.assert(
      fc.property(fc.integer({ min: 10, max: 60 }), fc.integer({ min: 10, max: 60 }), (yes, no) => {
        const rows = [...said(yes, 1, 'moat'), ...said(no, 0, 'moat'), ...said(50, 0, 'talk')];
        const [light, heavy, most] = [1, 4, 1000].map((penalty) => fitWords(rows, penalty).get('moat') ?? 0);
        expect(Math.abs(heavy as number)).toBeLessThanOrEqual(Math.abs(light as number) + 0.02);
        expect(most).toBe(0);
      }),
      { numRuns: 30 },
    );
  });
});
