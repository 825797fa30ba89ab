import { describe, expect, it } from 'vitest';
import {
  withoutFillers,
  withoutLeadIn,
  withoutTail,
  writtenOut,
} from '#server/ingest/extract/sentences/disfluencies.ts';
import { agreed, thirdPerson } from '#server/ingest/extract/sentences/third-person.ts';
import { isClause, isRunOn } from '#server/language/speech/grammar.ts';
import { type Claim, reportsOf } from './reported-speech.ts';

const claim = (text: string, more: Partial<Claim> = {}): Claim => ({
  text,
  begins: true,
  name: null,
  lead: null,
  pronounFor: null,
  theme: false,
  spellings: [],
  lean: 0,
  halved: false,
  retold: false,
  ...more,
});
const best = (text: string, more: Partial<Claim> = {}, lean = 0) =>
  reportsOf(claim(text, more), lean)[0]?.text ?? null;

describe('a claim in reported speech', () => {
  it.each([
    'Costco clearly has branding power, but rather than taking price.',
    'The being the default on Costco shelves would have been a much bigger business.',
    'Costco will be, quote, the best retailer in the world because of scale.',
  ])('does not report a construction that was dropped: %s', (text) => {
    expect(best(text, { name: 'Costco' })).toBeNull();
  });

  it.each([
    [
      'The first thing that pops out when we study Costco is that the driver of its value is scale at Costco.',
      'the driver of its value is scale at Costco',
    ],
    [
      'One of the biggest winners right now, the big daddy of retail, Costco is an outperformer in the space.',
      'Costco is an outperformer in the space',
    ],
    ['And so surprisingly, Costco is gaining market share.', 'Costco is gaining market share'],
    [
      'I believe that within a few years Costco will power a card which will enable you to shop anywhere.',
      'within a few years Costco will power a card which will enable one to shop anywhere',
    ],
    [
      'Costco has raised, I think, like 11 billion dollars of equity in the private markets.',
      'Costco has raised 11 billion dollars of equity in the private markets',
    ],
    ["There's 19 companies in the basket that Costco leads by revenue growth.", 'there are 19 companies'],
  ])('finds the claim in %s', (text, told) => {
    expect(best(text, { name: 'Costco' })).toContain(told);
  });

  it.each([
    'Costco went from 13 billion last year.',
    'Costco will either buy the chain by the end of 2026 for 60 billion.',
    'Costco is a pretty it is a great retailer in the world.',
    'Costco is a great example.',
    "I don't care that the second chain has 50% gross margins and Costco has 75% gross margins.",
    'People who short it say that the stock is doomed and Costco is losing money on every sale.',
    'You will have this insane margin that Walmart and Costco should have been charging for years.',
  ])('does not report half a sentence, an empty one, or what the speaker does not hold: %s', (text) => {
    expect(best(text, { name: 'Costco' }, 1)).toBeNull();
  });

  it.each([
    ["They just don't believe that the revenue is going to last a decade.", 'Costco'],
    ['They love the food at the store in the winter.', 'Costco'],
  ])('does not let a company mind what people mind: %s', (text, name) => {
    expect(best(text, { pronounFor: name })).toBeNull();
  });

  it.each([
    'The growth rate of their product is comparable to the growth of Costco.',
    'I just bought the new Costco laptop.',
    'The Costco can charge, can build a large consumer business today.',
  ])('leaves nobody guessing whose it is, and takes no shopping for a position: %s', (text) => {
    expect(best(text, { name: 'Costco' })).toBeNull();
  });

  it('says a name without the article that speech gave it', () => {
    expect(best('The Costco has become indispensable as a retailer of groceries.', { name: 'Costco' })).toBe(
      'Costco has become indispensable as a retailer of groceries',
    );
    expect(best('The Costco stock has become very cheap for members.', { name: 'Costco' })).toMatch(
      /^the Costco stock/,
    );
  });

  it('gives an account that leans against the passage no worth', () => {
    const text = 'Costco has a great brand that sells for Pepsi in every market.';
    expect(reportsOf(claim(text, { name: 'Costco', lean: -1.5 }), 1).every(({ worth }) => worth === 0)).toBe(
      true,
    );
    expect(reportsOf(claim(text, { name: 'Costco' }), 1)[0]?.worth).toBeGreaterThan(0);
  });

  it.each([
    'Without the new chip, Nvidia will lose its lead in the next five years.',
    'When the rates rise, they will lose their lead in the next five years.',
    "Nvidia will lose its lead in the next five years, I don't think.",
  ])('leaves off no condition and no denial that follows: %s', (text) => {
    const reports = reportsOf(claim(text, { pronounFor: 'Nvidia', name: 'Nvidia' }), 0);
    expect(reports.filter((report) => report.text.startsWith('Nvidia will lose'))).toEqual([]);
  });

  it('does not begin with the rest of a lead-in', () => {
    const text =
      'The first thing that pops out when we look and study Costco is that the driver of its value is members.';
    expect(best(text, { name: 'Costco' }) ?? '').not.toMatch(/^study/);
  });

  it.each([
    ["I'm cautious on Costco from here.", 'is cautious on Costco'],
    ["I'm neutral on Costco now, and I mean neutral, I'm not being coy.", 'is neutral on Costco'],
    [
      "I'm bullish on Costco now, and I'll set the whole thing out so somebody can object.",
      'is bullish on Costco now',
    ],
    [
      'I like Costco at this price, and I will hold it for years.',
      'likes Costco at this price and will hold it for years',
    ],
  ])('tells %s by what is declared in it', (text, told) => {
    expect(best(text, { name: 'Costco' })).toBe(told);
  });

  it('loses what only announces it and what trails off', () => {
    expect(
      best("And so I think that, um, Nvidia's margins will hold because supply is tight, right?", {
        name: 'Nvidia',
      }),
    ).toBe("Nvidia's margins will hold because supply is tight");
  });

  it('puts the name where "they" stood, with the verb agreed', () => {
    expect(
      best("They're going to win the market because they own the best factories.", { pronounFor: 'TSMC' }),
    ).toBe('TSMC will win the market because they own the best factories');
    expect(best('They own most of the supply in the world today.', { pronounFor: 'TSMC' })).toMatch(
      /^TSMC owns most of the supply/,
    );
  });

  it('tells a view or a position as the speaker’s own deed', () => {
    expect(best("I'm bearish on Apple because nobody replaces a working phone.", { name: 'Apple' })).toBe(
      'is bearish on Apple because nobody replaces a working phone',
    );
    expect(best('I see no evidence that Adobe will grow.', { name: 'Adobe' })).toBe(
      'sees no evidence that Adobe will grow',
    );
  });

  it('prints a name as it is written', () => {
    expect(
      best('I think open AI has a very strong consumer brand.', {
        name: 'open AI',
        spellings: [['open AI', 'OpenAI']],
      }),
    ).toBe('OpenAI has a very strong consumer brand');
  });

  it('keeps the capitals of a name that begins with a small word', () => {
    const text = 'AT&T has pricing power that none of its rivals has, and its margins go up every year.';
    expect(best(text, { name: 'AT&T' })).toMatch(/^AT&T has/);
  });

  it('gives up where it is in doubt who is meant', () => {
    expect(best('They are going to win the whole market.')).toBeNull();
    expect(best('We took our product to a hundred customers.', { name: 'Costco' })).toBeNull();
    expect(best('You guys have built an amazing company here.', { name: 'Costco' })).toBeNull();
    expect(best('It is hard to say whether it will work at all.', { pronounFor: 'Costco' })).toBeNull();
    expect(best('Is Costco going to keep growing like this?', { name: 'Costco' })).toBeNull();
  });

  it('does not cut a list in two', () => {
    const told = best('Carta connects founders, investors, and limited partners on one platform.', {
      name: 'Carta',
    });
    expect(told ?? 'limited partners').toContain('limited partners');
  });

  it('prefers what agrees with the stance', () => {
    const mixed = 'Intel has great engineers, but Intel is losing money on every wafer.';
    expect(best(mixed, { name: 'Intel' }, -1)).toContain('losing money');
  });
});

