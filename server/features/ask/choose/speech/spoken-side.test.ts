import { describe, expect, it } from 'vitest';
import { sideTaken } from './spoken-side.ts';

/** The side on the name between asterisks; names between underscores are other subjects. */
function sideIn(marked: string) {
  const spans = (sign: string) => {
    const plain = marked.replaceAll(sign === '*' ? '_' : '*', '');
    return [...plain.matchAll(new RegExp(`\\${sign}(.+?)\\${sign}`, 'g'))].map(({ index, 1: name }, i) => ({
      start: index - 2 * i,
      end: index - 2 * i + (name ?? '').length,
    }));
  };
  return sideTaken(marked.replace(/[*_]/g, ''), spans('*'), spans('_'));
}

describe('sideTaken', () => {
  it.each([
    ["I'm bullish on *Intel*, because the yield of its new process got better every month", 'bullish'],
    ["I'm long the *regional banks* against _JPMorgan_", 'bullish'],
    ['I think I would be long _Google_ and *Anthropic*', 'bullish'],
    ["We've been underweight *China* for the last five years", 'bearish'],
    ['I would not own *NuScale* at this price', 'bearish'],
    ['The *semiconductor industry* is on a generational run, and it is a great business', 'bullish'],
    ['I think the *robot* is going to end up being the greatest unlock for prosperity', 'bullish'],
    ['The growth rates of *OpenAI* and _Anthropic_ are unlike anything that we have ever seen', 'bullish'],
    ["I think *Palantir*'s wildly overpriced", 'bearish'],
    ['I think the big loser in all this is going to be *OpenAI*', 'bearish'],
    ['I think *venture debt* is the worst business in Silicon Valley', 'bearish'],
    ['Export rules are terrible for *Nvidia* and everybody knows what comes next', 'bearish'],
    ['*Biotech* is a horrible idea for anybody with a clock', 'bearish'],
  ])('is taken by what is declared or predicated: %s', (words, side) => {
    expect(sideIn(words)).toBe(side);
  });

  it.each([
    ['what is said of another', 'I think that _Google_ is not going to lose to *ChatGPT*'],
    [
      'what is said of another',
      'I think *cybersecurity* is one of them because of threats and patching cycles',
    ],
    ['a limit', 'The *economy* is only growing 1.5% and interest rates stay high'],
    ['a name in passing', 'We got Brad here, our fifth bestie *stock market* pulling back'],
    ['a name in passing', 'A share of a share of a promise, opening for boring *robots*'],
    ['a condition', 'If we do that then *China* is going to end up winning the race'],
    ['some of the time', 'There are moments that the *public market* is undervalued'],
    ['others’ view', 'The market has decided that *software* is dead'],
    ['others’ view', 'They were making this case that *AI* is a giant bubble'],
    ['a named person’s view', 'Dario has been arguing that *open source models* are dangerous'],
    [
      'a named person’s view',
      'Scott Bessent says the biggest threat is *semiconductors* from one small island',
    ],
    ['a denial', "I don't think *Coke* is a great company today"],
    ['a double denial', 'It is hard to believe that *Nvidia* is a bad company'],
    ['a wish for use', 'I want *AI* to be great at the small things'],
    ['a price', 'The *S&P 500* is up about 11% annually'],
    ['praise and fault', '*Nvidia* is a terrible stock at this price and an excellent company'],
    ['a question', 'Do you think *Shopify* is a great business'],
    ['another in the same breath', 'The US and *China* have been committed to the peace of Taiwan'],
    ['what was', 'In the early days *eBay* was great'],
  ])('is none for %s: %s', (_, words) => {
    expect(sideIn(words)).toBeNull();
  });

  it('reads a pronoun that opens the words as the subject', () => {
    expect(sideTaken('They have a great moat', [], [])).toBe('bullish');
    expect(sideTaken('We saw that they have a great moat', [], [])).toBeNull();
  });
});
