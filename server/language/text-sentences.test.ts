import { expect, test } from 'vitest';
import { firstSentence, sentencesOf } from './text-sentences.ts';

test('the full stop of an initial or an abbreviation ends no sentence', () => {
  expect(
    sentencesOf('Mr. J. P. Lund of Acme Inc. (Oslo) sold. "Why?" The U.S. Navy asked. So be it'),
  ).toEqual(['Mr. J. P. Lund of Acme Inc. (Oslo) sold.', '"Why?"', 'The U.S. Navy asked.', 'So be it']);
  expect(sentencesOf(' ')).toEqual([]);
  expect(firstSentence('It fell. It rose.')).toBe('It fell');
});
