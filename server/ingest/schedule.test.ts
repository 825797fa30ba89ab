import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { afterFailure, isFullFetchDue, nextPoll, nextRetry, type Step } from './schedule.ts';

const NOW = new Date('2026-11-21T12:00:00Z');
const MINUTE = 60;
const HOUR = 3600;
const DAY = 24 * HOUR;

const ago = (seconds: number) => new Date(NOW.getTime() - seconds * 1000);
const secondsTo = (at: Date) => (at.getTime() - NOW.getTime()) / 1000;
const waitOf = (lastChangeAt: Date | null, random = 0.5) => secondsTo(nextPoll(lastChangeAt, NOW, random));

describe('a healthy feed', () => {
  it('is polled hourly while it is active', () => {
    expect(waitOf(ago(0))).toBe(HOUR);
    expect(waitOf(ago(6 * DAY))).toBe(HOUR);
  });

  it('is polled less the longer it is silent, twice a day at least', () => {
    expect(waitOf(ago(21 * DAY))).toBe(3 * HOUR);
    expect(waitOf(ago(900 * DAY))).toBe(12 * HOUR);
    expect(waitOf(null)).toBe(3 * HOUR);
  });

  it('is polled hourly when its newest date lies in the future', () => {
    expect(waitOf(ago(-30 * DAY))).toBe(HOUR);
  });
});

const retryOf = (consecutive: number, retryAfterSeconds: number | null, random: number) =>
  secondsTo(nextRetry({ consecutive, retryAfterSeconds }, NOW, random));

describe('a failing feed', () => {
  const failing = (consecutive: number, retryAfterSeconds: number | null = null) =>
    retryOf(consecutive, retryAfterSeconds, 0.999_999);

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
});

describe('any history', () => {
  const random = fc.double({ min: 0, max: 0.999_999, noNaN: true });
  const isWithinLimits = (wait: number) => wait >= 120 && wait <= 1.1 * DAY;

  it('leads to a poll between two minutes and 27 hours from now', () => {
    const change = fc.option(fc.date({ noInvalidDate: true }));
    const asked = fc.option(fc.nat(10_000_000));
    fc.assert(
      fc.property(change, fc.nat(10_000), asked, random, (lastChangeAt, consecutive, retryAfter, luck) => {
        expect(isWithinLimits(waitOf(lastChangeAt, luck))).toBe(true);
        expect(isWithinLimits(retryOf(consecutive, retryAfter, luck))).toBe(true);
      }),
    );
  });

  it('never makes one more failure mean an earlier retry', () => {
    fc.assert(
      fc.property(
        fc.nat(100),
        random,
        (failures, luck) => retryOf(failures + 1, null, luck) >= retryOf(failures, null, luck),
      ),
    );
  });

  it('spreads feeds that are in the same state', () => {
    expect(waitOf(ago(DAY), 0)).toBeLessThan(waitOf(ago(DAY), 0.9));
    expect(retryOf(3, null, 0)).toBeLessThan(retryOf(3, null, 0.9));
  });
});

describe('a full fetch', () => {
  it('is due when there was none, or six hours after the last', () => {
    expect(isFullFetchDue(null, NOW)).toBe(true);
    expect(isFullFetchDue(ago(6 * HOUR), NOW)).toBe(true);
    expect(isFullFetchDue(ago(6 * HOUR - 1), NOW)).toBe(false);
  });
});

describe('an episode whose step failed', () => {
  const retriable = { reason: 'The server answered 503.', retry: true };
  const givenUp = { state: 'failed', nextAttemptAt: null };
  const step = (attempts: number, state: Step['state'] = 'pending'): Step => ({ state, attempts });

  it.each([
    [0, 5],
    [1, 20],
    [2, 80],
    [3, 320],
  ])('is tried again at the same step: after %d failures before, in %d minutes', (attempts, minutes) => {
    expect(afterFailure(step(attempts, 'transcribed'), retriable, NOW)).toEqual({
      state: 'transcribed',
      nextAttemptAt: ago(-minutes * MINUTE),
    });
  });

  it('is given up at the fifth failure, and at the first that no other attempt can mend', () => {
    expect(afterFailure(step(4), retriable, NOW)).toEqual(givenUp);
    expect(afterFailure(step(0), { ...retriable, retry: false }, NOW)).toEqual(givenUp);
  });

  it('is not tried before the time that a server asked for', () => {
    const wait = (notBefore: Date) => afterFailure(step(0), { ...retriable, notBefore }, NOW).nextAttemptAt;
    expect(wait(ago(-HOUR))).toEqual(ago(-HOUR));
    expect(wait(ago(-MINUTE))).toEqual(ago(-5 * MINUTE));
  });

  it('has no transcript where there is nothing to get one from', () => {
    const failure = { reason: 'The feed names no timed transcript.', retry: false, hasNoSource: true };
    expect(afterFailure(step(0), failure, NOW)).toEqual({ state: 'no_transcript', nextAttemptAt: null });
  });
});
