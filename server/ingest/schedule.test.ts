import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isFullFetchDue, type PollHistory, planNextPoll } from './schedule.ts';

const NOW = new Date('2026-11-21T12:00:00Z');
const HOUR = 3600;
const DAY = 24 * HOUR;

const ago = (seconds: number) => new Date(NOW.getTime() - seconds * 1000);
const calm: PollHistory = {
  lastOutcome: 'unchanged',
  consecutiveFailures: 0,
  retryAfterSeconds: null,
  lastChangeAt: ago(DAY),
  hintSeconds: null,
};

function waitOf(history: Partial<PollHistory>, random = 0.5): number {
  const plan = planNextPoll({ ...calm, ...history }, NOW, random);
  if (plan.kind === 'stop') throw new Error('stopped');
  return (plan.at.getTime() - NOW.getTime()) / 1000;
}

describe('a healthy feed', () => {
  it('is polled hourly while it is active', () => {
    expect(waitOf({ lastChangeAt: ago(0) })).toBe(HOUR);
    expect(waitOf({ lastChangeAt: ago(6 * DAY), lastOutcome: 'changed' })).toBe(HOUR);
  });

  it('is polled less the longer it is silent, twice a day at least', () => {
    expect(waitOf({ lastChangeAt: ago(21 * DAY) })).toBe(3 * HOUR);
    expect(waitOf({ lastChangeAt: ago(900 * DAY) })).toBe(12 * HOUR);
    expect(waitOf({ lastChangeAt: null })).toBe(3 * HOUR);
  });

  it('is polled hourly when its newest date lies in the future', () => {
    expect(waitOf({ lastChangeAt: ago(-30 * DAY) })).toBe(HOUR);
  });

  it('may ask for patience, up to half a day', () => {
    expect(waitOf({ hintSeconds: 4 * HOUR })).toBe(4 * HOUR);
    expect(waitOf({ hintSeconds: 60 })).toBe(HOUR);
    expect(waitOf({ hintSeconds: 30 * DAY })).toBe(12 * HOUR);
  });
});

describe('a failing feed', () => {
  const failing = (consecutiveFailures: number, retryAfterSeconds: number | null = null) =>
    waitOf({ lastOutcome: 'failed', consecutiveFailures, retryAfterSeconds }, 0.999_999);

  it('is retried after minutes, then ever later, daily at least', () => {
    expect(failing(1)).toBeCloseTo(5 * 60, 0);
    expect(failing(2)).toBeCloseTo(10 * 60, 0);
    expect(failing(4)).toBeCloseTo(40 * 60, 0);
    expect(failing(50)).toBeCloseTo(DAY, 0);
  });

  it('waits at least as long as the server asks, a day at most', () => {
    expect(failing(1, 2 * HOUR)).toBeGreaterThanOrEqual(2 * HOUR);
    expect(failing(1, 2)).toBeCloseTo(5 * 60, 0);
    expect(failing(1, 7 * DAY)).toBeLessThanOrEqual(1.1 * DAY);
  });

  it('is never polled again once it is gone', () => {
    expect(planNextPoll({ ...calm, lastOutcome: 'gone' }, NOW, 0.5)).toEqual({ kind: 'stop' });
  });
});

describe('any history', () => {
  const history = fc.record({
    lastOutcome: fc.constantFrom('changed' as const, 'unchanged' as const, 'failed' as const),
    consecutiveFailures: fc.nat(10_000),
    retryAfterSeconds: fc.option(fc.nat(10_000_000)),
    lastChangeAt: fc.option(fc.date({ noInvalidDate: true })),
    hintSeconds: fc.option(fc.nat(100_000_000)),
  });
  const random = fc.double({ min: 0, max: 0.999_999, noNaN: true });

  it('leads to a poll between two minutes and 27 hours from now', () => {
    fc.assert(
      fc.property(history, random, (past, luck) => {
        const wait = waitOf(past, luck);
        return wait >= 120 && wait <= 1.1 * DAY;
      }),
    );
  });

  it('never makes one more failure mean an earlier retry', () => {
    fc.assert(
      fc.property(fc.nat(100), random, (failures, luck) => {
        const wait = (n: number) => waitOf({ lastOutcome: 'failed', consecutiveFailures: n }, luck);
        return wait(failures + 1) >= wait(failures);
      }),
    );
  });

  it('spreads feeds that are in the same state', () => {
    expect(waitOf({}, 0)).toBeLessThan(waitOf({}, 0.9));
    expect(waitOf({ lastOutcome: 'failed', consecutiveFailures: 3 }, 0)).toBeLessThan(
      waitOf({ lastOutcome: 'failed', consecutiveFailures: 3 }, 0.9),
    );
  });
});

describe('a full fetch', () => {
  it('is due when there was none, or six hours after the last', () => {
    expect(isFullFetchDue(null, NOW)).toBe(true);
    expect(isFullFetchDue(ago(6 * HOUR), NOW)).toBe(true);
    expect(isFullFetchDue(ago(6 * HOUR - 1), NOW)).toBe(false);
  });
});
