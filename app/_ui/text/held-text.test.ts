import { expect, it } from 'vitest';
import { heldText } from './held-text.ts';

it.each([
  [0, 41, 0, '41 episodes, none read'],
  [0, 1, 0, '1 episode, not read'],
  [0, 41, 2, '0 ideas; 2 of 41 episodes read'],
  [30, 41, 12, '30 ideas; 12 of 41 episodes read'],
  [30, 4100, 1200, '30 ideas; 1,200 of 4,100 episodes read'],
  [1, 3, 3, '1 idea in 3 episodes'],
  [0, 0, 0, 'no episode yet'],
])('%i ideas of %i episodes, of which %i are read', (ideaCount, episodeCount, readCount, text) => {
  expect(heldText({ ideaCount, episodeCount, readCount })).toBe(text);
});
