import { expect, it } from 'vitest';
import { callsToTrade } from './call-to-trade.ts';

it.each([
  'I encourage you to sign up for a crypto wallet, a Solana wallet, and buy GEOD tokens from there.',
  'You can go ahead and buy the tokens from there.',
  'You should own Nvidia here.',
  'Everyone should have some, so people should buy shares.',
  'I would recommend buying it.',
  'We urge listeners to sell their bonds.',
  'You gotta load up on this one.',
  'Go out and buy Nvidia.',
  'Use my referral link to open an account.',
])('hears a call on listeners to trade: "%s"', (words) => {
  expect(callsToTrade(words)).toBe(true);
});

it.each([
  'I think I would be long Google and Anthropic.',
  'We bought Nvidia in 2019 and hold it.',
  'You can buy a GPU from Nvidia or rent one.',
  'People buy Coca-Cola out of habit.',
  'You have to invest in data centers to win.',
  'The company should sell its cloud business.',
])('takes what is done or reported for no such call: "%s"', (words) => {
  expect(callsToTrade(words)).toBe(false);
});
