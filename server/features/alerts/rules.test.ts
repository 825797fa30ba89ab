import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  digestUntil,
  isFeedSecret,
  isQuiet,
  isTimeZone,
  isUnsubscribeToken,
  lastSlot,
  mailRetry,
  quietFault,
  quietHoursOf,
  unsubscribeToken,
} from '#server/features/alerts/rules.ts';

const at = (text: string) => new Date(text);
const daily = {
  mail: 'daily',
  mailSince: at('2026-09-14T12:00:00Z'),
  lastMailAt: null,
  mailRetryAt: null,
  quiet: null,
} as const;

describe('the hour of a digest', () => {
  it('is six in the morning UTC, on Mondays when weekly', () => {
    expect(lastSlot('daily', at('2026-09-15T05:59:59Z'))).toEqual(at('2026-09-14T06:00:00Z'));
    expect(lastSlot('daily', at('2026-09-15T06:00:00Z'))).toEqual(at('2026-09-15T06:00:00Z'));
    // 2026-09-15 is a Tuesday.
    expect(lastSlot('weekly', at('2026-09-15T12:00:00Z'))).toEqual(at('2026-09-14T06:00:00Z'));
    expect(lastSlot('weekly', at('2026-09-14T05:00:00Z'))).toEqual(at('2026-09-07T06:00:00Z'));
  });

  it('is never ahead, and never further back than its rhythm', () => {
    const moments = fc.date({
      min: at('1971-01-01T00:00:00Z'),
      max: at('2100-01-01T00:00:00Z'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(moments, fc.constantFrom('daily' as const, 'weekly' as const), (now, rhythm) => {
        const behind = now.getTime() - lastSlot(rhythm, now).getTime();
        const days = rhythm === 'daily' ? 1 : 7;
        return behind >= 0 && behind < days * 86_400_000;
      }),
    );
  });

  it('does not come before the first slot after mail was switched on', () => {
    expect(digestUntil(daily, at('2026-09-15T05:00:00Z'))).toBeNull();
    expect(digestUntil(daily, at('2026-09-15T07:00:00Z'))).toEqual(at('2026-09-15T06:00:00Z'));
  });

  it('comes once a slot, and late when the worker stood', () => {
    const sent = { ...daily, lastMailAt: at('2026-09-15T06:01:00Z') };
    expect(digestUntil(sent, at('2026-09-15T23:00:00Z'))).toBeNull();
    expect(digestUntil(sent, at('2026-09-18T11:00:00Z'))).toEqual(at('2026-09-18T06:00:00Z'));
  });

  it('waits out a mail server that refused, longer each time', () => {
    const now = at('2026-09-15T07:00:00Z');
    expect(digestUntil({ ...daily, mailRetryAt: at('2026-09-15T07:10:00Z') }, now)).toBeNull();
    const waits = [0, 1, 2, 9].map(
      (failures) => (mailRetry(failures, now).getTime() - now.getTime()) / 60_000,
    );
    expect(waits).toEqual([10, 20, 40, 360]);
  });

  it('comes at once when that is asked for, and no oftener than a quarter of an hour', () => {
    const atOnce = { ...daily, mail: 'at_once' as const };
    const now = at('2026-09-15T11:20:00Z');
    expect(digestUntil(atOnce, now)).toEqual(now);
    expect(digestUntil({ ...atOnce, lastMailAt: at('2026-09-15T11:06:00Z') }, now)).toBeNull();
    expect(digestUntil({ ...atOnce, lastMailAt: at('2026-09-15T11:05:00Z') }, now)).toEqual(now);
  });

  it('waits for the end of quiet hours, by the clock of the reader, summer time included', () => {
    const quiet = { from: 22, until: 8, timeZone: 'Europe/Berlin' };
    // 06:30 UTC is 08:30 in Berlin in September, 07:30 in December.
    const september = { ...daily, quiet };
    expect(digestUntil(september, at('2026-09-15T05:59:00Z'))).toBeNull();
    expect(digestUntil(september, at('2026-09-15T06:30:00Z'))).toEqual(at('2026-09-15T06:00:00Z'));
    expect(digestUntil(september, at('2026-12-15T06:30:00Z'))).toBeNull();
    expect(digestUntil(september, at('2026-12-15T07:00:00Z'))).toEqual(at('2026-12-15T06:00:00Z'));
  });

  it('has quiet hours within a day too, and none where they begin as they end', () => {
    const noon = at('2026-09-15T12:00:00Z');
    const hours = (from: number, until: number) => isQuiet({ from, until, timeZone: 'UTC' }, noon);
    expect([hours(12, 13), hours(11, 12), hours(13, 12), hours(12, 12)]).toEqual([true, false, false, false]);
    expect(isTimeZone('America/New_York')).toBe(true);
    expect(isTimeZone('Mars/Olympus')).toBe(false);
  });

  it('takes both hours or none, and no two that are the same', () => {
    expect(quietFault({ from: 22, until: 8 })).toBeNull();
    expect(quietFault({ from: null, until: null })).toBeNull();
    expect(quietFault({ from: 22, until: null })).toMatch(/need both/);
    expect(quietFault({ from: null, until: 0 })).toMatch(/need both/);
    expect(quietFault({ from: 22, until: 22 })).toMatch(/same hour/);
    expect(quietHoursOf({ from: 0, until: 8, timeZone: 'UTC' })).toEqual({
      from: 0,
      until: 8,
      timeZone: 'UTC',
    });
    expect(quietHoursOf({ from: null, until: null, timeZone: 'UTC' })).toBeNull();
  });

  it('never comes when mail is off', () => {
    expect(digestUntil({ ...daily, mail: 'off' }, at('2026-09-20T07:00:00Z'))).toBeNull();
  });
});

describe('secret addresses', () => {
  it('unsubscribe one account only, under one installation only', () => {
    const token = unsubscribeToken('a', 'secret one');
    expect(isUnsubscribeToken('a', token, ['secret one'])).toBe(true);
    expect(isUnsubscribeToken('b', token, ['secret one'])).toBe(false);
    expect(isUnsubscribeToken('a', token, ['secret two'])).toBe(false);
    expect(isUnsubscribeToken('a', '', ['secret one'])).toBe(false);
  });

  it('name a feed only when they have the form of one', () => {
    expect(isFeedSecret('a'.repeat(43))).toBe(true);
    for (const text of ['', 'a'.repeat(42), `${'a'.repeat(42)}/`, 'a'.repeat(44)])
      expect(isFeedSecret(text)).toBe(false);
  });
});
