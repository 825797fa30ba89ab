import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { packed, similarity } from '#server/reader/vectors.ts';
import { HeldVectors, type Near } from './held.ts';

const north = Float32Array.of(1, 0);
const at = (degrees: number) =>
  packed(Float32Array.of(Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)));
const idsOf = async (held: HeldVectors, least = -1, most = 10) =>
  (await held.nearest(north, least, most)).map(({ id }) => id);

describe('vectors held in memory', () => {
  it('come the most alike first, no less alike than asked, no more than asked', async () => {
    const held = new HeldVectors(10);
    held.add('far', at(170));
    held.add('near', at(10));
    held.add('nearer', at(5));
    expect(await idsOf(held)).toEqual(['nearer', 'near', 'far']);
    expect(await idsOf(held, 0.5)).toEqual(['nearer', 'near']);
    expect(await idsOf(held, 0.5, 1)).toEqual(['nearer']);
  });

  it('take a newer vector of the same id in the place of the older', async () => {
    const held = new HeldVectors(10);
    held.add('idea', at(10));
    held.add('idea', at(170));
    expect(held.size).toBe(1);
    expect(await idsOf(held, 0)).toEqual([]);
  });

  it('are the last that came: the first one leaves when they are too many', async () => {
    const held = new HeldVectors(2);
    for (const [i, id] of ['a', 'b', 'c', 'd', 'e'].entries()) held.add(id, at(i));
    expect(held.size).toBe(2);
    expect(await idsOf(held)).toEqual(['d', 'e']);
  });

  it.each([1, 4, 1_023, 1_026, 2_500])('of %i are those that a plain reading of all finds', async (count) => {
    const held = new HeldVectors(2_000);
    const all = new Map<string, Int8Array>();
    for (let i = 0; i < count; i++) {
      const id = `idea ${i % 7} ${i}`;
      // One in three says what another says: they are equally alike.
      const vector = i % 3 === 2 ? [...all.values()][i % 2]! : random(i);
      held.add(id, vector);
      all.set(id, vector);
    }
    const last = new Map([...all].slice(-2_000));
    for (const asked of [random(90_001), random(90_002)].map((one) => Float32Array.from(one, (x) => x / 731)))
      for (const [least, most] of [
        [-1, 5_000],
        [0, 40],
        [0.05, 7],
        [-1, 1],
      ] as const)
        expect(await held.nearest(asked, least, most)).toEqual(plainly(last, asked, least, most));
  });

  it('are read while others are served', async () => {
    const held = new HeldVectors(100_000);
    const one = random(1);
    for (let i = 0; i < 100_000; i++) held.add(`idea ${i}`, one);
    let turns = 0;
    let found: Near[] | null = null;
    held.nearest(Float32Array.from(one), 0, 3).then((near) => {
      found = near;
    });
    for (; found === null; turns++) await turn();
    expect(turns).toBeGreaterThan(3);
  });
});

/** A vector of 384 signed bytes, the same for the same seed; the first is of zeros. */
function random(seed: number): Int8Array {
  let state = seed;
  return Int8Array.from({ length: 384 }, () => {
    state = (Math.imul(state, 1_664_525) + (seed === 0 ? 0 : 1_013_904_223)) | 0;
    return state >> 24;
  });
}

/** What is nearest of all, told by comparing each. */
function plainly(all: ReadonlyMap<string, Int8Array>, asked: Float32Array, least: number, most: number) {
  return [...all]
    .map(([id, vector]) => ({ id, similarity: similarity(asked, vector) }))
    .filter((near) => near.similarity >= least)
    .sort((a, b) => b.similarity - a.similarity || (a.id < b.id ? -1 : 1))
    .slice(0, most);
}
