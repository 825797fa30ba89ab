import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { argumentWeight, depthOf, type Structure, structureOf } from './depth.ts';

const count = fc.nat({ max: 30 });
const structure: fc.Arbitrary<Structure> = fc.record({
  reasons: count,
  evidence: count,
  mechanism: count,
  counter: count,
  condition: count,
  sentences: fc.integer({ min: 1, max: 60 }),
});
const PARTS = ['reasons', 'evidence', 'mechanism', 'counter', 'condition', 'sentences'] as const;

describe('depthOf', () => {
  it('never falls when something is added to the argument', () => {
    fc.assert(
      fc.property(structure, fc.constantFrom(...PARTS), (before, part) => {
        const after = { ...before, [part]: before[part] + 1 };
        expect(depthOf(after)).toBeGreaterThanOrEqual(depthOf(before));
        expect(argumentWeight(after)).toBeGreaterThanOrEqual(argumentWeight(before));
      }),
    );
  });

  it('gives an assertion 1 and an argument with evidence, counter-argument and condition more', () => {
    expect(depthOf(structureOf('Nvidia wins.'))).toBe(1);
    const full = structureOf(
      'Nvidia wins because demand grew 80% last year, which means they set prices, but if capex falls that breaks.',
    );
    expect(depthOf(full)).toBeGreaterThanOrEqual(3);
  });

  it('counts numbers as evidence and "because" as a reason', () => {
    expect(structureOf('They grew 40% because prices doubled.')).toMatchObject({ reasons: 1 });
    expect(structureOf('They have $90 billion of contracts.').evidence).toBeGreaterThan(0);
  });
});
