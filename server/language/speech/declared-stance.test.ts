import { describe, expect, it } from 'vitest';
import { declaredStance } from './declared-stance.ts';

function declared(text: string, name: string | null) {
  const start = name === null ? -1 : text.indexOf(name);
  return declaredStance(text, name === null ? [] : [{ start, end: start + name.length }]);
}

describe('declaredStance', () => {
  it.each([
    ["I'm negative on Apple, and it gives me no joy.", 'Apple', 'BEARISH'],
    ["I've come round to being positive on Intel.", 'Intel', 'BULLISH'],
    ["I've turned sour on Netflix since the summer.", 'Netflix', 'BEARISH'],
    ['I would not own NuScale at this price.', 'NuScale', 'BEARISH'],
    ["I'd still want to own Costco for the long haul.", 'Costco', 'BULLISH'],
    ["I'm more bullish on ASML than I was last year.", 'ASML', 'BULLISH'],
    ['I like Cameco.', 'Cameco', 'BULLISH'],
    ["I don't like Cameco.", 'Cameco', 'BEARISH'],
    ['I think Palantir is wildly overpriced for what it is.', 'Palantir', 'BEARISH'],
    ["I'd say Visa's the one that I'd own.", 'Visa', 'BULLISH'],
    ["I'm not convinced by the bank, but I'm neutral on Visa.", 'Visa', 'BALANCED'],
    ["So on TSMC I'm right on the fence.", 'TSMC', 'BALANCED'],
    ["Cameco's the one I'd hold, it gets paid whether or not the fuel moves.", 'Cameco', 'BULLISH'],
    ["I'm uneasy about Microsoft: I doubt whether it earns that back.", 'Microsoft', 'BEARISH'],
    ["I think Visa's the finest business of all and I like it here.", 'Visa', 'BULLISH'],
    ["Newmont's the big one, and I'd leave it alone.", 'Newmont', 'BEARISH'],
    ["Nvidia's bullish for me, end of analysis.", 'Nvidia', 'BULLISH'],
    ['Intel is still a short for me.', 'Intel', 'BEARISH'],
    ["I think PepsiCo's got a slow leak, and I wouldn't own it for that reason.", 'PepsiCo', 'BEARISH'],
    ["I wouldn't own Intel even if it halved.", 'Intel', 'BEARISH'],
    ["I'm mixed on Apple.", 'Apple', 'MIXED'],
    ['I think I would be long Google GROC and Anthropic.', 'Anthropic', 'BULLISH'],
    ["I wouldn't buy Tesla, and I wouldn't bet against it either.", 'Tesla', 'BALANCED'],
  ])('%s', (text, name, stance) => {
    expect(declared(text, name)).toBe(stance);
  });

  it('hears no side of what stands after the list', () => {
    expect(declared('I would be long Google and short Intel.', 'Intel')).not.toBe('BULLISH');
    expect(declared('I would be long Google and you know Intel well.', 'Intel')).toBeNull();
  });

  it('hears what is declared of "it", but not every "I like it"', () => {
    expect(declared("I'm bearish on it from here.", null)).toBe('BEARISH');
    expect(declared('I bought it last year.', null)).toBeNull();
    expect(declared('I love that.', null)).toBeNull();
  });

  it('takes nothing from the past, from others, from doubts and from questions', () => {
    expect(declared('I was bullish on Intel back then.', 'Intel')).toBeNull();
    expect(declared('He is bullish on Intel.', 'Intel')).toBeNull();
    expect(declared('I would own Intel if I were twenty.', 'Intel')).toBeNull();
    expect(declared('You could argue Intel is undervalued.', 'Intel')).toBeNull();
    expect(declared("I'm asking whether Intel is a bubble.", 'Intel')).toBeNull();
    expect(declared('Would you say I am bullish on Intel?', 'Intel')).toBeNull();
  });

  it.each([
    ['People are bullish on Intel.', 'Intel'],
    ['Intel is bullish for memory makers.', 'Intel'],
    ["Intel isn't bullish for me.", 'Intel'],
    ["Intel has a leak, and you wouldn't own it.", 'Intel'],
    ["Intel has a leak, and I wouldn't own it unless the debt was gone.", 'Intel'],
    ["Intel has a leak, and I wouldn't own it if it weren't for the fabs.", 'Intel'],
    ["Intel is fine, but Boeing has a leak and I wouldn't own it.", 'Intel'],
    ["I wouldn't own Intel if it weren't for the fabs.", 'Intel'],
    ["I wouldn't own it if it weren't for the fabs.", null],
  ])('takes no side from %s', (text, name) => {
    expect(declared(text, name)).toBeNull();
  });

  it.each([
    "I wouldn't say that I'm bullish on Intel.",
    "I don't think I'm bearish on Intel.",
    "It's not that I'm bearish on Intel.",
    "I'm not sure I'm bullish on Intel.",
    'Nobody would call me bullish on Intel.',
    "People ask if I'm bullish on Intel.",
    "I don't think Intel is overvalued.",
    "I'm not saying that Intel is a bubble.",
    "I'm bullish on all but Intel.",
  ])('takes no side from what is denied, asked or excepted: %s', (text) => {
    expect(declared(text, 'Intel')).toBeNull();
  });

  it.each([
    "I'm bearish on Intel's competitors.",
    "I'm bullish on Intel's biggest rivals.",
    'I own Intel puts.',
    'I want Intel to fail.',
    'Intel is too short of chips.',
  ])('takes no side on the name from what is said of others or against it: %s', (text) => {
    expect(declared(text, 'Intel')).toBeNull();
  });

  it.each([
    ["I don't know about you, but I'm bullish on Intel.", 'BULLISH'],
    ["There isn't a better one, I'm long Intel.", 'BULLISH'],
    ["I'm bullish on Intel because customers love it.", 'BULLISH'],
    ["I wouldn't touch AMD, and I think Intel is overvalued.", 'BEARISH'],
  ])('hears a side beside a denial of something else: %s', (text, stance) => {
    expect(declared(text, 'Intel')).toBe(stance);
  });

  it('takes what is positive on one thing and negative on another for mixed', () => {
    expect(declared('Positive on Florida, negative on Washington.', null)).toBe('MIXED');
  });
});
