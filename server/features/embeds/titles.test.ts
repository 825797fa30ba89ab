import { describe, expect, it } from 'vitest';
import { widgetTitle } from '#server/features/embeds/titles.ts';

const shown = (title: string) => widgetTitle(title, new Date('2026-11-28T09:00:00Z'));

describe('the title of an episode in a widget', () => {
  it.each([
    'Nvidia to $500 ▲ Why I am bullish',
    'Sell Tesla now ⬇️',
    'Strong Buy: Amazon',
    'Amazon: Buy',
    'MSFT price target $600',
    'TSLA $400?',
    'Bitcoin hits $100K',
    'Five Stocks to Buy Before Winter',
    'Why We Sold Intel',
    'Is Everything Overvalued?',
    'Palantir at 90 times sales',
    '↑',
  ])('gives way to the day where it takes a side or names a price: %s', (title) =>
    expect(shown(title)).toBe('Episode of 28 November 2026'),
  );

  it.each([
    ['Disney ↑', 'Disney'],
    ['📈 The quarter of Disney ⬆️ and of Netflix', 'The quarter of Disney and of Netflix'],
  ])('loses its arrows: %s', (title, plain) => expect(shown(title)).toBe(plain));

  it.each([
    'Nvidia, Tesla and the price of being first',
    "Inside Lovable's $400M ARR Growth Machine",
    'Data Is the Next $1 Trillion Market',
    'Jason turned $11 and one tweet into 1.1M views | E2311',
    'Naval’s $500 VC fund, and NYT defends theft | E2280',
    'The Playbook on Buying and Running Companies Forever',
    'From $0 to $10k a month',
    'Buy Now, Pay Later: what went wrong',
    'How to Sell, and How to Hold On',
    'The Long and the Short of It',
    'Red Bull: an image in a can',
    '  Two  blanks, and the publisher’s own  ',
  ])('stays as it is otherwise: %s', (title) => expect(shown(title)).toBe(title));
});
