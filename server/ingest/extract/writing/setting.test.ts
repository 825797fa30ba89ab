import { describe, expect, it } from 'vitest';
import { settingOf } from './setting.ts';

describe('where an argument stands', () => {
  it.each([
    [24, [], 'The talk around it lasts 24 seconds.'],
    [60, ['Amazon'], 'The talk around it lasts 1 minute and also names Amazon.'],
    [
      125,
      ['Amazon', "McDonald's", 'Amazon'],
      "The talk around it lasts 2 minutes and 5 seconds and also names Amazon and McDonald's.",
    ],
  ])('is told by its length and by what else it names: %i, %j', (seconds, beside, text) => {
    expect(settingOf({ seconds, beside })).toBe(text);
  });

  it('names the first four alone', () => {
    const beside = ['A', 'B', 'C', 'D', 'E'];
    expect(settingOf({ seconds: 9, beside })).toMatch(/names A, B, C and D\.$/);
  });
});
