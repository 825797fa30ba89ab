import { describe, expect, it } from 'vitest';
import type { Stance } from '#server/domain.ts';
import type { CardVerdict } from './labels/cards.ts';
import { cardOf, type JudgedIdea, servedCurve, stancesServed } from './signed.ts';

const idea = (
  confidence: number,
  verdict: CardVerdict | null,
  [stance, side]: readonly [Stance | null, Stance | null] = [null, null],
): JudgedIdea => ({
  confidence,
  stance,
  card: verdict && { group: 'show/episode', start: 1, subject: 'ticker:COST', verdict, side },
});

const IDEAS: JudgedIdea[] = [
  idea(0.9, 'y', ['BULLISH', 'BULLISH']),
  idea(0.7, 'w', ['BULLISH', 'MIXED']),
  idea(0.6, null, ['BULLISH', null]),
  idea(0.5, 'n'),
  idea(0.5, 'd', ['BEARISH', null]),
  idea(0.3, 'b', ['BEARISH', 'BEARISH']),
];

describe('servedCurve', () => {
  it('tells how many are served an hour, and of those that an editor read how many are signed', () => {
    expect(servedCurve({ hours: 2, ideas: IDEAS }, [0.5, 0.65])).toEqual([
      { at: 0.5, anHour: 2.5, read: 4, signed: 0.5, outright: 0.25 },
      { at: 0.65, anHour: 1, read: 2, signed: 1, outright: 0.5 },
    ]);
  });

  it('tells nothing of what nobody read', () => {
    expect(servedCurve({ hours: 1, ideas: IDEAS }, [0.95])).toEqual([
      { at: 0.95, anHour: 0, read: 0, signed: 0, outright: 0 },
    ]);
  });
});

describe('stancesServed', () => {
  it('counts a stance that an editor could not tell among the wrong ones, and nothing that is not served or read', () => {
    expect(stancesServed(IDEAS).all).toEqual({ all: 4, given: 3, right: 1 });
  });

  it('counts what an editor signs by itself', () => {
    expect(stancesServed(IDEAS).signed).toEqual({ all: 2, given: 2, right: 1 });
  });
});

describe('cardOf', () => {
  const quote = { startSeconds: 100 };
  const subject = { kind: 'ticker', key: 'COST', name: 'Costco' } as const;

  it('is of the nearest card of the same subject', () => {
    const cards = [
      [99.2, 'ticker:WMT', 'a', '?', 0],
      [99.1, 'ticker:COST', 'n', '?', 0],
      [100.4, 'ticker:COST', 'y', '+', 2],
    ] as const;
    expect(cardOf({ subject, quote }, 'show/episode', cards)).toEqual({
      group: 'show/episode',
      start: 100.4,
      subject: 'ticker:COST',
      verdict: 'y',
      side: 'BULLISH',
    });
  });

  it('is null where the card of that subject is another sentence', () => {
    expect(cardOf({ subject, quote }, 'show/episode', [[112, 'ticker:COST', 'y', '+', 2]])).toBeNull();
  });
});
