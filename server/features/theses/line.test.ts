import { describe, expect, it } from 'vitest';
import { lineOf, thesisTitle } from '#server/features/theses/line.ts';

describe('the line of argument', () => {
  const line = (thesis: string, { subject = 'Nvidia', headline = '' } = {}) =>
    lineOf({ subject: { name: subject }, headline, thesis, statement: '' });

  it.each([
    ['At forty times earnings the multiple leaves no margin of safety.', 'valuation'],
    ['Orders and revenue keep growing as customers adopt it.', 'demand'],
    ['A shortage of wafers and packaging capacity is the bottleneck.', 'demand'],
    ['Gross margins fall as costs rise faster than profit.', 'demand'],
    ['Its moat holds: rivals cannot match the network effects and lose market share.', 'competition'],
    ['The next generation product is a breakthrough of engineering.', 'competition'],
    ['An antitrust ruling by the court could force a sale.', 'regulation'],
    ['Rate cuts by the Fed and lower inflation carry it.', 'regulation'],
    ['Management spends the money on buybacks and a foolish acquisition.', 'capital'],
    ['Too much debt on the balance sheet and covenants close by.', 'capital'],
    ['Though customers love the product, it is overvalued and worth half.', 'valuation'],
    ['Inference clouds and every hyperscaler will sell such tools.', 'demand'],
    ['Inventory keeps building up.', 'demand'],
    ['Defaults will climb, and consumers default.', 'capital'],
    ['The iPhone would have been its default browser, a much bigger product.', 'competition'],
    [
      'Nobody minds $15 for an expensive model instead of $3 for a cheap one, if it is the better product.',
      'competition',
    ],
    ['The shares are cheap, and the models are expensive.', 'valuation'],
    ['Fifty times its earnings is a price for perfection.', 'valuation'],
    ['Its price leaves no room for one slow year.', 'valuation'],
    ['Its price is for robots and its profit is from cars.', 'valuation'],
    ['It is priced as the only sound bank, and stops being the only one.', 'valuation'],
    ['I would not own it at this price, and that is no insult to the engineering.', 'valuation'],
    ['I am bearish at this valuation, because half of the backlog is only places in a queue.', 'demand'],
    ['I am bearish at this price, because it sells at thirty times its sales.', 'valuation'],
    ['It can raise its price, and customers still order.', 'demand'],
    ['He points to valuation and cash flow.', 'valuation'],
    ['He points to cash flow and valuation.', 'demand'],
    ['He points to valuation, revenue growth and hiring.', 'valuation'],
  ])('reads %j as %s', (thesis, expected) => {
    expect(line(thesis)).toBe(expected);
  });

  it('is the subject’s main line where a statement names no ground of its own', () => {
    expect(line('It is a name he likes.')).toBe('demand');
  });

  it('is that of the sentence before that of the headline', () => {
    const headline = 'Ann on Nvidia: management and talent';
    expect(line('She sees no evidence that it will grow.', { headline })).toBe('demand');
    expect(line('She likes it.', { headline })).toBe('capital');
  });

  it('does not read the subject’s own name as an argument', () => {
    expect(line('He likes Interest rates.', { subject: 'Interest rates' })).toBe('demand');
  });

  it('titles a thesis with its subject and its line', () => {
    expect(thesisTitle('Nvidia', 'demand', false)).toBe('Nvidia: growth and outlook');
    expect(thesisTitle('Nvidia', 'demand', true)).toBe('Nvidia: growth and outlook (fictional sample)');
  });
});
