import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isLeaning } from '#server/features/embeds/leaning.ts';

describe('a headline that takes a side', () => {
  it.each([
    "I'm long Vistra against Constellation, dollar for dollar",
    "I'd say that I'm long the regional banks against JPMorgan",
    'We’ve been underweight China for five years',
    'You want to be short the office landlords',
    "I'm still overweight energy",
    'I was short before the results',
    "I'd go long software",
    'You want to go long uranium',
    'Chanos is short Tesla',
    'Long Vistra, short Constellation',
    'Morgan Stanley keeps its overweight rating',
  ])('is one of a position: %s', (headline) => expect(isLeaning(headline)).toBe(true));

  it.each([
    "I've turned sour on Netflix, because it has to win its audience again each January",
    'We have since become a little more negative on Nike',
    "I'm long-term positive on Bitcoin",
    "I'm getting cautious about private credit",
    'Investors have soured on software',
    'Turned constructive on shipping',
    'Positive on Florida, negative on Washington',
    "I'm neutral on Nvidia now",
  ])('is one of a mood: %s', (headline) => expect(isLeaning(headline)).toBe(true));

  it.each([
    "I would not own NuScale at this price, and that's no insult to the engineering",
    'PepsiCo’s got a slow leak, and I wouldn’t own it for that reason',
    "Cameco's the one I'd hold for this",
    "I'd much rather own the railways",
    "I wouldn't want to touch it",
    'Nor would I ever short it',
    'We would buy the stock on a bad quarter',
    "I don't want to own the multiple",
  ])('is one of what its speaker would do: %s', (headline) => expect(isLeaning(headline)).toBe(true));
});

describe('a headline that tells to trade', () => {
  it.each([
    'Stay away from Google',
    'Tom Dotan: Get into Google while it makes money either way',
    'Nobody should own OpenAI',
    'Google is worth buying',
    'Short it when the browser goes away',
  ])('is one of a side: %s', (headline) => expect(isLeaning(headline)).toBe(true));

  it.each([
    'Short interest in Tesla rises',
    'Buy now, pay later is a trap',
    'Own brands cut costs at Amazon',
    'Software will be sold by outcome',
    'Investors should expect less',
  ])('is none that only has its words: %s', (headline) => expect(isLeaning(headline)).toBe(false));
});

describe('a headline of a price or a value', () => {
  it.each([
    'It will trade at three hundred dollars a share by next summer',
    'Its share price of twenty euros is a gift',
    'They paid 300 dollars for it',
    'It is worth USD 300',
  ])('is one of an amount: %s', (headline) => expect(isLeaning(headline)).toBe(true));

  it.each([
    'The stock is overvalued and will fall by half',
    'The shares are cheap at 25 times earnings and have a lot of upside',
    'The stock looks very expensive',
    'It is cheap at this price',
    'The shares could double from here',
    'There is 30% upside',
    'It sells at ten times next year’s sales',
  ])('is one of a value: %s', (headline) => expect(isLeaning(headline)).toBe(true));

  it.each([
    'The coin could break through 80,000 to the downside',
    'There is another ten percent more to run',
    'I like the risk-reward in the lenders',
    'It is a really attractive risk to reward',
    'The 5x happened before it was listed',
    'Its valuation assumes that nobody leaves',
    'The price leaves no room for a weak quarter',
    'Its shares have fallen by a third since spring',
    'The stock is down since the deal',
    'It has been an outperformer in its sector',
    'Homebuilders have underperformed the index for two years',
    'It trades at 40x',
    "It's priced as a growth company and people now keep the phone for four years",
    'JPMorgan is priced as the only sound bank',
    'Palantir is still priced for years without a mistake',
    'They are priced like software companies',
    'Its price is for robots and its profit is from cars',
    'Its share price is for a business that it does not have yet',
  ])('is one of a multiple, a level or a course: %s', (headline) => expect(isLeaning(headline)).toBe(true));

  it.each([
    'The big loser will be the incumbent',
    'Payment networks are the clear winners',
    'It is not a growth stock',
  ])('is one of who wins: %s', (headline) => expect(isLeaning(headline)).toBe(true));

  it.each(['Nvidia 🚀', 'Memory ⬆️', 'Disney ↑'])('is one of an arrow: %s', (headline) =>
    expect(isLeaning(headline)).toBe(true),
  );
});

