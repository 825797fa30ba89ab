import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Claim } from './reported-speech.ts';
import { headlineOf, statementOf, thesisOf, type WritingInput, wasSaid } from './thesis-text.ts';

const claim = (text: string, more: Partial<Claim> = {}): Claim => ({
  text,
  begins: true,
  name: text.includes('Nvidia') ? 'Nvidia' : null,
  lead: null,
  pronounFor: null,
  theme: false,
  spellings: [],
  lean: 0,
  halved: false,
  retold: false,
  ...more,
});
const input = (claims: readonly Claim[], more: Partial<WritingInput> = {}): WritingInput => ({
  speaker: 'Jane Doe',
  show: 'The Ledger Hour',
  subject: 'Nvidia',
  relativeTo: null,
  claims,
  passage: claims.map(({ text }) => text).join(' '),
  ...more,
});
const line = "I think Nvidia's margins will hold because supply is tight.";

describe('the thesis line', () => {
  it('is the claim in the speaker’s own words, whole and attributed', () => {
    expect(thesisOf(input([claim(line)]))).toBe(`Jane Doe on Nvidia: "${line}"`);
  });

  it('says a speaker on the show where no name is borne out', () => {
    expect(thesisOf(input([claim(line)], { speaker: null }))).toBe(
      `A speaker on The Ledger Hour, on Nvidia: "${line}"`,
    );
  });

  it('quotes a claim that names the subject before a little stronger one that does not', () => {
    const unnamed = claim('They have the best factories in the world.');
    expect(thesisOf(input([unnamed, claim(line)]))).toContain(line);
    expect(thesisOf(input([unnamed]))).toContain('They have the best factories');
  });

  it('says who argued about what where no claim can be quoted whole', () => {
    expect(thesisOf(input([claim('So, yeah, you know, wow.')]))).toBe(
      'Jane Doe made an argument about Nvidia.',
    );
    expect(thesisOf(input([], { subject: 'US economy' }))).toBe(
      'Jane Doe made an argument about the US economy.',
    );
  });

  it('names both sides of a relative trade', () => {
    const trade = claim('Nvidia is cheaper than Intel by any measure.');
    expect(thesisOf(input([trade], { relativeTo: 'Intel' }))).toBe(
      'Jane Doe on Nvidia against Intel: "Nvidia is cheaper than Intel by any measure."',
    );
  });
});

describe('a claim that does not name its subject', () => {
  const led = claim('They will double their revenue.', { name: null, lead: 'Nvidia has no rival left.' });

  it('is quoted after the sentence that does', () => {
    expect(thesisOf(input([led]))).toBe(
      'Jane Doe on Nvidia: "Nvidia has no rival left. They will double their revenue."',
    );
    expect(headlineOf(input([led]))).toBe('On Nvidia: "They will double their revenue"');
  });

  it('stands by itself where that sentence is broken or makes it too long', () => {
    for (const lead of ['Nvidia has no rival left and', `Nvidia has ${'very '.repeat(60)}few rivals.`])
      expect(thesisOf(input([{ ...led, lead }]))).toBe(
        'Jane Doe on Nvidia: "They will double their revenue."',
      );
  });
});

describe('a subject', () => {
  it.each([
    ['US economy', 'the US economy'],
    ['consumer brands', 'consumer brands'],
  ])('is named with its article where it has one: %s', (subject, named) => {
    const { claims, ...rest } = input([claim('Prices will rise for years in every country.')]);
    expect(thesisOf({ ...rest, claims, subject })).toContain(`Jane Doe on ${named}:`);
  });
});

describe('the headline', () => {
  it('is the core of the quotation, with the subject where it does not name it', () => {
    expect(headlineOf(input([claim('Nvidia will double its revenue.')]))).toBe(
      '"Nvidia will double its revenue"',
    );
    expect(headlineOf(input([claim('They will double their revenue.')]))).toBe(
      'On Nvidia: "They will double their revenue"',
    );
  });

  it('gives the reason of a claim that takes a side in so many words', () => {
    const sided = claim('I am bullish on Nvidia because its margins will hold for years.');
    expect(headlineOf(input([sided]))).toBe('On Nvidia: "Its margins will hold for years"');
  });

  it('is left to another claim on the subject where such a claim gives no reason', () => {
    const sided = claim('I am very bullish on Nvidia at this price.');
    expect(headlineOf(input([sided, claim('Nvidia will double its revenue.')]))).toBe(
      '"Nvidia will double its revenue"',
    );
    expect(headlineOf(input([sided, claim('I met Nvidia in the spring of that year.')]))).toBe(
      'What Jane Doe argued about Nvidia',
    );
    expect(headlineOf(input([sided, claim('Talking about the opportunity for Nvidia in all this.')]))).toBe(
      'What Jane Doe argued about Nvidia',
    );
  });

  it('is not left to a claim that stands outside of the argument', () => {
    const sided = claim('I am very bullish on Nvidia at this price.');
    const elsewhere = claim('Nvidia will double its revenue.');
    expect(headlineOf(input([sided, elsewhere]), undefined, [sided])).toBe(
      'What Jane Doe argued about Nvidia',
    );
  });

  it('is the whole claim where no clause of it is short, since half a claim may mean its opposite', () => {
    const long =
      'When you own Nvidia because you want to hold it for five or ten years you just do better, especially after tax, than when you think that there is a bounce ahead of you this year';
    expect(headlineOf(input([claim(`${long}.`)]))).toBe(`"${long}"`);
  });

  it('shows no stance word', () => {
    expect(headlineOf(input([claim('I am very bullish on Nvidia at this price.')]))).toBe(
      'What Jane Doe argued about Nvidia',
    );
  });
});

