import { describe, expect, it } from 'vitest';
import type { RankedIdea } from '#server/features/ask/choose/ideas/ideas.ts';
import { said } from '#server/testing/reading/evidence.ts';
import { varied } from './variety.ts';

/** Ideas that say different things on different shows, by the given speakers, on the given sides. */
const ranked = (given: readonly (readonly [side: RankedIdea['side'], speaker?: string])[]): RankedIdea[] =>
  given.map(([side, speakerName = null], i) => ({
    ...said({ id: `i${i}`, showId: `s${i}`, quote: `Case ${i}.`, thesis: `Case ${i}.`, speakerName }),
    side,
    onTopic: true,
  }));
const sides = (ideas: readonly RankedIdea[]) => varied(ideas).map(({ side }) => side);

describe('varied', () => {
  it('gives up an idea for the side that no other takes, never the only one on the other side', () => {
    const neutral = Array.from({ length: 5 }, () => ['neutral'] as const);
    expect(sides(ranked([...neutral, ['bearish'], ['bullish']]))).toEqual([
      'neutral',
      'neutral',
      'neutral',
      'neutral',
      'bearish',
      'bullish',
    ]);
  });

  it('gives up none where the other side says nothing that may be told', () => {
    const ideas = ranked([
      ['bullish', 'A'],
      ['bullish', 'A'],
      ['bullish', 'B'],
      ['bearish', 'A'],
    ]);
    expect(sides(ideas)).toEqual(['bullish', 'bullish', 'bullish']);
  });

  it('gives up an idea for one of the same speaker', () => {
    const ideas = ranked([
      ['bullish', 'B'],
      ['bullish', 'A'],
      ['bullish', 'A'],
      ['bearish', 'A'],
    ]);
    expect(sides(ideas)).toEqual(['bullish', 'bullish', 'bearish']);
  });
});
