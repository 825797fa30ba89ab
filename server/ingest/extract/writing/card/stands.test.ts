import { describe, expect, it } from 'vitest';
import { standsAlone } from './stands.ts';

type Card = Parameters<typeof standsAlone>[0];

const card = (text: string, { named = '', next = null as string | null } = {}) =>
  ({
    line: { sentence: { text } },
    after: next === null ? null : { text: next },
    mentions: named === '' ? [] : [{ start: text.indexOf(named), end: text.indexOf(named) + named.length }],
  }) as unknown as Card;

describe('standsAlone', () => {
  it.each([
    'Halyard will keep its prices because nobody else makes the valve.',
    'So I think this valve maker is the best of its kind.',
    'I think this is something that the valve makers will regret.',
    "That's not what Halyard sells, since its valves are made to order.",
    'The idea that valves are a commodity is wrong.',
    'I like the idea that Halyard makes its own steel.',
    'Halyard has much better valves than its rivals.',
    'If you are in this trade, you always buy Halyard.',
    'Halyard sold its foundry, but it is buying steel and then building another.',
    'Halyard Inc. is worth twice its price.',
    'I think Halyard is worth it, and you will see why in a year.',
    'Halyard earns the same margin as its rivals on half the steel.',
    'My fear is that Halyard loses its foundry.',
    'The bear case is that Halyard loses its foundry, but I think the foundry pays.',
    'Of all of them I thought Halyard was the best.',
    'Halyard is going to be a win-win for both of its owners.',
    'I think Halyard will double its margin by 2030.',
    'There is no question that Halyard is kind of a monopoly.',
  ])('takes %j', (text) => {
    expect(standsAlone(card(text))).toBe(true);
  });

  it.each([
    ['tells what others say', 'People keep saying that Halyard is finished.'],
    ['tells what others fear', 'People worry that Halyard is hiding its losses.'],
    ['tells the fear of others', "The market's fear is that Halyard loses its foundry."],
    ['names a danger alone', 'The danger is that Halyard loses its foundry.'],
    ['begins twice', 'I think, I think Halyard will keep its prices.'],
    ['thinks twice', 'I think Halyard, at least I think so, will keep its prices.'],
    ['leans on what was said before', 'Halyard is not durable in that context.'],
    ['calls on what the listener knows', 'Halyard has the best valve, and you know nobody else makes it.'],
    ['tells a rumour', 'The rumour is that Halyard will sell its foundry.'],
    ['tells what its speaker held once', 'I used to think that Halyard was a fad.'],
    ['tells the case of others', 'They were making the case that Halyard is finished.'],
    ['tells what somebody wrote', 'A bank put out a report, Halyard is worth twice its price.'],
    ['leans on a likeness', 'And in the same sense, Halyard could make pumps.'],
    ['supposes', "If it's true that steel is dear, Halyard will lose its margin."],
    ['only wishes', 'I wish Halyard would sell its foundry and make valves alone.'],
    ['puts off what it has to say', "The best is Halyard, but I'll get to Halyard in a moment."],
    ['asks', 'How do you think of Halyard because its foundry is so old.'],
    ['asks how fast', 'How fast will the price of valves fall, right?'],
    ['recites the past', 'Halyard was the best valve maker of all from 1998 on.'],
    ['recites a decade', 'The best valves were made by Halyard all through the 70s.'],
    ['stammers', 'I-I think Halyard will keep its prices for another year.'],
    ['is misheard', 'Halyard can up looking like the best maker of valves.'],
    ['turns to what is talked of next', "All right, let's stay on Halyard and its valves."],
    ['grants what all know', 'And of course, Halyard still makes the best valve of all.'],
    ['answers what was asked before it', 'To your point, Halyard will keep its prices for another year.'],
    ['is a question in other words', 'The question is the price that Halyard gets for its valves.'],
    ['lost the subject of its verb', 'I think has the best foundry of all the valve makers.'],
    ['lost the noun at its end', 'The foundry that Halyard bought in the spring is a very useful.'],
    ['lost a word after "you"', 'If you are in this trade, you foundries for valves are getting cheaper.'],
    ['breaks off and begins anew', 'I think the valves will and if you look at Halyard, it has the ore.'],
    ['begins twice', 'The best steel valves today, since all try, the best steel valves are from Halyard.'],
    ['breaks off after a name', 'I think Halyard, I look at the ore and the price and the time.'],
    [
      'comes to a verb without a subject',
      'If you look at the foundry, but would be a good deal for Halyard.',
    ],
    [
      'comes to no verb after "but"',
      'Halyard grew, but in the spring live and then building out the foundry.',
    ],
    ['lost its beginning', 'Less reliable than what Halyard makes in its own foundry.'],
    ['does not hold what it says', "I don't know whether I agree, but Halyard could double."],
    ['only supposes it', 'Maybe Halyard is wrong to build another foundry.'],
    ['ends on a word for something before it', 'Nobody but Halyard can make them.'],
    ['ends on what is told next', 'Halyard makes its own steel for three reasons.'],
    ['says of something before it that it is so', 'And this is going to be hard on Halyard.'],
    ['says of something before it that it is so, after a filler', 'Anyway, this is a disaster for Halyard.'],
    ['goes on from what is not told', 'Otherwise, Halyard would have to buy its steel.'],
    ['tells what the market thinks', 'The market has decided that every foundry is going to zero.'],
    ['leaves open if it holds', 'And the path to a second foundry for Halyard might be true.'],
    ['does not say what it is about', 'I do think this will become a big market for valve makers.'],
    ['leaves open what it hangs on', 'But it depends if Halyard finds a second foundry.'],
    ['leaves open which it is', 'Either Halyard is far too dear or its rival is far too cheap.'],
    ['tells a price of the day', 'Halyard today is down 9%, on sixty times what it earns.'],
    ['tells a price alone', 'Halyard is at 21 today, 12 billion market cap.'],
    ['tells a price of yesterday', 'Halyard was up almost 4% yesterday, on sixty times what it earns.'],
    ['is two that ran together', 'Halyard is a sound company. but anyway its valves are good.'],
    ['is about whom the sentence before it names', 'They still make the best valves, and Halyard knows.'],
    ['thinks of whom the sentence before it names', 'I think they are trying to build what Halyard has.'],
    ['points at what was told before', 'Whoever gets there first, and I think Halyard could, wins.'],
    ['tells the goal of what was told before', 'I think the goal here is to spare Halyard the price of ore.'],
    ['is about what the sentence before it names', 'Halyard will win because nobody can build this product.'],
    ['likens to what it does not tell', 'Halyard has much better valves and a good foundry.'],
    ['says that it is the same', 'I think Halyard will end up with the same valves.'],
    ['says that it is so as well', 'Halyard has a foundry as well.'],
    ['praises how somebody did', 'I think Halyard has done a wonderful job.'],
    ['looks for its words', 'Halyard is, you know, a valve maker that, you know, makes valves.'],
    ['sends its listeners off', 'I encourage you to read what Halyard wrote about valves.'],
    ['points at a chart', 'Pull up the chart of Halyard since it bought the foundry.'],
    ['comes to no verb', 'The hypothesis that Halyard, for all its debts, would be a giant.'],
    [
      'comes to no verb at its end',
      'It is a fair point, but the idea that Halyard cannot be caught because of the steel.',
    ],
  ])('takes none that %s', (_why, text) => {
    expect(standsAlone(card(text))).toBe(false);
  });

  it('takes none that calls somebody first, and one whose subject stands first', () => {
    const said = "Halyard, it's plain to see, has the better foundry.";
    expect(standsAlone(card(said, { named: 'Halyard' }))).toBe(true);
    expect(standsAlone(card('Agnes, I think the foundries are too dear.', { named: 'foundries' }))).toBe(
      false,
    );
    expect(standsAlone(card('Frankly, I think the foundries are too dear.', { named: 'foundries' }))).toBe(
      true,
    );
  });

  it("takes none that the next sentence gives back to whom it's said to", () => {
    const said = 'Halyard would be worth a hundred times what it earns.';
    expect(standsAlone(card(said, { next: 'That is what you said, right?' }))).toBe(false);
    expect(standsAlone(card(said, { next: 'That is what it was worth before the fire.' }))).toBe(true);
  });

  it.each([
    "But that's not this decade.",
    'I think this is 100% overreaction, because not all of them burn.',
    "I don't actually think that's the flight path.",
    'Then I think it will be a rough winter for the foundries.',
  ])('takes none that the next sentence takes back, or hangs on it: %s', (next) => {
    const said = 'Halyard would be worth a hundred times what it earns.';
    expect(standsAlone(card(said, { next }))).toBe(false);
  });

  it.each(["But it's not just the foundry.", 'I think that is worth a lot.', 'They then sold the ore.'])(
    'takes one that the next sentence goes on from: %s',
    (next) => {
      const said = 'Halyard would be worth a hundred times what it earns.';
      expect(standsAlone(card(said, { next }))).toBe(true);
    },
  );
});
