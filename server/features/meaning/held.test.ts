import { describe, expect, it } from 'vitest';
import { packed } from '#server/reader/vectors.ts';
import { HeldVectors } from './held.ts';

const north = Float32Array.of(1, 0);
const at = (degrees: number) =>
  packed(Float32Array.of(Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)));
const idsOf = (held: HeldVectors, least = -1, most = 10) =>
  held.nearest(north, least, most).map(({ id }) => id);

describe('vectors held in memory', () => {
  it('come the most alike first, no less alike than asked, no more than asked', () => {
    const held = new HeldVectors(10);
    held.add('far', at(170));
    held.add('near', at(10));
    held.add('nearer', at(5));
    expect(idsOf(held)).toEqual(['nearer', 'near', 'far']);
    expect(idsOf(held, 0.5)).toEqual(['nearer', 'near']);
    expect(idsOf(held, 0.5, 1)).toEqual(['nearer']);
  });

  it('take a newer vector of the same id in the place of the older', () => {
    const held = new HeldVectors(10);
    held.add('idea', at(10));
    held.add('idea', at(170));
    expect(held.size).toBe(1);
    expect(idsOf(held, 0)).toEqual([]);
  });

  it('are the last that came: the first one leaves when they are too many', () => {
    const held = new HeldVectors(2);
    for (const [i, id] of ['a', 'b', 'c', 'd', 'e'].entries()) held.add(id, at(i));
    expect(held.size).toBe(2);
    expect(idsOf(held)).toEqual(['d', 'e']);
  });
});
