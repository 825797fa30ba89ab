import { describe, expect, it } from 'vitest';
import { type HalfTensor, toFloats, toHalves } from './safetensors.ts';
import { opinionHeadOf, tunedWeights } from './tuned.ts';

const tensor = (shape: readonly number[], ...values: number[]): HalfTensor => ({
  shape,
  halves: toHalves(Float32Array.from(values)),
});
const numbers = (weights: ReadonlyMap<string, HalfTensor>, name: string) => [...toFloats(weights.get(name)!)];

describe('tuned weights', () => {
  const published = new Map([
    ['dense.weight', tensor([2, 3], 1, 2, 3, 4, 5, 6)],
    ['dense.bias', tensor([2], 1, 1)],
    ['other.weight', tensor([1, 1], 7)],
  ]);
  const tuning = new Map([
    ['dense.weight.up', tensor([2, 1], 1, -2)],
    ['dense.weight.down', tensor([1, 3], 0.5, 0, 1)],
    ['dense.bias', tensor([2], 0, 3)],
  ]);

  it('are the published ones with the products added, what has the same name replaced, and the rest as it was', () => {
    const tuned = tunedWeights(published, tuning);
    expect(numbers(tuned, 'dense.weight')).toEqual([1.5, 2, 4, 3, 5, 4]);
    expect(numbers(tuned, 'dense.bias')).toEqual([0, 3]);
    expect(numbers(tuned, 'other.weight')).toEqual([7]);
  });

  it('leave the published ones alone', () => {
    tunedWeights(published, tuning);
    expect(numbers(published, 'dense.weight')).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('are refused without a head', () => {
    expect(() => opinionHeadOf(published)).toThrow('no head');
  });
});
