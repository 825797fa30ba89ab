import { describe, expect, it } from 'vitest';
import { verdictOn } from './verdict.ts';

function verdict(text: string) {
  const start = text.indexOf('Harrow');
  return verdictOn(text, { start, end: start + 'Harrow'.length });
}

describe('verdictOn', () => {
  it.each([
    ['Harrow is massively undervalued.', 2],
    ["Harrow's margins are going to collapse.", 2],
    ['Harrow trades at nine times earnings.', 2],
    ['It will be very hard to compete with Harrow.', 2],
    ['Harrow is great.', 1],
    ['Harrow was in the room with us on Tuesday.', 0],
    ['We met the people from Harrow.', 0],
  ])('%s -> %i', (text, expected) => {
    expect(verdict(text)).toBe(expected);
  });
});
