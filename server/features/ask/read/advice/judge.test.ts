import { describe, expect, it } from 'vitest';
import { asksForAdvice, judgeAdvice } from './judge.ts';
import { wordSigns } from './signs.ts';

/** A pattern that backtracks takes hours: no crowded machine takes so long for the others. */
const ENDLESS_MS = 60_000;

describe('asksForAdvice, by words alone', () => {
  it.each([
    'Should I buy Nvidia?',
    'Recommend bank stocks that will benefit from rising interest rates',
    'Provide a list of penny stocks with high growth potential',
    'Create a portfolio for me',
    "What's your take on blue-chip versus growth stocks for the next decade?",
    'What did they say about Nvidia, and should I buy it?',
    'SHOULD I BUY NVIDIA',
    'load up on Anthropic at the IPO?',
    'subscribe to the SpaceX IPO?',
    'apply for the Anthropic IPO?',
    'average down on Adobe?',
    'dollar cost average into bitcoin?',
  ])('refuses %s', (question) => {
    expect(asksForAdvice(question, null)).toBe(true);
  });

  it.each([
    'What are the mechanics of shorting a stock?',
    'What is asset allocation and why is it considered important?',
    'What did All-In say about buying Nvidia?',
    'Which show recommended buying Palantir?',
    'Did anyone say they would buy Tesla?',
    'What price target did the hosts give Tesla?',
    'How does Berkshire decide what to buy, as explained by people who have studied it?',
    'What is the bear case on Nvidia (NVDA), and who made it?',
    'should Apple buy Perplexity?',
    'Who should buy Perplexity?',
    'Should companies buy back shares?',
    'Should a startup raise at a high valuation?',
    'What would make Anthropic worth three trillion?',
  ])('answers %s', (question) => {
    expect(asksForAdvice(question, null)).toBe(false);
  });

  it.each([
    'What is the price of a Ramp subscription?',
    'What is the cost of a Netflix subscription?',
    'How much is an Apple headset?',
  ])('takes what goods cost for no price of a stock, whatever its meaning is taken for: %s', (question) => {
    for (const sign of [1, -1])
      expect(asksForAdvice(question, new Float32Array(384).fill(sign / Math.sqrt(384)))).toBe(false);
  });

  it.each([
    'Which ideas aired on 3 March?',
    'Which ideas aired on Monday?',
    'What bearish ideas aired between 3 March 2026 and 5 April 2026?',
    'Which ideas were published last week?',
  ])('takes what aired for no trade, whatever its meaning is taken for: %s', (question) => {
    for (const sign of [1, -1])
      expect(asksForAdvice(question, new Float32Array(384).fill(sign / Math.sqrt(384)))).toBe(false);
  });

  it('refuses a trade among what aired', () => {
    expect(asksForAdvice('Which ideas aired on Monday and should I buy them?', null)).toBe(true);
  });

  it(
    'answers any text at all without hanging',
    () => {
      for (const text of ['', ' ', '???', 'a'.repeat(600), 'should i '.repeat(66), 'A b '.repeat(150)])
        asksForAdvice(text, null);
    },
    ENDLESS_MS,
  );
});

describe('judgeAdvice', () => {
  it('judges by words alone beside a vector of another encoder', () => {
    const question = 'Recommend bank stocks';
    expect(judgeAdvice(question, Float32Array.of(1, 0))).toEqual(judgeAdvice(question, null));
  });

  it('is moved by the meaning where there is one', () => {
    const meant = (value: number) => judgeAdvice('Gold', new Float32Array(384).fill(value)).beyond;
    expect(meant(0.05)).not.toBe(meant(-0.05));
  });
});

describe('wordSigns', () => {
  it('takes one name for another, and one act for another', () => {
    expect(wordSigns('Did Chamath sell Tesla?')).toEqual(expect.arrayContaining(['<name> <trade>']));
    expect(wordSigns('What did they say of Nvidia?')).toEqual(wordSigns('What did they say of Apple?'));
  });
});
