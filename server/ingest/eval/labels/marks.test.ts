import { describe, expect, it } from 'vitest';
import type { Sentence } from '#server/ingest/extract/sentences/sentences.ts';
import { markOf, marks } from './marks.ts';
import { readings } from './readings.ts';

describe('the marks', () => {
  it('are of the episodes of the readings, in order, no sentence marked twice', () => {
    expect(Object.keys(marks())).toEqual(Object.keys(readings()));
    for (const [key, { claims, support }] of Object.entries(marks())) {
      const seconds = [...claims, ...support];
      expect(new Set(seconds).size, key).toBe(seconds.length);
      expect(
        [...claims].sort((a, b) => a - b),
        key,
      ).toEqual(claims);
      expect(
        [...support].sort((a, b) => a - b),
        key,
      ).toEqual(support);
    }
  });

  it('are told of a sentence by the second it starts at', () => {
    const mark = markOf({ claims: [12.3], support: [15] });
    const at = (start: number) => mark({ start } as Sentence);
    expect([at(12.31), at(15.04), at(15.2)]).toEqual(['claim', 'support', null]);
  });
});
