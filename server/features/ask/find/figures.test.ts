import { expect, it } from 'vitest';
import { figureAsked } from './figures.ts';

it.each([
  ['What ARR did Lovable reach?', "we're already well past over $300 million in AR"],
  ['How much did Ryan Cohen want to pay for eBay?', 'he made an offer of 56 billion dollars for eBay'],
  ['What price did SpaceX agree to for Cursor?', 'SpaceX will buy Cursor by the end of 2026 for 60 billion'],
  ['What is the valuation of Anthropic?', 'I think Anthropic is worth three trillion dollars today'],
  ['What gross margin does Nvidia have?', 'they make 75% gross margins'],
  ['How fast is Anthropic growing?', 'it grows 10x a year'],
  ['How many employees does Shopify have?', 'they have 8,000 employees'],
])('hears the number that is asked for: %s', (question, words) => {
  expect(figureAsked(question)?.(words)).toBe(true);
});

it.each([
  ['What revenue did OpenAI make?', 'its compute costs 13 to 14 billion'],
  ['What price did SpaceX agree to for Cursor?', 'it trades at 30x'],
  ['How much will Meta spend on capex?', 'the cost per trial start is about $12 on Meta'],
  ['How many employees does Shopify have?', 'they earn 8,000 dollars'],
])('takes no other number for it: %s', (question, words) => {
  expect(figureAsked(question)?.(words)).toBe(false);
});

it.each(['What was said about Nvidia?', 'How do they see the price war?', 'Why is Tesla expensive?'])(
  'hears no number asked for: %s',
  (question) => {
    expect(figureAsked(question)).toBeNull();
  },
);
