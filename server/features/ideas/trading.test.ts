import { describe, expect, it } from 'vitest';
import { isTradeSaid, tradesTold } from '#server/features/ideas/trading.ts';

describe('words that tell to trade', () => {
  it.each([
    ['OpenAI is a sell', 'is a sell'],
    ['Nobody should own OpenAI', 'Nobody should own'],
    ['Short it when the browser goes away', 'Short'],
    ['It is time to sell Nvidia', 'time to sell'],
  ])('are found: %s', (text, words) => expect(tradesTold(text)).toEqual([words]));

  it.each(['Google buys Wiz', 'A sell signal for chips', 'It sells ads', 'A short squeeze hurt them'])(
    'are none where something else is bought or sold: %s',
    (text) => expect(tradesTold(text)).toEqual([]),
  );

  it.each([
    ['is a sell', "I'd sell it here."],
    ['worth owning', 'I would not own Intel.'],
    ['Buy', 'It is a screaming buy.'],
    ['Stay away', 'You want to stay away from it.'],
    ['Short', "We've shorted it twice."],
  ])('were said: "%s" by "%s"', (words, said) => expect(isTradeSaid(words, said)).toBe(true));

  it.each([
    ['is a sell', 'Google sells ads to everybody.'],
    ['Buy', 'OpenAI buys its chips from Nvidia.'],
    ['worth owning', 'They make their own chips.'],
    ['Short', 'We are short of power.'],
  ])('were not said: "%s" by "%s"', (words, said) => expect(isTradeSaid(words, said)).toBe(false));
});
