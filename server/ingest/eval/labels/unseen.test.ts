import { describe, expect, it } from 'vitest';
import { asUnseen, unseenIn, unseenOf, unseenText } from './unseen.ts';

const card = (subject: string, start: number) => ({ subject, line: { sentence: { start } } });

describe('what layers tuned on other episodes hear in cards', () => {
  it('is found again at the second where their sentence begins, whichever way that is rounded', () => {
    for (const start of [591.05, 591.15, 0, 12.349]) {
      const known = [asUnseen(card('ticker:NVDA', start), [-1.234, 2])];
      expect(unseenIn(known)(card('ticker:NVDA', start))).toEqual([-1.23, 2]);
      expect(unseenIn(known)(card('ticker:AMD', start))).toBeNull();
    }
  });

  it('is null where the episode has none', () => {
    expect(unseenIn(undefined)(card('ticker:NVDA', 1))).toBeNull();
  });

  it('is read as it was written, without episodes of which nothing was heard', () => {
    const own = [asUnseen(card('theme:gold', 3), [0.5])];
    const groups = new Map([
      ['a/1', own],
      ['b/2', []],
    ]);
    expect(JSON.parse(unseenText(groups))).toEqual({ 'a/1': own });
  });

  it.each([
    ['opinions', 1],
    ['sentiments', 3],
  ] as const)('holds numbers and our own names alone: %s', (kind, many) => {
    for (const [group, own] of Object.entries(unseenOf(kind))) {
      expect(group).toMatch(/^[\w-]+\/[0-9a-f]{12}$/);
      for (const [start, subject, ...numbers] of own) {
        expect(start).toBeGreaterThanOrEqual(0);
        expect(subject).toMatch(/^(?:ticker|company|theme):/);
        expect(numbers).toHaveLength(many);
        expect(numbers.every(Number.isFinite)).toBe(true);
      }
    }
  });
});
