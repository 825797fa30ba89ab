import { expect, it } from 'vitest';
import { relationWords } from './relation-words.ts';

it('says that the other side is taken only of what opposes the thesis’s own', () => {
  expect(relationWords('disputes', 'bearish', 'bullish')).toBe('takes the other side');
  expect(relationWords('disputes', 'bullish', 'bullish')).toBe('takes its side against those before');
});
