import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Cue } from '#server/domain.ts';
import { joinsOf } from './chunks.ts';

const cue = (start: number, end: number): Cue => ({ start, end, speaker: null, text: 'word' });

/** Cues of about five seconds, all of a recording cut every `length` seconds, if it is cut. */
function recording(steps: readonly number[], length: number | null): Cue[] {
  const cues: Cue[] = [];
  let at = 0;
  for (const step of steps) {
    const border = length === null ? Number.POSITIVE_INFINITY : (Math.floor(at / length) + 1) * length;
    const end = Math.min(at + step, border);
    cues.push(cue(at, end));
    at = end;
  }
  return cues;
}

/** The same recordings each time: a few of all that there may be are cut elsewhere, too, by chance. */
const SAME = { seed: 7 };
const steps = fc.array(fc.double({ min: 3.1, max: 8.9, noNaN: true }), { minLength: 400, maxLength: 400 });

describe('joinsOf', () => {
  it('finds every join of a transcript made in pieces', () => {
    fc.assert(
      fc.property(steps, fc.constantFrom(120, 180, 300), (own, length) => {
        const cues = recording(own, length);
        const joins = joinsOf(cues);
        expect(joins).toContain(length);
        for (const at of joins) expect(at % length).toBe(0);
      }),
      SAME,
    );
  });

  it('finds none in a transcript made in one, nor in a short one', () => {
    fc.assert(
      fc.property(steps, (own) => {
        expect(joinsOf(recording(own, null))).toEqual([]);
      }),
      SAME,
    );
    expect(joinsOf(recording(Array(40).fill(5), 180))).toEqual([]);
  });
});
