import { expect, it } from 'vitest';
import { sentencesOf } from '#server/language/text-sentences.ts';

it.each([
  'He named a few, e.g. Nvidia.',
  'It was Mr. Buffett who sold it, vs. Apple.',
  'The U.S. Treasury issues more.',
])('takes the stop of an abbreviation for no end of a sentence: "%s"', (sentence) =>
  expect(sentencesOf(`${sentence} Then they part.`)).toEqual([sentence, 'Then they part.']),
);
