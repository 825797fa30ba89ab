import { describe, expect, it } from 'vitest';
import { asOpinion, opinionIn, opinionsUnseen } from './opinions.ts';

const card = (subject: string, start: number) => ({ subject, line: { sentence: { start } } });

describe('opinions on cards', () => {
  it('are found again at the second where their sentence begins, whichever way that is rounded', () => {
    for (const start of [591.05, 591.15, 0, 12.349]) {
      const opinions = [asOpinion(card('ticker:NVDA', start), -1.234)];
      expect(opinionIn(opinions)(card('ticker:NVDA', start))).toBe(-1.23);
      expect(opinionIn(opinions)(card('ticker:AMD', start))).toBeNull();
    }
  });

  it('are null where the episode has none', () => {
    expect(opinionIn(undefined)(card('ticker:NVDA', 1))).toBeNull();
  });

  it('hold numbers and our own names alone', () => {
    for (const [group, own] of Object.entries(opinionsUnseen())) {
      expect(group).toMatch(/^[\w-]+\/[0-9a-f]{12}$/);
      for (const [start, subject, opinion] of own) {
        expect(start).toBeGreaterThanOrEqual(0);
        expect(subject).toMatch(/^(?:ticker|company|theme):/);
        expect(Number.isFinite(opinion)).toBe(true);
      }
    }
  });
});