describe('the grammar of a clause', () => {
  it('asks for a subject and a verb of its own', () => {
    expect(isClause('Costco grows every year')).toBe(true);
    expect(isClause('A company that grows every year')).toBe(false);
    expect(isClause('Because it grows every year')).toBe(false);
    expect(isClause('Costco cannot pay its debts any more')).toBe(true);
    expect(isClause('Costco grows every year because of the')).toBe(false);
  });

  it('knows two sentences joined by a comma alone', () => {
    expect(isRunOn('Costco is cheap, the members are happy', false)).toBe(true);
    expect(isRunOn('Costco is cheap, and the members are happy', false)).toBe(false);
  });

  it.each([
    ['own', 'owns'],
    ['are', 'is'],
    ['have', 'has'],
    ['carry', 'carries'],
    ['crush', 'crushes'],
    ['built', 'built'],
    ['will', 'will'],
    ['put', null],
  ])('%s -> %s', (verb, third) => {
    expect(thirdPerson(verb)).toBe(third);
  });

  it('gives up where a second verb would have to agree too', () => {
    expect(agreed('own the market and are growing')).toBeNull();
  });
});

describe('spoken English', () => {
  it('loses fillers and false starts, and keeps every number', () => {
    expect(withoutFillers('Um, you know, they- they sold, like, 45 million units, right?')).toBe(
      'they sold 45 million units.',
    );
  });

  it('keeps the words that a denial rests on', () => {
    expect(withoutFillers("They don't just sell chips.")).toBe("They don't just sell chips.");
    expect(withoutFillers("It's not simply a chip company.")).toBe("It's not simply a chip company.");
    expect(withoutFillers('They just sell chips.')).toBe('They sell chips.');
    expect(withoutFillers("Just because it is cheap doesn't make it good.")).toBe(
      "Just because it is cheap doesn't make it good.",
    );
  });

  it('takes a view that is introduced as that of others for no lead-in', () => {
    expect(withoutLeadIn('The consensus view is that margins hold')).toBe(
      'The consensus view is that margins hold',
    );
    expect(withoutLeadIn('My view is that margins hold')).toBe('margins hold');
  });

  it('is written out', () => {
    expect(writtenOut("it's going to double and they won't stop")).toBe(
      'it will double and they will not stop',
    );
    expect(writtenOut("it's been a great year and there's more")).toBe(
      'it has been a great year and there is more',
    );
    expect(writtenOut("they're never going to win")).toBe('they will never win');
    expect(writtenOut('they are probably going to zero')).toBe('they are probably going to zero');
    expect(writtenOut("it's going to different subjects")).toBe('it is going to different subjects');
  });
});

it('looks at once at words that trail off again and again', { timeout: 1_000 }, () => {
  const words = `They win${' honestly'.repeat(28)} 5`;
  expect(withoutTail(words)).toBe(words);
});
