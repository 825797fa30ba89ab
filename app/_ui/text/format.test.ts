import { expect, it } from 'vitest';
import { timecode, timecodeOf } from './format.ts';

it('writes a moment one way, wherever it comes from', () => {
  expect(timecode(12_265)).toBe('3:24:25');
  expect(timecodeOf('204:25')).toBe(timecode(12_265));
  for (const seconds of [0, 59, 60, 3599, 3600, 12_265]) {
    const written = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
    expect(timecodeOf(written)).toBe(timecode(seconds));
  }
});

it('leaves what is no moment as it is', () => {
  expect(timecodeOf('')).toBe('');
  expect(timecodeOf('unknown')).toBe('unknown');
});
