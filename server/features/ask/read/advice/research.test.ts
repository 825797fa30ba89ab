import { describe, expect, it } from 'vitest';
import { asksForAdvice } from './judge.ts';
import { isResearchByForm } from './research.ts';

describe('isResearchByForm', () => {
  it.each([
    'Nvidia share price 5 years',
    'NVDA leaps',
    'multibagger small caps',
    'bargain semiconductor names',
    'Bitcoin bottom',
    'Tesla puts',
    'Bitcoin price end of year',
    'Is it better or worse for Nvidia than for AMD as an investment?',
    'What will Bitcoin be worth without halving in 2028?',
    'What will Tesla be worth with robotaxis next year?',
    'What would Tesla be worth with robotaxis in 2030?',
    'Does Nvidia trade above 200 by December?',
    'How many shares Nvidia to retire on',
  ])('leaves refused "%s"', (question) => {
    expect(asksForAdvice(question, null)).toBe(true);
  });

  it('takes no topic for research of which the model is sure that it is a trade', () => {
    expect(isResearchByForm('Groq deal', 1)).toBe(true);
    expect(isResearchByForm('Groq deal', 4)).toBe(false);
  });

  it.each([
    'newest Hard Fork',
    '$14bn Windsurf deal',
    'AMZN Trainium threat to nvidia',
    'CORZ bitcoin miner merger',
    'Netflix bidding war Ellison',
    'GE Vernova turbine backlog',
    'closed-end fund discount to NAV',
    'price of a Databricks share in the tender',
    'upside case for Vistra Energy',
    'Llama 4',
    'Is that good or bad for Broadcom?',
    'What multiple does Salesforce trade at?',
    'Which multiple do software companies trade on?',
    'What would Starbucks be worth with Howard Schultz?',
    'How many startups die at that rate?',
    'How many funds charge that much?',
  ])('takes "%s" for no trade', (question) => {
    expect(asksForAdvice(question, null)).toBe(false);
  });

  it.each([
    'Tesla or Ford',
    'Best sectors 2027',
    'Undervalued dividend shares',
    'Bitcoin entry point',
    'Gold exposure',
    'Small cap ideas',
    'Palantir 10x',
    'Buy gold',
    'Safe yield',
    'Is it good or bad for my portfolio?',
    'Is Apple good or bad for a retiree?',
    'What multiple does ServiceNow deserve?',
    'What would Nvidia be worth in 2030?',
    'What would my shares be worth with a split?',
    'How many stocks should I own?',
  ])('does not answer for its form alone "%s"', (question) => {
    expect(isResearchByForm(question, 0) && !asksForAdvice(question, null)).toBe(false);
  });
});
