import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { coreOf, quotationOf, reasonIn } from './quotation.ts';

const quoted = (text: string, begins = true) => quotationOf({ text, begins });

describe('a quotation', () => {
  it('is the whole sentence, without what only links it', () => {
    expect(quoted("And so I think we're going to see OpenAI go down to a third of the market.")).toBe(
      "I think we're going to see OpenAI go down to a third of the market.",
    );
  });

  it.each([
    ["Yeah, I-I think Costco will grow because they've been more focused.", 'I think'],
    ['But basically, Costco will keep its margins for the next ten years.', 'Costco will'],
    ['Lastly, Costco will keep its margins for the next ten years.', 'Costco will'],
    ['First of all, Costco will keep its margins for the next ten years.', 'Costco will'],
    ['Part of it is that Costco keeps its margins in every country.', 'Costco keeps'],
    ['The reality is that Costco keeps its margins in every country.', 'Costco keeps'],
    ['The reality is that if rates fall Costco loses its margins.', 'The reality'],
  ])('leaves out a stutter and what only counts or announces at the beginning: %s', (text, begins) => {
    expect(quoted(text)).toMatch(new RegExp(`^${begins}`));
  });

  it.each([
    ['And they will grow because the demand', true],
    ['make sense to own Costco at this price.', true],
    ['Costco is a good company, and it will grow.', false],
    ['Which is why Costco will grow for a long time.', true],
    ['Is Costco the best retailer in the world?', true],
    ['Costco is, um, the best retailer in the world.', true],
    ['He thinks that Costco is the best retailer there is.', true],
    ['LinkedIn is durable, but first and foremost.', true],
    ['The app suite that they have will open a, I continue to eat more of their core business.', true],
    ['Costco has the best ratio of the all size to speed that I have ever seen.', true],
    ["I don't think there are anywhere close to Costco at this price.", true],
    ['Costco likely reduces demand slash moves to cheaper shops faster.', true],
  ])('is not made of a sentence that is cut off, broken, asked or leaning: %s', (text, begins) => {
    expect(quoted(text, begins)).toBeNull();
  });

  it('leaves out only what adds to a clause, never its contrast, its condition or its denial', () => {
    const long = `the people who run it have been there ${'in one country after another '.repeat(8)}`;
    const core = 'Costco will keep its margins in every country';
    expect(quoted(`${core}, and ${long.trim()}.`)).toBe(core);
    expect(quoted(`${core}, if ${long.trim()}.`)).toBeNull();
    expect(quoted(`I do not believe that people say ${long.trim()}, and ${core}.`)).toBeNull();
  });

  it('never leaves off what its speaker grants before "but"', () => {
    expect(
      quoted(
        "The model quality is okay, but the performance is great, which speaks to Meta's huge advantage.",
      ),
    ).toBeNull();
  });

  it('stands in the sentence word for word, opens a sentence or a clause and keeps its negation', () => {
    const clause = fc.constantFrom(
      'Costco will grow for years',
      'I do not think the margins hold',
      "they can't raise prices any more",
      'nobody believes the story any longer',
      'the stock is not cheap at this price',
      'if rates fall the builders win',
      'people say the brand is dead',
      'it has five hundred stores in ten countries',
    );
    const joint = fc.constantFrom(', and ', ', but ', ', so ', ' because ', '; ', ', if ', ', which means ');
    const sentence = fc
      .tuple(
        fc.uniqueArray(clause, { minLength: 1, maxLength: 8 }),
        fc.array(joint, { minLength: 8, maxLength: 8 }),
      )
      .map(
        ([clauses, joints]) => `${clauses.map((one, i) => (i === 0 ? one : `${joints[i]}${one}`)).join('')}.`,
      )
      .map((text) => text.charAt(0).toUpperCase() + text.slice(1));
    fc.assert(
      fc.property(sentence, (text) => {
        const quotation = quoted(text);
        for (const part of [quotation, coreOf(text, 'Costco')]) {
          if (part === null) continue;
          const at = text.indexOf(part);
          expect(at).toBeGreaterThanOrEqual(0);
          const [before, after] = [text.slice(0, at), text.slice(at + part.length)];
          expect(before).toMatch(/^$|(?:, (?:and|but|so)|;) $|^(?:I do not think |people say )?$/);
          if (part === quotation) expect(before).not.toMatch(/, but $/);
          expect(after).toMatch(/^\.?$|^(?:, (?:and|so)|;) /);
          expect(before).not.toMatch(/\b(?:not|can't|nobody|if|say)\b[^;,]*(?:, (?:and|but|so)|;) $/i);
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe('the core of a quotation', () => {
  it('is a clause in few words, one that names the subject first', () => {
    const text =
      'Gmeet comes with a note-taker for free, but Granola is so powerful that it got me to consume a separate product.';
    expect(coreOf(text, 'Granola')).toBe(
      'Granola is so powerful that it got me to consume a separate product',
    );
  });

  it('is the whole of what is short', () => {
    expect(coreOf('Tesla wants federal legislation.', 'Tesla')).toBe('Tesla wants federal legislation');
  });
});

describe('the reason that a quotation gives', () => {
  it('is for a claim that begins with "I\'m"', () => {
    expect(reasonIn("I'm bearish on Costco, because its members are leaving it.")).toBe(
      'its members are leaving it',
    );
  });

  it('is none where it belongs to a condition', () => {
    expect(reasonIn('When you hold Costco because its members are loyal to it, you do better.')).toBeNull();
  });

  it('runs to its end', () => {
    expect(reasonIn('I am bullish on Costco, because its members are loyal to it.')).toBe(
      'its members are loyal to it',
    );
    expect(reasonIn('I like Costco because its members are loyal to it.')).toBe(
      'its members are loyal to it',
    );
  });

  it('is none where it may be denied, where nothing is given, or where it is no clause', () => {
    expect(reasonIn("I don't own Costco because its members are loyal to it.")).toBeNull();
    expect(reasonIn('I am bullish on Costco at this price.')).toBeNull();
    expect(reasonIn('I am bullish on Costco, because of the members and fees.')).toBeNull();
    expect(reasonIn('I like Costco because of a store where people just put things on a cart.')).toBeNull();
    expect(reasonIn('The best stores of all, because Costco is one, the best stores are dull.')).toBeNull();
  });
});
