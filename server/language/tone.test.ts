import { describe, expect, it } from 'vitest';
import { polarityOf } from './polarity.ts';
import { hitsOf } from './tone.ts';

const tone = (text: string) => hitsOf(text).reduce((sum, hit) => sum + hit.weight, 0);

function lean(text: string, name: string): number {
  const start = text.indexOf(name);
  const { praise, fault } = polarityOf(text, [{ start, end: start + name.length }], []);
  return praise - fault;
}

describe('hitsOf', () => {
  it('counts a strong word double and a faint one less than half', () => {
    expect(tone('The moat.')).toBe(2);
    expect(tone('A good day.')).toBe(1);
    expect(tone('They improve.')).toBeCloseTo(0.4);
  });

  it('counts a faint word in full where it is the predicate', () => {
    expect(tone('Scaling this is really hard to do, and it is a huge problem.')).toBeLessThanOrEqual(-1);
    expect(tone('They wrote up the problem in class.')).toBeGreaterThan(-0.5);
  });

  it('makes a denied fault half a praise and a denied praise nearly a fault', () => {
    expect(tone('The stock is not overvalued.')).toBe(1);
    expect(tone('It is not a great company.')).toBeLessThan(-1);
  });

  it.each(['has', 'have', 'had', 'was', 'did', 'must'])('hears the denial in "%sn\'t"', (verb) => {
    expect(tone(`It ${verb}n't been a great company.`)).toBeLessThan(-1);
  });

  it('reaches into what is not believed', () => {
    expect(tone("I don't think it means that every one of them is doomed.")).toBeGreaterThan(0);
  });

  it('takes no fault from trouble that is mended', () => {
    expect(tone('They solve the shortage.')).toBe(0);
  });

  it.each([
    ['praises what people love, not what they love to do', 'Developers love the tool.', 'I love to cook.'],
    ['faults a price that is driven home, not every price', 'It is so expensive.', 'An expensive hobby.'],
    ['faults what cannot be done', "They can't even ship it.", 'They can ship it.'],
  ])('%s', (_rule, said, idle) => {
    expect(Math.abs(tone(said))).toBeGreaterThanOrEqual(1);
    expect(tone(idle)).toBe(0);
  });

  it('takes what nobody can copy for praise', () => {
    expect(tone('It is impossible to replicate.')).toBeGreaterThan(0);
    expect(tone('It is impossible to finance.')).toBeLessThan(0);
  });

  it('reaches from the denial over what stands between, within its clause', () => {
    expect(tone('There is nothing in this whole setup that is great.')).toBeLessThan(0);
    expect(tone('Nothing was said of it, and the margins are great.')).toBeGreaterThan(0);
  });
});

describe('polarityOf', () => {
  it('faults a subject for what it is said not to do', () => {
    expect(lean('Siri cannot spell my name.', 'Siri')).toBeLessThan(0);
    expect(lean('I met somebody who cannot spell my name at Siri.', 'Siri')).toBe(0);
  });

  it('counts a comparison against the one that loses it', () => {
    expect(lean('The new one is a little ahead of OpenAI.', 'OpenAI')).toBeLessThan(0);
    expect(lean('Clearly it is not a threat to OpenAI.', 'OpenAI')).toBeGreaterThanOrEqual(0);
    expect(lean('OpenAI is a little ahead of the rest.', 'OpenAI')).toBeGreaterThan(0);
  });
});
