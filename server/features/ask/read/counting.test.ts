import { expect, it } from 'vitest';
import { topicQuery } from '#server/features/ask/read/topic/topic-words.ts';
import { isOfThings, mostArguedIn } from './counting.ts';

it.each([
  ['Most discussed company across all shows', 'companies'],
  ['What is the most talked-about stock on All-In?', 'companies'],
  ['Which themes came up most in 2026?', 'themes'],
  ['What topics do the shows talk about most?', 'themes'],
  ['Which company was mentioned the most last month?', 'companies'],
  ['Which companies are most often discussed?', 'companies'],
  ['What is the most discussed thing?', 'any'],
  ['Which show talks most about Nvidia?', null],
  ['Which company has the most upside?', null],
  ['What did they discuss about most companies?', null],
])('hears what "%s" wants counted: %s', (question, counted) => {
  expect(mostArguedIn(question)).toBe(counted);
});

it.each([
  ['Which companies are most discussed?', true],
  ['Which stocks were mentioned most?', true],
  ['Which biotech stocks were mentioned most?', false],
  ['Which AI companies are most discussed?', false],
])('hears whether "%s" asks of all of them: %s', (question, ofAll) => {
  expect(topicQuery(question).asked.every(isOfThings)).toBe(ofAll);
});
