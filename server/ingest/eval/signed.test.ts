import { describe, expect, it } from 'vitest';
import { type JudgedIdea, servedCurve, verdictOn } from './signed.ts';

const IDEAS: JudgedIdea[] = [
  { confidence: 0.9, verdict: 'y' },
  { confidence: 0.7, verdict: 'w' },
  { confidence: 0.6, verdict: null },
  { confidence: 0.5, verdict: 'n' },
  { confidence: 0.3, verdict: 'b' },
];

describe('servedCurve', () => {
  it('tells how many are served an hour, and of those that an editor read how many are signed', () => {
    expect(servedCurve({ hours: 2, ideas: IDEAS }, [0.5, 0.65])).toEqual([
      { at: 0.5, anHour: 2, read: 3, signed: 2 / 3, outright: 1 / 3 },
      { at: 0.65, anHour: 1, read: 2, signed: 1, outright: 0.5 },
    ]);
  });

  it('tells nothing of what nobody read', () => {
    expect(servedCurve({ hours: 1, ideas: IDEAS }, [0.95])).toEqual([
      { at: 0.95, anHour: 0, read: 0, signed: 0, outright: 0 },
    ]);
  });
});

describe('verdictOn', () => {
  const quote = { startSeconds: 100 };
  const subject = { kind: 'ticker', key: 'COST', name: 'Costco' } as const;

  it('is of the nearest card of the same subject', () => {
    const cards = [
      [99.2, 'ticker:WMT', 'a', '?', 0],
      [99.1, 'ticker:COST', 'n', '?', 0],
      [100.4, 'ticker:COST', 'y', '+', 2],
    ] as const;
    expect(verdictOn({ subject, quote }, cards)).toBe('y');
  });

  it('is null where the card of that subject is another sentence', () => {
    expect(verdictOn({ subject, quote }, [[112, 'ticker:COST', 'y', '+', 2]])).toBeNull();
  });
});
