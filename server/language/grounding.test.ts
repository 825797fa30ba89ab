import { describe, expect, it } from 'vitest';
import { ungrounded } from './grounding.ts';

describe('what a sentence tells that its source does not', () => {
  it.each([
    ['a number that the source gives in words', 'It has 15 stores.', 'We have fifteen stores.', []],
    ['a number in words that the source gives in figures', 'It has eleven.', 'There are 11.', []],
    ['another number', 'It has fifteen stores.', 'We have 14 stores.', ['15']],
    ['another name', 'It sells to Costco.', 'We sell to Walmart.', ['costco']],
    ['a small word that every object has', 'The constructor sells homes.', 'They sell homes.', []],
  ])('%s', (_what, sentence, source, expected) => {
    expect(ungrounded(sentence, source)).toEqual(expected);
  });
});
