import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  audioUrl,
  capQuote,
  licensed,
  licensedText,
  listenUrl,
  momentOf,
  quotable,
  sentencesWithin,
  youtubeAt,
} from './media.ts';

describe('capQuote', () => {
  it('leaves a quote that fits as it is', () => {
    expect(capQuote('Demand is real. Supply is not.', 30)).toBe('Demand is real. Supply is not.');
  });

  it('ends at a sentence when whole sentences fill half of what is allowed', () => {
    expect(capQuote('Demand is real. Supply is not. And so prices rise.', 35)).toBe(
      'Demand is real. Supply is not.',
    );
    expect(capQuote('"Is it real?" he asked me twice that day.', 20)).toBe('"Is it real?"');
  });

  it('ends at a word with an ellipsis otherwise', () => {
    expect(capQuote('Prices rise, because the packaging lines are full.', 30)).toBe(
      'Prices rise, because the…',
    );
    expect(capQuote('No. Prices rise because the packaging lines are full.', 30)).toBe(
      'No. Prices rise because the…',
    );
    expect(capQuote('Prices, rise', 8)).toBe('Prices…');
  });

  it('does not take a point inside a number for an end', () => {
    expect(capQuote('It trades at 12.5 times what it earned in the year.', 20)).toBe('It trades at 12.5…');
  });

  it('never passes the licence and never says what the quote does not', () => {
    const texts = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 200 }),
      fc.lorem({ maxCount: 6, mode: 'sentences' }),
    );
    fc.assert(
      fc.property(texts, fc.integer({ min: 1, max: 120 }), (quote, max) => {
        const capped = capQuote(quote, max);
        expect(capped.length).toBeLessThanOrEqual(max);
        const said = capped.endsWith('…') && !quote.trim().startsWith(capped) ? capped.slice(0, -1) : capped;
        expect(quote.trim().startsWith(said)).toBe(true);
        if (quote.isWellFormed()) expect(capped.isWellFormed()).toBe(true);
      }),
    );
  });
});

describe('the words of a moment', () => {
  const row = { quoteStartSeconds: 100, quoteEndSeconds: 120, mediaEnabled: true };
  const quote =
    "Some people might not want a robot in their home, but maybe for some applications that doesn't matter.";
  it.each([
    [110, quote],
    [60, 'Some people might not want a robot in their home…'],
    [40, undefined],
    [1, undefined],
  ])('within %i characters end where a clause ends, or are not told', (quoteChars, told) => {
    expect(quotable({ ...row, quote, quoteChars })?.quote).toBe(told);
  });
});

describe('sentencesWithin', () => {
  it.each([
    ['Demand is as real as ever. Supply is not.', 30, 'Demand is as real as ever.'],
    ['Demand is as real as ever. Supply is not.', 60, 'Demand is as real as ever. Supply is not.'],
    ['Demand is as real as ever. But it may fade.', 30, null],
    ['No. Demand is as real as ever, they say.', 30, null],
    ['Demand is as real as ever, but it may fade.', 30, null],
    ['The U.S. economy grows as it did before.', 10, null],
  ])('of %j takes whole sentences alone within %i characters', (quote, maxChars, told) => {
    expect(sentencesWithin(quote, maxChars)).toBe(told);
  });
});

describe('licensedText', () => {
  const spoken = (quoteChars: number, quote: string | null = null) => ({
    quoteChars,
    quote,
    mediaEnabled: true,
  });

  it('leaves an argument within the licence as it is, paragraphs and all', () => {
    const argument = 'It grew 12.5% in the U.S. last year. Margins held.\nThe risk is supply.';
    expect(licensedText(argument, spoken(280))).toBe(argument);
  });

  it('leaves a sentence out that is longer than the licence, and cuts none', () => {
    expect(licensedText('Margins held. And the packaging lines are full until next year.', spoken(20))).toBe(
      'Margins held.',
    );
    expect(licensedText('The packaging lines are full until next year.', spoken(20))).toBeNull();
    expect(licensed(['Margins held.', 'The packaging lines are full.'], 20)).toEqual(['Margins held.']);
    expect(licensed(['Margins held.'], 0)).toEqual([]);
  });

  it('takes what stands before the moment of a step for one, whatever ends with a point in it', () => {
    const step =
      'Ana Ruiz doubts that the lenders will ever let Warner Bros. Discovery or Yahoo! Japan sell (1:02:03).';
    expect(licensedText(step, spoken(60, 'Margins held.'))).toBe(step);
    expect(
      licensedText(
        step,
        spoken(60, 'The lenders will ever let Warner Bros. Discovery or Yahoo! Japan sell.'),
      ),
    ).toBeNull();
  });

  it('serves a step in our words whole, however long, unless it repeats more of the quote than is licensed', () => {
    const step = 'T. Rowe expects that the packaging lines will be full until well into next year (1:04:05).';
    expect(licensedText(step, spoken(20, 'Margins held.'))).toBe(step);
    expect(
      licensedText(step, spoken(20, 'The packaging lines will be full until well into next year.')),
    ).toBeNull();
  });
});

