import { describe, expect, it } from 'vitest';
import { createLinker, LEAST_LINK_CONFIDENCE } from '#server/linking/linker.ts';
import { loadUniverse } from '#server/linking/universe.ts';
import { lettersApart, soundOf } from './sounds.ts';

const linker = createLinker(loadUniverse());

/** What may be served of an episode: `words as said: symbol`. */
function served(texts: readonly string[], expected: readonly string[] = []): string[] {
  const cues = texts.map((text, i) => ({ start: i * 9, end: i * 9 + 9, speaker: null, text }));
  return linker
    .linkEpisode(cues, new Date('2026-11-01'), expected)
    .flatMap(({ surface, subject, confidence }) =>
      confidence >= LEAST_LINK_CONFIDENCE ? [`${surface}: ${subject.key}`] : [],
    );
}

describe('a name respelled in an episode that names the company', () => {
  const NAMED = 'Talen Energy is a power producer, and we will talk about it at length today.';

  it.each([
    ['And I think Talon is cheap at this price.', ['Talon: TLN']],
    ['So the market likes Talon Energy, and it should.', ['Talon: TLN']],
    ['You can see what Tallen has done with it.', ['Tallen: TLN']],
  ])('is linked: %s', (text, more) => {
    expect(served([NAMED, text])).toEqual(['Talen Energy: TLN', ...more]);
  });

  it.each([
    'The hawk has a talon, and the talons are sharp.',
    'Then Marco Talon came to the farm.',
    'We met at the Talon Ridge last year.',
    'They have talent, and the talent stays.',
    'Talon, they say, is a claw of a bird.',
  ])('is not linked as a word or as part of another name: %s', (text) => {
    expect(served([NAMED, text])).toEqual(['Talen Energy: TLN']);
  });

  it('is not linked where nothing names the company', () => {
    expect(served(['And I think Talon is cheap at this price.'])).toEqual([]);
  });

  it('is linked where the episode is expected to speak of it, or the ticker names it', () => {
    expect(served(['You can see what Tallen has done.'], ['talen-energy'])).toEqual(['Tallen: TLN']);
    expect(served(['I own Actis, the ticker is AKTS.'])).toEqual(['Actis: AKTS', 'AKTS: AKTS']);
  });
});

describe('a name respelled that nothing announces', () => {
  it('needs talk of companies around it', () => {
    expect(served(['Google, Uber and Dordash spend on customers.'])).toEqual([
      'Google: GOOGL',
      'Uber: UBER',
      'Dordash: DASH',
    ]);
    expect(served(['And then dordash again.'])).toEqual([]);
  });

  it.each([
    'It took us two weeks, and the weeks went by, said the Wix team.',
    'We are going for Alpha Centauri, and the company raised a billion.',
    'Congressman Hakeem Jeffries spoke to investors about the stock market.',
    'Our sales force is a team of forty salespeople, and sales grew.',
    'All the data we have is about the planet, and the planet is our customer.',
    'A robin hood of the poor takes from the rich.',
    'Long wicks on the daily candle mean that buyers sold.',
  ])('is no company: %s', (text) => {
    expect(served([text]).filter((link) => !link.startsWith('Wix'))).toEqual([]);
  });
});

describe('a name heard as two words', () => {
  it('is linked where the episode names the company and money is talked of', () => {
    const talk = 'They own shares of data brooks, and its revenue and valuation grew.';
    expect(served(['Databricks raised again.', talk])).toEqual([
      'Databricks: databricks',
      'data brooks: databricks',
    ]);
    expect(served([talk])).toEqual([]);
  });

  it('is not made of a name and a word of grammar', () => {
    expect(served(['Founders Fund invested.', 'What the founder has built is worth a billion.'])).toEqual([
      'Founders Fund: founders-fund',
    ]);
  });
});

describe('a misheard word', () => {
  it('counts where a product of the company is named in the episode', () => {
    const talk = 'so either wicks is undervalued or lovable is overvalued and the stock is cheap';
    expect(served([talk])).toEqual([]);
    expect(served(['they bought base 44 and its revenue and margins grew', talk])).toContain('wicks: WIX');
  });
});

describe('an element that is also a token', () => {
  it.each([
    ['I like Helium and Bitcoin at this price.', ['Helium: HNT', 'Bitcoin: BTC']],
    ['The machines are cooled with helium.', []],
    ['Helium is what fills balloons.', []],
  ])('%s', (text, links) => {
    expect(served([text])).toEqual(links);
  });
});

describe('sounds', () => {
  it('are the same for what recognition confuses', () => {
    expect(soundOf('talen')).toBe(soundOf('talon'));
    expect(soundOf('aktis')).toBe(soundOf('actus'));
    expect(soundOf('duolingo')).toBe(soundOf('dualingo'));
    expect(soundOf('talen')).not.toBe(soundOf('tavern'));
  });

  it('counts letters changed, added and left out', () => {
    expect(lettersApart('talen', 'talon')).toBe(1);
    expect(lettersApart('', 'ab')).toBe(2);
    expect(lettersApart('dordash', 'doordash')).toBe(1);
  });
});
