import { describe, expect, it } from 'vitest';
import { countInvestorTerms, takesSide } from './investor-terms.ts';

describe('countInvestorTerms', () => {
  it('counts the words of investors, not those of people who use a thing', () => {
    expect(
      countInvestorTerms('Their gross margins and free cash flow beat every competitor.').money,
    ).toBeGreaterThan(2);
    const tinkering = countInvestorTerms('I installed the app and used the new features in my workflow.');
    expect(tinkering.money).toBe(0);
    expect(tinkering.craft).toBeGreaterThan(2);
  });
});

describe('takesSide', () => {
  it.each([
    ["I'm bearish on Harrow Foods.", true],
    ['I would not own Harrow at this price.', true],
    ['Harrow looks undervalued to me.', true],
    ["I'm long Harrow.", true],
    ['Harrow has signed long-term contracts.', false],
    ['I love Harrow, my kids want it every week.', false],
  ])('%s -> %s', (text, side) => {
    expect(takesSide(text)).toBe(side);
  });
});
