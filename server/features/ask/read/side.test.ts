import { describe, expect, it } from 'vitest';
import { sideOf, withoutSide } from './side.ts';

describe('sideOf', () => {
  it.each([
    'What is the bear case for OpenAI?',
    'What is the bearish case for Alphabet?',
    'The bear case on Nvidia?',
    'What is the negative case for Meta?',
    'Is there a short thesis for Carvana?',
    'What is the counterargument for Tesla?',
    'What are the arguments for selling Tesla?',
    'Which case against Apple was made?',
    'Who argued against Intel?',
    'Who is not bullish on Nvidia?',
    'Which guests do not like Intel?',
    'Who disagrees with the bull case on Nvidia?',
    'Did anyone say to sell Tesla?',
    'Who would be short Tesla?',
    'Who is against buying Intel?',
    'Who recommended staying away from Intel?',
    'Who dislikes Netflix?',
    'Why does Dev Pallister dislike banks?',
    'Who has soured on AI infrastructure?',
    'What went wrong at Nvidia?',
    'What has gone wrong at Intel?',
  ])('is bearish of "%s"', (question) => {
    expect(sideOf(question).side).toBe('bearish');
  });

  it.each([
    'What is the bull case for Google?',
    'What is the bullish case for Alphabet?',
    'Who made the case for Apple?',
    'What are the arguments for owning Uber?',
    'Who is no longer bearish on Tesla?',
    'Who disagrees with the bears on Nvidia?',
    'Did anyone at the show say to buy Alphabet?',
    'Who recommended buying Uber?',
    'Did anyone say to be long Google?',
    'Who is long Nvidia?',
    'Who calls Nvidia a buy?',
    'Positive views on Taiwan',
    'What went right at Uber?',
  ])('is bullish of "%s"', (question) => {
    expect(sideOf(question).side).toBe('bullish');
  });

  it.each([
    'What are the bull and bear cases for Uber?',
    'What was said about Uber?',
    'What would it take for Boeing to recover?',
    'Did Google buy Wiz?',
    'How long is the contract?',
    'What did they say on long-term rates?',
  ])('is none of "%s"', (question) => {
    expect(sideOf(question).side).toBeNull();
  });

  it.each(['What would prove it wrong?', 'What would invalidate the thesis?', 'What could break this case?'])(
    'hears that "%s" asks for risks',
    (question) => {
      expect(sideOf(question)).toEqual({ side: 'bearish', risks: true });
    },
  );
});

describe('withoutSide', () => {
  it.each([
    ['Did anyone say to buy Alphabet?', /buy/],
    ['What are the arguments for selling Tesla?', /selling/],
    ['What would prove it wrong?', /prove/],
    ['Is anybody short Carvana?', /short/],
    ['Who is against buying Intel?', /buying/],
  ])('leaves nothing to look for in the words that take a side: "%s"', (question, word) => {
    expect(question).toMatch(word);
    expect(withoutSide(question)).not.toMatch(word);
  });

  it('keeps what a company does', () => {
    expect(withoutSide('Did Google buy Wiz?')).toBe('Did Google buy Wiz?');
  });
});
