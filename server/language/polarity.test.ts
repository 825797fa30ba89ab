import { describe, expect, it } from 'vitest';
import { positionOn } from '#server/ingest/extract/passages/stated-position.ts';
import { entityStance } from './polarity.ts';

function spanOf(text: string, name: string) {
  const start = text.indexOf(name);
  return { start, end: start + name.length };
}

function stance(text: string, name: string, ...others: string[]) {
  return entityStance(
    text,
    spanOf(text, name),
    others.map((other) => spanOf(text, other)),
  ).stance;
}

describe('entityStance', () => {
  it('reads praise and fault', () => {
    expect(stance('Costco is a great business with real pricing power.', 'Costco')).toBe('BULLISH');
    expect(stance('Peloton is a terrible business and it is losing money.', 'Peloton')).toBe('BEARISH');
  });

  it('turns praise and fault round where they are denied', () => {
    expect(stance('Intel is not a great company.', 'Intel')).toBe('BEARISH');
    expect(stance('Nvidia is not overvalued.', 'Nvidia')).toBe('BULLISH');
    expect(stance('There is nothing bad about Costco.', 'Costco')).toBe('BULLISH');
  });

  it('does not take "not only" for a denial', () => {
    expect(stance('Nvidia is not only dominant, it keeps growing.', 'Nvidia')).toBe('BULLISH');
  });

  it('reads "cheap for a reason" as a fault', () => {
    expect(stance('Intel is cheap for a reason.', 'Intel')).toBe('BEARISH');
  });

  it('gives each of two subjects what is said of it', () => {
    const text = 'Amazon is growing fast, but Walmart is struggling.';
    expect(stance(text, 'Amazon', 'Walmart')).toBe('BULLISH');
    expect(stance(text, 'Walmart', 'Amazon')).toBe('BEARISH');
  });

  it('counts a win for the winner and against the loser', () => {
    const text = 'Last year AMD took share from Intel.';
    expect(stance(text, 'AMD', 'Intel')).toBe('BULLISH');
    expect(stance(text, 'Intel', 'AMD')).toBe('BEARISH');
  });

  it('takes falling costs for good news', () => {
    expect(stance('At Anthropic the inference cost is plummeting.', 'Anthropic')).toBe('BULLISH');
  });

  it('takes what would have been for what is missing', () => {
    expect(stance('With another chief Apple would have launched an amazing car.', 'Apple')).not.toBe(
      'BULLISH',
    );
  });

  it('says nothing where nothing is said', () => {
    expect(stance('I met somebody from Oracle.', 'Oracle')).toBeNull();
  });
});

describe('positionOn', () => {
  const position = (text: string, name: string) => positionOn(text, [spanOf(text, name)]);

  it('is of each name of a list', () => {
    expect(position('I would be long Google GROC and Anthropic.', 'Anthropic')).toBeGreaterThan(0);
    expect(position('I would short Tesla and Nvidia here.', 'Nvidia')).toBeLessThan(0);
    expect(position('I would be long Google and short Nvidia.', 'Nvidia')).toBeLessThan(0);
    expect(position('I would be long Google and you know Nvidia well.', 'Nvidia')).toBe(0);
  });

  it('tells the long leg from the short one', () => {
    const text = 'The trade is long Nvidia, short Intel.';
    expect(position(text, 'Nvidia')).toBeGreaterThan(0);
    expect(position(text, 'Intel')).toBeLessThan(0);
  });

  it('does not take a refusal to short for a short', () => {
    expect(position("I can't short Tesla here.", 'Tesla')).toBeGreaterThan(0);
    expect(position('I would not short Tesla here.', 'Tesla')).toBeGreaterThan(0);
    expect(position('I am short Tesla here.', 'Tesla')).toBeLessThan(0);
  });
});
