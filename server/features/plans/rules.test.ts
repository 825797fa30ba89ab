import { describe, expect, it } from 'vitest';
import { quotaMetric, toRemove, trialDaysRemaining } from '#server/features/plans/rules.ts';

const now = new Date('2026-09-15T23:59:59Z');

describe('a quota', () => {
  it('of a day resets at the next UTC midnight', () => {
    expect(quotaMetric('ideaReads', 2, 'free', now)).toEqual({
      used: 2,
      limit: 3,
      remaining: 1,
      resetsAt: '2026-09-16T00:00:00.000Z',
    });
  });

  it('of no day has no reset', () => {
    expect(quotaMetric('savedIdeas', 10, 'free', now)).toEqual({ used: 10, limit: 10, remaining: 0 });
  });

  it('never remains below zero after a downgrade', () => {
    expect(quotaMetric('followedShows', 40, 'free', now).remaining).toBe(0);
  });

  it('is unlimited on Premium, told by null', () => {
    expect(quotaMetric('asks', 99, 'premium', now)).toMatchObject({ used: 99, limit: null, remaining: null });
  });
});

it('says how many to remove before one more fits', () => {
  expect([toRemove(10, 10), toRemove(12, 10)]).toEqual(['one', '3']);
});

describe('a trial', () => {
  it('counts its last hours as one day', () => {
    expect(trialDaysRemaining(new Date('2026-09-16T01:00:00Z'), now)).toBe(1);
  });

  it('is over at its end, and was never there without one', () => {
    expect(trialDaysRemaining(now, now)).toBeNull();
    expect(trialDaysRemaining(null, now)).toBeNull();
  });
});
