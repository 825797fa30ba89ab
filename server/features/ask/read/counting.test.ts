import { expect, it } from 'vitest';
import { mostArguedIn } from './counting.ts';

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
