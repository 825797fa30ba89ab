import { expect, it } from 'vitest';
import { timestampText } from '#server/platform/clock.ts';
import { span, timecodeOf } from './format.ts';

it('writes a moment one way, wherever it comes from', () => {
  expect(timecodeOf('204:25')).toBe('3:24:25');
  for (const seconds of [0, 59, 60, 3599, 3600, 12_265]) {
    const written = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
    expect(timecodeOf(written)).toBe(timestampText(seconds));
  }
});

it('leaves what is no moment as it is', () => {
  expect(timecodeOf('')).toBe('');
  expect(timecodeOf('unknown')).toBe('unknown');
});

it('writes two moments of one day as that day', () => {
  expect(span('2026-11-28T06:00:00Z', '2026-11-28T20:00:00Z')).toBe('on 28 Nov 2026');
  expect(span('2026-11-28T06:00:00Z', '2026-11-29T00:00:00Z')).toBe('28 Nov 2026 to 29 Nov 2026');
});
