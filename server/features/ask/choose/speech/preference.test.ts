import { expect, it } from 'vitest';
import { prefers } from './preference.ts';

const puts = (words: string, better: string, worse: string) => prefers(words, [better], [worse]);

it.each([
  ['Who is bullish on Anthropic over OpenAI?', 'Anthropic', 'OpenAI'],
  ['Who prefers OpenAI to Anthropic?', 'OpenAI', 'Anthropic'],
  ['Who likes Google more than OpenAI?', 'Google', 'OpenAI'],
  ['Is anyone more bearish on OpenAI than on Google?', 'Google', 'OpenAI'],
  ['I would probably rather do OpenAI at 500th and Anthropic at 350', 'OpenAI', 'Anthropic'],
  ["I'd rather own Google than OpenAI any day of the week", 'Google', 'OpenAI'],
  ['I think Google is a much better business than OpenAI', 'Google', 'OpenAI'],
])('hears which of two is preferred: %s', (words, better, worse) => {
  expect(puts(words, better, worse)).toBe(true);
  expect(puts(words, worse, better)).toBe(false);
});

it.each([
  ['OpenAI is kind of got way more access to compute than Anthropic', 'OpenAI', 'Anthropic'],
  ["I wouldn't pick OpenAI over Anthropic at this price", 'OpenAI', 'Anthropic'],
  ['I like OpenAI and Anthropic', 'OpenAI', 'Anthropic'],
  ['Who is bullish on OpenAI and Anthropic?', 'OpenAI', 'Anthropic'],
])('hears no preference in: %s', (words, one, other) => {
  expect(puts(words, one, other)).toBe(false);
  expect(puts(words, other, one)).toBe(false);
});
