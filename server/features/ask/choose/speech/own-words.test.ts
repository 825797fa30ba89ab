import { describe, expect, it } from 'vitest';
import { isOthersView, putsQuestion, repliesTo } from './own-words.ts';

describe('putsQuestion', () => {
  it.each([
    'Do you think they missed the boat and if so why on stores, you know, Amazon stores, Shopify obviously',
    'And if so why did the merchants leave them',
    'So what do you make of the margins at this point in the cycle',
    'Is it that the customers are waiting for the next generation of chips',
    "I'm curious how you see the price of power from here",
    'Maybe you could talk a little bit about what Tesla learned in the first months',
    'Walk us through the economics of one store',
    "So you're saying that the whole of retail moves to Shopify",
    'Why would a company with such margins ever go public',
    'He asks whether we think the market as a whole is a bubble',
    'A listener asked why the margins of the stores fell',
  ])('is true of words put to another, without a mark: %s', (words) => {
    expect(putsQuestion(words)).toBe(true);
  });

  it.each([
    'When they do, they raise the price and nobody leaves',
    'What they sell is the whole machine and not the chip',
    'How it works is that the buyer pays for the freight',
    'Whoever owns the store owns the customer',
    'Customers ask for the whole machine and pay what it costs',
    'I think that they missed the boat on stores',
    'Having the stores close by is what makes the margin',
  ])('is false of a statement: %s', (words) => {
    expect(putsQuestion(words)).toBe(false);
  });
});

describe('isOthersView', () => {
  it.each([
    'But they clearly were making this case that AI was this big bubble with no payoff',
    'The market has decided that every software company is going to zero',
    'And a misconception that a lot of people have is that open models are bad for the builders',
    'People say that the margins of retailers cannot come back',
    'The idea that capex is a waste keeps coming up in the papers',
    'Critics argue that the debt will break them',
    'Conventional wisdom was that search is over',
    'A lot of investors think the memory cycle has peaked',
    'There is a growing belief that nuclear comes back',
  ])('is true of what others hold: %s', (words) => {
    expect(isOthersView(words, undefined)).toBe(true);
  });

  it.each([
    "I don't think so",
    'I think this is 100% overreaction',
    "But that's not what happened",
    'And I think it is completely overblown',
    'That is just wrong',
    'I disagree with that',
  ])('is true of what the next sentence takes back: %s', (next) => {
    expect(isOthersView('Every software company is going to zero', next)).toBe(true);
  });

  it.each([
    ['I think software is going to zero', 'And it will take a decade'],
    ['The people who run Nvidia know what they sell', "It's not a small thing"],
    ['Their customers decided to build their own chips', 'That is how it starts'],
  ])('is false of the speaker’s own: %s', (words, next) => {
    expect(isOthersView(words, next)).toBe(false);
  });
});

it('takes an answer to others’ view for what both together say', () => {
  const view = 'A misconception that people have is that open models are bad for the builders.';
  expect(repliesTo(view, 'They are awesome for the builders.')).toBe(true);
  expect(repliesTo(view, 'The market has decided the same of memory.')).toBe(false);
  expect(repliesTo('Open models are bad for the builders.', 'They are awesome.')).toBe(false);
});
