import { expect, it } from 'vitest';
import { firstSentence, sentencesOf } from './text-sentences.ts';

it.each([
  'He named a few, e.g. Nvidia.',
  'It was Mr. Buffett who sold it, vs. Apple.',
  'The U.S. Treasury issues more.',
])('takes the stop of an abbreviation for no end of a sentence: "%s"', (sentence) =>
  expect(sentencesOf(`${sentence} Then they part.`)).toEqual([sentence, 'Then they part.']),
);

it('the full stop of an initial or an abbreviation ends no sentence', () => {
  expect(
    sentencesOf('Mr. J. P. Lund of Acme Inc. (Oslo) sold. "Why?" The U.S. Navy asked. So be it'),
  ).toEqual(['Mr. J. P. Lund of Acme Inc. (Oslo) sold.', '"Why?"', 'The U.S. Navy asked.', 'So be it']);
  expect(sentencesOf(' ')).toEqual([]);
  expect(firstSentence('It fell. It rose.')).toBe('It fell');
});
