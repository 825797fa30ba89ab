import { describe, expect, it } from 'vitest';
import { readAdvice } from './advice.ts';

/** A pattern that backtracks takes hours: no crowded machine takes so long for the others. */
const ENDLESS_MS = 60_000;

describe('readAdvice', () => {
  it.each([
    ['Should I buy Nvidia?', 'decision'],
    ['Would you hold or fold on Intel here?', 'answerer'],
    ['How high can bitcoin go this cycle?', 'price'],
    ['How much of my portfolio should be in bitcoin?', 'sizing'],
    ['Which is the better investment, Visa or Mastercard?', 'choice'],
    ['Nvidia or AMD?', 'choice'],
    ['Why not just buy Costco now?', 'verdict'],
    ['At what price would Costco become attractive?', 'price'],
    ['Help me build a portfolio from the ideas on All-In', 'making'],
    ['Is the juice worth the squeeze with Palantir?', 'verdict'],
    ['Does that make Micron a screaming bargain?', 'verdict'],
    ['Would Buffett back up the truck on Alphabet today?', 'verdict'],
    ['Is Cisco the smarter way to play AI than Nvidia?', 'choice'],
    ['Is there a bounce coming for Intel?', 'price'],
    ['Are we near the top?', 'price'],
    ['What price will bitcoin reach?', 'price'],
    ['Apple price target?', 'price'],
    ['What is the target price of Tesla?', 'price'],
    ['What will the price of Apple be next year?', 'price'],
    ['Apple stock price next year?', 'price'],
    ['Bitcoin forecast', 'price'],
    ['Give me a rating for Apple', 'verdict'],
    ['What rating would you give Apple?', 'verdict'],
    ['Rate Apple', 'verdict'],
    ['Buy Apple?', 'verdict'],
    ['HODL btc?', 'verdict'],
    ['Hold Tesla?', 'verdict'],
    ['diamond hands on gme?', 'verdict'],
    ['ape into gme?', 'verdict'],
    ['aping into memecoins, good idea?', 'verdict'],
    ['compra Apple?', 'decision'],
    ['Apple kaufen?', 'decision'],
  ])('refuses %s as %s', (question, kind) => {
    expect(readAdvice(question)?.kind).toBe(kind);
  });

  it.each([
    'What did All-In say about Nvidia?',
    'Which show recommended buying Palantir?',
    'Did anyone say they would buy Tesla?',
    'Should I be worried that the AI boom is circular financing, is what they argue?',
    'What do podcasts say about whether retail investors should buy private companies?',
    'Should the Fed cut rates?',
    'Will AI replace software engineers?',
    'Why might SpaceX be worth its valuation?',
    'Why is Costco called a good buy at this price?',
    'Should I buy the book that the hosts mentioned?',
    'Is it time to buy a house?',
    'What is a stop-loss?',
    'Do the hosts see a correction coming?',
    'Is margin near the bottom of its range?',
    'Which guest made a price forecast on bitcoin?',
    'What price target did the hosts give Tesla?',
    'What was said about bitcoin price predictions?',
    'What price will OpenAI charge for ads?',
    'What credit rating does the US have?',
    'Rate cuts',
    'Hold on, what is a warrant?',
    'What did the apes make of GameStop?',
    'What is the forecast for AI capex?',
  ])('answers %s', (question) => {
    expect(readAdvice(question)).toBeNull();
  });

  it('refuses a decision that follows a question about the record', () => {
    expect(readAdvice('What did they say about Nvidia, and should I buy it?')).not.toBeNull();
    expect(readAdvice('All-In said Nvidia goes to ten trillion. Should I follow them in?')).not.toBeNull();
  });

  it('reads capitals, quotes and chat spelling alike', () => {
    expect(readAdvice('SHOULD I BUY NVIDIA')).not.toBeNull();
    expect(readAdvice('shud i buy nvda rn')).not.toBeNull();
    expect(readAdvice('What’s your price target for AMD?')).not.toBeNull();
  });

  it(
    'answers any text at all without hanging',
    () => {
      for (const text of [
        '',
        ' ',
        '???',
        'a'.repeat(600),
        'should i '.repeat(66),
        'i or '.repeat(120),
        '$1,'.repeat(200),
        'please use a to '.repeat(37),
        `make ${'a stock '.repeat(74)}`,
        `make a plan for ${'stocks to '.repeat(58)}`,
      ])
        readAdvice(text);
    },
    ENDLESS_MS,
  );
});
