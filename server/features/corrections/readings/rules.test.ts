import { expect, it } from 'vitest';
import type { FoundIdea, Reviewed } from '#server/features/corrections/made/rules.ts';
import { standsFor } from '#server/features/corrections/readings/rules.ts';

const current = (id: string, key: string, start: number): Reviewed => ({
  id,
  hidden: false,
  subjects: [{ kind: 'ticker', key }],
  speakers: ['Ada'],
  spans: [{ start, end: start + 10 }],
});
const replaced = (key: string, start: number, speaker: string | null = 'Ada'): FoundIdea => ({
  ...{ kind: 'ticker', key, speaker, start },
  end: start + 10,
});

it.each([
  ['the nearest on its subject', [current('a', 'INTC', 100), current('b', 'INTC', 180)], 170, 'b'],
  [
    'the one on its subject, not another of the same words',
    [current('a', 'AMD', 100), current('b', 'INTC', 110)],
    100,
    'b',
  ],
  [
    'one of the same words on another subject, where none is on its own',
    [current('a', 'AMD', 104)],
    100,
    'a',
  ],
  ['none that only begins as it ends', [current('a', 'AMD', 110)], 100, null],
  ['none of the same subject minutes later', [current('a', 'INTC', 300)], 100, null],
])('for a replaced idea stands %s', (_which, ideas, at, standing) => {
  expect(standsFor(replaced('INTC', at), ideas)).toBe(standing);
});

it('says the same in the same words, whoever is named for them', () => {
  expect(standsFor(replaced('INTC', 100, 'Speaker 1'), [current('a', 'INTC', 100)])).toBe('a');
  expect(standsFor(replaced('INTC', 160, 'Ben'), [current('a', 'INTC', 100)])).toBeNull();
});
