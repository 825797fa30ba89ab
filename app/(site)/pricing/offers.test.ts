import { describe, expect, it } from 'vitest';
import { type Offer, offersTo } from './offers.ts';

const free = { paid: false, trialAvailable: true };
const tried = { paid: false, trialAvailable: false };
const paying = { paid: true, trialAvailable: false };

describe('beside the prices', () => {
  it.each<[string, typeof free | null, boolean, Offer[]]>([
    ['a reader without an account', null, true, ['account']],
    ['a free account', free, true, ['trial', 'purchase']],
    ['an account that had its trial', tried, true, ['purchase']],
    ['a reader without an account, where nothing can be paid', null, false, ['account', 'operator']],
    ['a free account, where nothing can be paid', free, false, ['trial', 'operator']],
  ])('%s is offered the ways to Premium that there are', (_who, account, payable, offers) => {
    expect(offersTo(account, payable)).toEqual(offers);
  });

  it.each([true, false])('a Premium account is asked for nothing more (payments: %s)', (payable) => {
    expect(offersTo(paying, payable)).toEqual([]);
  });
});
