import { describe, expect, it } from 'vitest';
import { couldBe } from '#server/ingest/extract/llm/proof/subject.ts';

describe('words as said', () => {
  it.each([
    ['Anduril', 'hand roll'],
    ['Airwallex', 'our wallets'],
    ['TSMC', 'Taiwan Simmy'],
    ['AppLovin', 'app love'],
  ])('may stand for %s: "%s"', (name, said) => {
    expect(couldBe(name, said)).toBe(true);
  });

  it.each([
    ['Airwallex', 'Adyen'],
    ['Nvidia', 'Intel'],
    ['Uber', 'Airbnb'],
    ['Oracle', 'AppLovin'],
  ])('do not stand for %s: "%s"', (name, said) => {
    expect(couldBe(name, said)).toBe(false);
  });
});