describe('a headline of ordinary words', () => {
  it.each([
    'Compute is cheap and getting cheaper',
    'That is expensive, and few can pay for it',
    'Chips are too expensive for most customers',
    'Demand will double, and revenue with it',
    'The market for batteries will fall by half',
    'Their margins grew 20 percent',
    'A model that is 10x faster wins the developers',
    'It outperforms every other model on coding tests',
    'Its price per token has fallen tenfold',
    "The price of a month's supply now falls faster than the prescriptions rise",
    'Tokens are now priced like electricity',
    'A ticket priced for families fills the hall',
    'Its price is for a month, not for a year',
    'They sold 100,000 cars in a month',
    'Search is a winner-take-all business',
    'Revenue is up by a third',
    'The share of renewables has risen',
    'Power prices rise by a third each summer',
    'The downside of remote work is that nobody meets',
    'It tripled its shares of the market for batteries',
    'Red Bull sells an image, not a drink',
    'One in a hundred buyers pays in cash',
  ])('is one of cost and growth: %s', (headline) => expect(isLeaning(headline)).toBe(false));

  it.each([
    'Long-term contracts are what banks lend against',
    'We are long past the point where demand was the question',
    'Copper stays tight as long as no mine opens',
    "I'm a long-time user of it, and so is everybody here",
    'I have long thought that packaging is the limit',
    'We went long before anybody asked',
    'Data centres are short of power',
    'We are short of power, and will be for years',
    "We're short about five gigawatts",
    'You’re short 5 gigawatts by 2028',
    'In the short run the market votes',
    'The list of buyers is long',
    'BCI is short for brain-computer interface',
    'Two in five adults are overweight or obese',
    'We are short electricians, not chips',
    'You can go long distances on one charge',
    'We were long told that coal was dead',
  ])('is one of time, length or want: %s', (headline) => expect(isLeaning(headline)).toBe(false));

  it.each([
    'Free cash flow turned positive on higher volumes',
    'Consumers have turned cautious on large purchases',
    'I am positive that the plant will be built',
    'It has a negative working capital cycle',
  ])('is one of figures and of others: %s', (headline) => expect(isLeaning(headline)).toBe(false));

  it.each([
    'The market would buy more chips if there were more',
    'We would buy more chips if there were more',
    'They own the fab, and nobody else would',
    'I would not buy the argument that demand is pulled forward',
    "I'd hold off until the lawsuit is settled",
    'I should own up to that mistake',
    'I would touch on pricing, too',
    'Whoever would own the grid must build it',
    'Why would I buy a car when a robotaxi costs less',
    'I’d buy the thesis that rates fall',
    'I would buy that AI replaces coders',
  ])('is one of owning and buying: %s', (headline) => expect(isLeaning(headline)).toBe(false));
});

describe('a side', () => {
  const speaker = fc.constantFrom(
    "I'm",
    'I’m',
    'I am',
    "We're",
    'We have been',
    "I've turned",
    "I'd be",
    'I went',
  );
  const degree = fc.constantFrom('', 'still ', 'now ', 'a bit ', 'increasingly ', 'much more ');
  const side = fc.constantFrom(
    'long the banks',
    'short banks',
    'overweight banks',
    'negative on banks',
    'sour on banks',
  );
  const frame = fc.constantFrom<(words: string) => string>(
    (words) => words,
    (words) => `“${words}”`,
    (words) => `On banks: “${words}, because deposits leave”`,
    (words) => `Deposits leave, so ${words}`,
  );

  it('is heard whoever takes it, however firmly, and wherever it stands', () => {
    fc.assert(
      fc.property(speaker, degree, side, frame, (who, how, what, framed) => {
        expect(isLeaning(framed(`${who} ${how}${what}`))).toBe(true);
      }),
    );
  });
});
