import { describe, expect, it } from 'vitest';
import { isWhole } from './speech-faults.ts';

describe('a sentence that may be printed', () => {
  it.each([
    'Costco has raised its dividend every year since 2004',
    'margins will rise because freight costs are falling',
    'revenue grew from 3 billion to 5 billion in two years',
    'the company will either buy a rival or build its own plant',
    'absent another fire, the chance of a loss is very low',
    'regulators step in and Costco has to open its shelves to everybody else',
  ])('has nothing missing: %s', (text) => {
    expect(isWhole(text)).toBe(true);
  });

  it.each([
    ['a dash where it broke off', 'the margins — they will rise'],
    ['an article with no noun', 'Costco raised the it was a good year'],
    ['a reason told twice', 'the reason is because costs are falling'],
    ['slang', 'Costco makes a crap load of money'],
    ['joining words with nothing between them', 'Costco sells a lot of and has to buy it first'],
    ['a word said twice', 'Costco raised raised its dividend'],
    ['a sentence begun twice', 'Apple is the power efficiency is good'],
    ['a construction dropped', 'Costco grows but rather than raising prices'],
    ['a start without its end', 'revenue grew from 3 billion last year'],
    ['an end that went on', 'the trade is seeing the boom of a lifetime, and generally'],
    ['a verb that lost its subject', 'absent another fire or a strike in the port, is very low'],
    ['a likeness to what is not told', 'Harrow is as well, but not as much'],
    ['one side of two', 'the company will either buy a rival'],
    ['nothing said', 'Costco is a great example'],
    ['a clause without its verb', 'They have complained about the sale, but Taiwan'],
    ['letters of choices that were never named', 'Harrow has to pass that on to the consumer, A, or B'],
  ])('has not %s', (_, text) => {
    expect(isWhole(text)).toBe(false);
  });
});
