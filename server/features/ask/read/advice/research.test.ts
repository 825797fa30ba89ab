import { describe, expect, it } from 'vitest';
import { asksForAdvice } from './judge.ts';
import { isResearchByForm } from './research.ts';

describe('isResearchByForm', () => {
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
    expect(isResearchByForm(question) && !asksForAdvice(question, null)).toBe(false);
  });
});
