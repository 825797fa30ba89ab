import { expect, it } from 'vitest';
import { secondOf } from './rules.ts';

const cue = (start: number, text: string, end = start + 4, speaker: string | null = 'Ann') => ({
  start,
  end,
  speaker,
  text,
});
const cues = [
  cue(90.4, 'So here is the thing.'),
  cue(97.6, 'Chips are the limit. They need'),
  cue(103, 'more fabs than anyone'),
  cue(110.2, 'can build. Chips are the limit, and power is the next one.'),
];
const passage = { startSeconds: 90, text: cues.map(({ text }) => text).join(' ') };
const told = (words: string) => [`On Deep Dive (15 September 2026), Ann Lee said: “${words}”`];

/** Where an answer that tells these words of the window sends its reader. */
const second = (words: string, texts = told(words), lines = cues) =>
  secondOf({ passage, words }, texts, lines);

it('is where the quoted words begin, not where their window does', () => {
  expect(second('So here is the thing')).toBe(90);
  expect(second('They need more fabs than anyone can build')).toBe(100);
});

it('is a share of a cue that is longer than the sentence', () => {
  const lines = [cue(90, passage.text, 130)];
  expect(second('They need more fabs than anyone can build', told('They need more fabs'), lines)).toBe(102);
});

it('is of the words that are quoted, where the same open another sentence', () => {
  expect(second('Chips are the limit')).toBe(97);
  expect(second('Chips are the limit, and power is the next one')).toBe(110);
});

it('is the earlier of two sentences quoted, however the model puts them', () => {
  const texts = ['It was said that “power is the next one”', 'Ann Lee said “they need more fabs”'];
  expect(second('So here is the thing', texts)).toBe(100);
});

it('looks past what another says in between', () => {
  const lines = [...cues.slice(0, 2), cue(102, 'Right.', 103, 'Bob'), ...cues.slice(2)];
  expect(second('They need more fabs than anyone can build', undefined, lines)).toBe(103);
  expect(second('Chips are the limit; They need more fabs than anyone can build', undefined, lines)).toBe(97);
});

it('takes quotation marks within the words for no other quote', () => {
  const words = 'They need "more" fabs than anyone can build';
  expect(second(words)).toBe(100);
});

it('is that of the window where nothing of it is quoted, and where no line holds the words', () => {
  expect(second('They need more fabs', ['Ann Lee said that they need more fabs'])).toBe(90);
  expect(second('They need more fabs', undefined, [])).toBe(90);
});