describe('the statement', () => {
  it('reports a claim that may be told word for word', () => {
    expect(statementOf(input([claim('Nvidia will hold its margins because supply is tight.')]))).toBe(
      'Jane Doe argues that Nvidia will hold its margins because supply is tight.',
    );
  });

  it.each([
    ['I think Nvidia is going to be a really good business.', 'Nvidia is going to be a really good business'],
    ['I do believe that Nvidia will grow by 50%.', 'Nvidia will grow by 50%'],
    ["First of all, there's a lot of demand for Nvidia.", "there's a lot of demand for Nvidia"],
    [
      'In the spot market, Nvidia is cheaper than its rivals.',
      'in the spot market, Nvidia is cheaper than its rivals',
    ],
  ])('tells the whole clause without "I think" and its like: %s', (said, told) => {
    expect(statementOf(input([claim(said)]))).toBe(`Jane Doe argues that ${told}.`);
  });

  it.each([
    'The worst of all chip makers, the giant of them all, Nvidia is cheaper than any rival.',
    'You and I would think that the return on Nvidia is very high.',
    'They are sure that Nvidia is a good business.',
    'Nvidia is kind of a good business for its owners.',
    'The growth rate of their chips is comparable to Nvidia.',
    'Travis Nvidia would be a trillion dollar company by now.',
    'The price of Nvidia, Agnes, will go down for years.',
    'Nvidia and so on are good businesses for their owners.',
  ])('tells no part of a clause, and none that does not read by itself: %s', (said) => {
    expect(statementOf(input([claim(said)]))).toMatch(/made an argument about Nvidia/);
  });

  it('says on which ground, where the claim gives one that reads by itself', () => {
    const stated = claim('I am long Nvidia because the supply of chips is tight.');
    expect(statementOf(input([stated]))).toBe(
      'Jane Doe made an argument about Nvidia, on the ground that the supply of chips is tight.',
    );
    for (const reason of [
      'I see how tight the supply is',
      'of the supply that is tight',
      'they are the best of all',
    ])
      expect(statementOf(input([claim(`I am long Nvidia because ${reason}.`)]))).not.toContain('ground');
  });

  it("gives a ground of the subject's own, where nothing else was named before it", () => {
    const its = "its buyers are spending money they haven't earned yet";
    expect(statementOf(input([claim(`I'm bearish on Nvidia, because ${its}.`)]))).toBe(
      `Jane Doe made an argument about Nvidia, on the ground that ${its}.`,
    );
    expect(statementOf(input([claim(`I'm for Intel against Nvidia, because ${its}.`)]))).not.toContain(
      'ground',
    );
  });

  it('says who argued about what, and what the claim touches, otherwise', () => {
    expect(statementOf(input([claim('We love Nvidia for the margins they have.')]))).toBe(
      'Jane Doe made an argument about Nvidia that touches on margins.',
    );
  });

  it('says no number, no name and no "I" that was not said, and never quotes', () => {
    const word = fc.constantFrom(
      ...'I think they it we you Nvidia Intel the margins demand is are will grow grows because and but so 45 $3.2 billion percent not great terrible supply tight if Jensen own right um to of'.split(
        ' ',
      ),
    );
    const sentence = fc.array(word, { minLength: 4, maxLength: 24 }).map((words) => `${words.join(' ')}.`);
    fc.assert(
      fc.property(fc.array(sentence, { minLength: 1, maxLength: 4 }), (texts) => {
        const prose = input(texts.map((text) => claim(text)));
        const statement = statementOf(prose);
        const told = statement.replace(/^Jane Doe /, '').replace(/made an argument about Nvidia/, '');
        expect(wasSaid(told, prose)).toBe(true);
        expect(statement).not.toMatch(/\b(?:I|we|you|my|our)\b|"/);
        expect(statement).toMatch(/^Jane Doe .*\.$/);
      }),
      { numRuns: 300 },
    );
  });
});
