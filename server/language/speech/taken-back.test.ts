import { expect, it } from 'vitest';
import { takesBack } from '#server/language/speech/taken-back.ts';

it.each([
  "But that's not this decade.",
  'This is 100% overreaction.',
  'I don’t think so.',
  "Well, I don't buy that.",
  'I do not think that is what happens.',
  'No, I disagree.',
  "I think it's overblown.",
  "But that's not what happened.",
  'Actually, those are all wrong.',
])('%s takes back what was said before', (next) => {
  expect(takesBack(next)).toBe(true);
});

it.each([
  "But that's not just a story.",
  'I think it is the best of them.',
  'That is wrong for most people, and still.',
  'They are not hiring.',
  'And I agree with you.',
])('%s takes nothing back', (next) => {
  expect(takesBack(next)).toBe(false);
});
