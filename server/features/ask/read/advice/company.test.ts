import { describe, expect, it } from 'vitest';
import { asksOfCompanyDeal, asksWhatMakesWorth } from './company.ts';

describe('asksOfCompanyDeal', () => {
  it.each([
    'should apple buy perplexity',
    'is uber going to buy waymo',
    'who should buy perplexity',
    'should companies buy back shares',
    'should a startup raise at a high valuation',
    'does it make sense for apple to buy anthropic',
  ])('hears a company act in "%s"', (text) => {
    expect(asksOfCompanyDeal(text)).toBe(true);
  });

  it.each([
    'should i buy apple',
    'should a retiree buy apple',
    'should the average person buy palantir',
    'should employees sell their stock',
    'is silver a better buy than gold',
    'should apple buy perplexity or should i buy apple',
  ])('hears none in "%s"', (text) => {
    expect(asksOfCompanyDeal(text)).toBe(false);
  });
});

describe('asksWhatMakesWorth', () => {
  it.each(['what would make anthropic worth three trillion', 'why would nvidia be worth ten trillion'])(
    'hears it in "%s"',
    (text) => {
      expect(asksWhatMakesWorth(text)).toBe(true);
    },
  );

  it.each([
    'how much would openai stock be worth at ipo',
    'why is apple worth buying',
    'what makes my shares worth more',
  ])('does not in "%s"', (text) => {
    expect(asksWhatMakesWorth(text)).toBe(false);
  });
});
