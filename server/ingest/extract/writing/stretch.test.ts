import { describe, expect, it } from 'vitest';
import type { VerbatimQuote } from '#server/domain.ts';
import type { PassageLine } from '#server/ingest/extract/passages/reading.ts';
import { stretchAround } from './stretch.ts';

/** One line each ten seconds, each said for eight; cue and line have one number. */
function lines(count: number): PassageLine[] {
  return Array.from({ length: count }, (_, i) => ({
    sentence: { start: 10 * i, end: 10 * i + 8, firstCue: i, lastCue: i },
  })) as unknown as PassageLine[];
}

const quoteOf = (line: number) =>
  ({
    startSeconds: 10 * line,
    endSeconds: 10 * line + 8,
    firstCue: line,
    lastCue: line,
  }) as unknown as VerbatimQuote;

const secondsOf = (stretch: readonly PassageLine[]) => [
  stretch[0]!.sentence.start,
  stretch.at(-1)!.sentence.end,
];

describe('stretchAround', () => {
  it('holds the lines around the quote, five minutes of them at most', () => {
    const [start, end] = secondsOf(stretchAround(lines(100), quoteOf(50)));
    expect([start, end]).toEqual([350, 648]);
  });

  it('ends at a pause about the subject', () => {
    const paused = lines(100).filter((_, i) => i === 50 || i > 60 || i < 40);
    expect(secondsOf(stretchAround(paused, quoteOf(50)))).toEqual([500, 508]);
  });

  it('is all of the passage where no line of it is quoted', () => {
    expect(stretchAround(lines(5), quoteOf(50))).toHaveLength(5);
  });
});
