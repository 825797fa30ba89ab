import { describe, expect, it } from 'vitest';
import { strangeFigures } from '#server/ingest/extract/llm/proof/figures.ts';

const strange = (told: string, said: string) => strangeFigures(told, said, 2026);

describe('numbers that were not said', () => {
  it.each([
    ['sales grew 60%', 'Sales grew 50 percent.', ['60%']],
    ['two customers are half of sales', 'Three customers are half of sales.', ['2']],
    ['they pay $100,000', 'They pay a hundred.', ['$100,000']],
    ['80 million users', 'They went from 80,000 to 8 million.', ['80 million']],
    ['it takes three years to build', 'It takes ages to build.', ['3 years']],
    ['those two customers are half of sales', 'Three customers are half of sales.', ['2']],
    ['5 million phones', 'Between five and six hundred million phones.', ['5 million']],
    ['1 billion in sales', 'They are number one and five billion in sales.', ['1 billion']],
    ['margins grow over these three years', 'Margins grow over the next five years.', ['3 years']],
    ['those two-million dollar chips', 'Those five million dollar chips.', ['2-million dollar']],
    ['48% of users leave', 'They answer within 24 to 48 hours.', ['48%']],
    ['6% leave', 'Within three to six months they leave.', ['6%']],
    ['it costs 20 dollars', 'It takes 20 minutes.', ['20 dollars']],
    ['it takes 30 days', 'It takes 30% of them.', ['30 days']],
    ['it takes 6 years', 'It takes three to six months.', ['6 years']],
    ['1% of users pay', 'It is .01% of users.', ['1%']],
    ['it costs 20 euros', 'It costs $20.', ['20 euros']],
  ])('are found: %s', (told, said, found) => {
    expect(strange(told, said)).toEqual(found);
  });

  it.each([
    [
      'a count of what the sentence itself sums up',
      'the two camps pull apart',
      'Some do research, some build products.',
    ],
    ['a half in words', 'about 1.5 gigawatts', 'About one and a half gigawatts.'],
    [
      'a unit said without its number',
      '20 million to a billion each',
      'They pay 20 million or 100 million or billion.',
    ],
    [
      'a range whose first number has no unit',
      'from 80,000 to eight million users',
      'They went from 80,000 to 8 million.',
    ],
    [
      'a list whose unit is said once',
      'a market of 40 billion to 100 billion dollars',
      'I took this 40, 50, 100 billion dollar market down.',
    ],
    ['a range whose unit is said once', '4 billion', 'It is four or five billion.'],
    ['a range between two', 'five to six billion phones', 'Something between five and six billion phones.'],
    ['how many were just named', 'either those two are dear', 'Either they are dear or this one is cheap.'],
    [
      'hundreds one after the other',
      'between 400,000 and 500,000 dollars',
      "They're making four-five hundred thousand dollars a year.",
    ],
    ['thousands beside a unit', 'from 80,000 users', 'They went from 80,000 to 8 million.'],
    ['what only sounds like a range', 'phase two', 'In phase two, three hundred people took it.'],
    ['a grand', 'they pay $100,000', 'Everyone will give you a hundred grand.'],
    ['another way of writing it', 'sales of $1.5 billion', 'Sales of 1500 million.'],
    ['a fraction without its nought', '0.01% of users', 'It is .01% of users.'],
    ['a cent', '$0.01 a message', 'It costs one cent a message.'],
    ['a span of time in another unit', 'within 18 months', 'Within a year and a half.'],
    ['a range of days whose unit is said once', 'three months', 'Three to six months.'],
    ['money said without its currency', '$20 a month', 'They pay 20 a month.'],
    ['one of many', 'in one year', 'In a year.'],
  ])('are not found in %s', (_name, told, said) => {
    expect(strange(told, said)).toEqual([]);
  });

  it('are looked for in a long run of numbers without trying all its parts', () => {
    for (const between of [',', ', ', ' to ', '-'])
      expect(strange('1 billion', `${Array(200).fill(1).join(between)} picks`)).toEqual(['1 billion']);
  });
});
