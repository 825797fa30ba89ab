import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aimedTokens, logChances, scoresOf } from './aimed.ts';

/** A token for each letter. */
const encode = (text: string) => [...text].map((letter) => letter.charCodeAt(0));

describe('an aimed sentence, as tokens', () => {
  it('has one mark for each mention of its target, whoever that is', () => {
    const { tokens, targets } = aimedTokens({ around: ['a', 'bc', ''] }, encode);
    expect(tokens).toEqual([101, 97, 103, 98, 99, 103, 102]);
    expect(targets).toEqual([2, 5]);
  });

  it('is its own target if it names none', () => {
    expect(aimedTokens({ around: ['ab'] }, encode).targets).toEqual([1, 2]);
  });

  it('never outgrows what the model was trained on, and has its targets inside', () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { minLength: 1 }), fc.nat(40), (around, times) => {
        const { tokens, targets } = aimedTokens({ around: around.map((part) => part.repeat(times)) }, encode);
        expect(tokens.length).toBeLessThanOrEqual(256);
        for (const target of targets) expect(target).toBeLessThan(tokens.length - 1);
      }),
    );
  });
});

describe('the sentiment of an aimed sentence', () => {
  // Three tokens between the marks, of width one; the second is the target.
  const aimed = { tokens: [101, 7, 103, 8, 102], from: 1, to: 4, targets: [2] };
  const states = Float32Array.of(0, 3, 9, 0, 0);
  const head = (weights: readonly number[]) => ({
    weights: Float32Array.from(weights),
    bias: Float32Array.of(0, 0, 0),
  });

  it('is three chances that make one', () => {
    const scores = scoresOf(states, aimed, head([1, 2, 3, 4, 5, 6, 7, 8, 9]));
    const chances = logChances(scores).map(Math.exp);
    expect(chances.reduce((a, b) => a + b)).toBeCloseTo(1, 5);
  });

  it('weighs the sentence, all of it with its marks, and the target', () => {
    const scores = scoresOf(states, aimed, head([1, 0, 0, 0, 1, 0, 0, 0, 1]));
    expect([...scores]).toEqual([4, expect.closeTo(12 / 5), 9]);
  });
});
