import { describe, expect, it } from 'vitest';
import { tellsWanted } from './wanted.ts';

describe('tellsWanted', () => {
  it.each([
    'It will cost $5 billion to build',
    'They have 60% of the market',
    'He put 350 million in',
    'Sales came to 1,200 a day',
    'half a million people use it',
  ])('finds a figure: "%s"', (words) => {
    expect(tellsWanted('figures', words)).toBe(true);
  });

  it.each([
    'It is the number one product',
    'In 2012 they met',
    'We are at one of the best moments',
    'The H100 is sold out until the third quarter',
  ])('finds none: "%s"', (words) => {
    expect(tellsWanted('figures', words)).toBe(false);
  });

  it('finds a reason, but not in "since 2020"', () => {
    expect(tellsWanted('reasons', "I'm bullish, because its rockets fly again")).toBe(true);
    expect(tellsWanted('reasons', 'It has been private since 2020')).toBe(false);
    expect(tellsWanted('reasons', 'Dana Reyes argues that Nvidia is ahead')).toBe(false);
  });

  it('takes anything where nothing is wanted', () => {
    expect(tellsWanted(null, 'Hello')).toBe(true);
  });
});
