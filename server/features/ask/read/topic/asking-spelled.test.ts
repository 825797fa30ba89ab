import { describe, expect, it } from 'vitest';
import { withAskingSpelled } from './asking-spelled.ts';

const spelled = (question: string) => withAskingSpelled(question, (word) => word === 'hots');

describe('withAskingSpelled', () => {
  it.each([
    ['wat did they say abuot Nvidia', 'what did they say about Nvidia'],
    ['Wich podcats dicuss teh Fed?', 'which podcasts discuss the Fed?'],
    ['waht do guets thnik abt gold', 'what do guests think about gold'],
    ['who is bulish or bearsh on intel', 'who is bullish or bearish on intel'],
  ])('puts words of asking right: "%s"', (question, meant) => {
    expect(spelled(question)).toBe(meant);
  });

  it.each([
    'What did they say about Abott and WAT?',
    'what was said about $wat',
    'what about hots',
    'who makes shoes and stacks',
    'the abouts of it',
    'what about whey, latent demand and the talker',
    'who wears sneakers',
    'who asked for docs at ten dollars a therm',
  ])('leaves names and everyday words: "%s"', (question) => {
    expect(spelled(question)).toBe(question);
  });
});
