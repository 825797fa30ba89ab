import { expect, it } from 'vitest';
import { aCard } from '#server/testing/cards.ts';
import { airedOf, sinceText } from './since-text.ts';

const at = (day: number) => `2026-09-${String(day).padStart(2, '0')}T10:00:00.000Z`;
const ideas = (...days: number[]) =>
  days.map((day) => aCard({ episode: { ...aCard().episode, publishedAt: at(day) } }));
const sides = { bullish: ideas(20, 18), bearish: ideas(19, 10), other: [], beside: [] };

function said(before: string, total: number): string {
  const { aired, wholeFrom } = airedOf(sides, total);
  return sinceText(before, aired, wholeFrom);
}

it('counts what aired since a visit', () => {
  expect(said(at(19), 4)).toBe('1 idea aired since you were here on 19 Sept 2026.');
  expect(said(at(1), 4)).toBe('4 ideas aired since you were here on 1 Sept 2026.');
  expect(said(at(21), 4)).toBe('Nothing new aired since you were here on 21 Sept 2026.');
});

it('counts no more than it knows where a side goes on below what is shown of it', () => {
  expect(said(at(18), 40)).toBe('2 ideas aired since you were here on 18 Sept 2026.');
  expect(said(at(12), 40)).toBe('At least 3 ideas aired since you were here on 12 Sept 2026.');
});
