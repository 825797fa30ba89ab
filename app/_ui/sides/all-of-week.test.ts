import { createElement } from 'react';
import { expect, it } from 'vitest';
import { IDEAS_A_SIDE } from '#server/features/pages/subjects/rules.ts';
import type { SidesAnswer } from '#server/features/pages/subjects/sides.ts';
import { drawn } from '#server/testing/drawn.ts';
import { AllOfWeek } from './all-of-week.tsx';

/** What stands below a week with so many bullish ideas. */
function below(bullish: number): Promise<string> {
  const sides = { bullish: Array(bullish).fill({}), bearish: [], other: [], beside: [] } as SidesAnswer;
  return drawn(
    createElement(AllOfWeek, {
      title: 'All ideas on BRK.B',
      query: { ticker: 'BRK.B' },
      week: '2026-09-28',
      sides,
    }),
  );
}

it('leads to a search of the whole week where a side may be cut', async () => {
  expect((await below(IDEAS_A_SIDE)).replaceAll('&amp;', '&')).toContain(
    'href="/search?ticker=BRK.B&from=2026-09-28&to=2026-10-04"',
  );
});

it('says nothing below a week that is shown whole', async () => {
  expect(await below(IDEAS_A_SIDE - 1)).toBe('');
});