describe('momentOf', () => {
  it.each([
    ['Ana Ruiz adds that margins held (2:05).', { text: 'Ana Ruiz adds that margins held.', second: 125 }],
    ['Ana Ruiz says so (1:04:05).', { text: 'Ana Ruiz says so.', second: 3845 }],
    ['Margins held (by 2:05 or so).', { text: 'Margins held (by 2:05 or so).', second: null }],
    ['Margins held.', { text: 'Margins held.', second: null }],
  ])('of %s', (step, told) => {
    expect(momentOf(step)).toEqual(told);
  });
});

describe('quotable', () => {
  const row = {
    quote: 'Demand is real.',
    quoteStartSeconds: 100,
    quoteEndSeconds: 120,
    mediaEnabled: true,
    quoteChars: 280,
  };

  it('is the quote with its seconds', () => {
    expect(quotable(row)).toEqual({ quote: 'Demand is real.', startSeconds: 100, endSeconds: 120 });
  });

  it('never spans more than 90 seconds and never ends before it starts', () => {
    expect(quotable({ ...row, quoteEndSeconds: 190 })?.endSeconds).toBe(190);
    expect(quotable({ ...row, quoteEndSeconds: 191 })?.endSeconds).toBe(190);
    expect(quotable({ ...row, quoteEndSeconds: 50 })?.endSeconds).toBe(102);
    expect(quotable({ ...row, quoteEndSeconds: null })?.endSeconds).toBe(102);
    const long = { ...row, quote: 'demand is real '.repeat(14), quoteEndSeconds: 100 };
    expect(quotable(long)?.endSeconds).toBe(117);
    expect(quotable({ ...long, quoteEndSeconds: 110 })?.endSeconds).toBe(110);
    expect(quotable({ ...long, quote: 'real '.repeat(400), quoteChars: 9_000 })?.endSeconds).toBe(190);
  });

  it.each([
    { quote: null },
    { quote: ' ' },
    { quoteStartSeconds: null },
    { mediaEnabled: false },
    { quoteChars: 0 },
  ])('is nothing with %j', (lack) => {
    expect(quotable({ ...row, ...lack })).toBeNull();
  });

  it('takes a moment at the very start of an episode', () => {
    expect(quotable({ ...row, quoteStartSeconds: 0 })?.startSeconds).toBe(0);
  });
});

describe('links to the sound', () => {
  const enclosureUrl = 'https://cdn.example.org/a b.mp3?sig=1';
  const youtubeUrl = 'https://youtu.be/abc?si=x&t=9';

  it('prefer the enclosure, at the second', () => {
    expect(listenUrl({ enclosureUrl, youtubeUrl }, 605)).toBe(
      'https://cdn.example.org/a%20b.mp3?sig=1#t=605',
    );
    expect(listenUrl({ enclosureUrl: null, youtubeUrl }, 605)).toBe('https://youtu.be/abc?si=x&t=605');
    expect(listenUrl({ enclosureUrl, youtubeUrl }, 0)).toContain('#t=0');
  });

  it('are none without a second, a file, or a web address', () => {
    expect(listenUrl({ enclosureUrl, youtubeUrl }, null)).toBeNull();
    expect(listenUrl({ enclosureUrl: null, youtubeUrl: null }, 5)).toBeNull();
    expect(listenUrl({ enclosureUrl: 'javascript:alert(1)', youtubeUrl: 'nothing' }, 5)).toBeNull();
    expect(audioUrl({ enclosureUrl: 'ftp://example.org/a.mp3' })).toBeNull();
    expect(youtubeAt('file:///etc/passwd', 5)).toBeNull();
  });
});
