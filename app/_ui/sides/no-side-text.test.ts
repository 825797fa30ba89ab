import { expect, it } from 'vitest';
import type { IdeaCard } from '#server/features/ideas/schema.ts';
import { IDEAS_A_SIDE } from '#server/features/pages/subjects/rules.ts';
import { noSideText } from './no-side-text.ts';

type Told = Pick<IdeaCard, 'stance'>;
const ideas = (untold: number, balanced = 0, beside: Told[] = []) => ({
  other: [
    ...Array<Told>(untold).fill({ stance: null }),
    ...Array<Told>(balanced).fill({ stance: 'BALANCED' }),
  ],
  beside,
});

it('says how many ideas beside an empty side are not told a side, and never that nobody argued it', () => {
  expect(noSideText('this', ideas(3, 2))).toBe(
    'No idea here is told to argue this side; 3 ideas are not told a side.',
  );
  expect(noSideText('either', ideas(1))).toBe(
    'No idea here is told to argue either side; 1 idea is not told a side.',
  );
  expect(noSideText('this', ideas(0, 2))).toBe('No idea here is told to argue this side.');
});

it('speaks of the subject alone where ideas on other subjects stand below', () => {
  expect(noSideText('either', ideas(0, 1, [{ stance: 'BULLISH' }]))).toBe(
    'No idea on this subject is told to argue either side.',
  );
});

it('counts no more than are shown where there may be others', () => {
  expect(noSideText('this', ideas(IDEAS_A_SIDE - 1, 1))).toContain(
    `at least ${IDEAS_A_SIDE - 1} ideas are not told a side`,
  );
});
