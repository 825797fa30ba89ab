import { describe, expect, it } from 'vitest';
import { timestampText } from './clock.ts';

describe('timestampText', () => {
  it.each([
    [0, '00:00'],
    [59, '00:59'],
    [605, '10:05'],
    [3599, '59:59'],
    [3600, '1:00:00'],
    [36_061, '10:01:01'],
  ])('writes %i seconds as %s', (seconds, text) => {
    expect(timestampText(seconds)).toBe(text);
  });
});
