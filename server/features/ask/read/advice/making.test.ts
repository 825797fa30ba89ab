import { describe, expect, it } from 'vitest';
import { readAdvice } from './advice.ts';
import { asksForAdvice } from './judge.ts';
import { ordersAccount } from './making.ts';

/** Meanings that speak for research and for a trade decision about as far as one can. */
const FAR = [1, -1].map((sign) => new Float32Array(384).fill(sign / Math.sqrt(384)));

describe('a plan to trade that is to be made', () => {
  it.each([
    'Create a dollar-cost averaging plan',
    'Make a dollar cost averaging schedule',
    'Draft a plan to build a position in Nvidia over six months',
    'Lay out a schedule for buying index funds monthly',
    'Could you please put together an asset allocation?',
    'I need an exit plan for Tesla',
    'Turn the bull cases into a portfolio',
    'Make a list of stocks to buy this week',
    'Plan my entry into uranium',
    'Work out how to split $20,000 between Apple and Google',
    'A buying plan for Amazon, please',
    'Recommend bank stocks that will benefit from rising interest rates',
    'Please suggest some ETFs for a recession',
  ])('is refused, whatever the meaning: %s', (question) => {
    expect(readAdvice(question)?.kind).toBe('making');
    for (const meaning of [null, ...FAR]) expect(asksForAdvice(question, meaning)).toBe(true);
  });

  it.each(['Formulate a trading strategy based on the podcasts', 'Create a buy list from recent episodes'])(
    'is refused though it is made from what was said: %s',
    (question) => expect(asksForAdvice(question, null)).toBe(true),
  );
});

describe('what is told of plans', () => {
  it.each([
    'How does dollar-cost averaging work?',
    'What did guests say about dollar-cost averaging plans?',
    'Create a summary of what was said about Nvidia',
    'Make a timeline of the views on TSMC',
    'Draft a table of bull and bear cases on Tesla',
    'Create an overview of the hedging strategies that were discussed',
    'Show me the portfolio that the guest described',
    'Show me a portfolio that a guest described',
    'Make a schedule of the earnings that were mentioned',
    "Outline Microsoft's plan for data centers",
    'Outline the strategy that Costco uses to keep prices low',
    'I want a list of the stocks mentioned this month',
  ])('is answered: %s', (question) => {
    expect(readAdvice(question)).toBeNull();
    expect(asksForAdvice(question, null)).toBe(false);
  });
});

describe('what is recommended', () => {
  it.each(['Recommend an episode about bank stocks', 'Suggest a show that covers small funds'])(
    'is answered where it is something to hear: %s',
    (question) => expect(asksForAdvice(question, null)).toBe(false),
  );
});

describe('ordersAccount', () => {
  it('tells an account of what was said, or of what is there, from what is to be made', () => {
    expect(ordersAccount('make a table of the views on gold')).toBe(true);
    expect(ordersAccount("outline intel's plan for its foundries")).toBe(true);
    expect(ordersAccount('make a plan for buying gold')).toBe(false);
    expect(ordersAccount('outline my plan for buying gold')).toBe(false);
  });

  it('does not let a table of what to buy pass', () => {
    expect(asksForAdvice('Make a table of the best stocks to buy now', null)).toBe(true);
  });
});
