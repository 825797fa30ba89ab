import { describe, expect, it } from 'vitest';
import type { Cue, EpisodeInput } from '#server/domain.ts';
import { createRulesExtractor } from '#server/ingest/extract/extractor.ts';
import { createLinker } from '#server/linking/linker.ts';
import { loadUniverse } from '#server/linking/universe.ts';
import { coreOf, reasonIn } from './quotation.ts';
import { type Claim, reportsOf } from './reported-speech.ts';

/** What may be told of a sentence on Costco after "argues that" or "says that", in any order. */
function tellable(text: string): string[] {
  const claim: Claim = {
    text,
    begins: true,
    lead: null,
    pronounFor: text.includes('Costco') ? null : 'Costco',
    name: text.includes('Costco') ? 'Costco' : null,
    theme: false,
    spellings: [],
    lean: 0,
    halved: false,
    retold: false,
  };
  return reportsOf(claim, 0)
    .filter(({ worth }) => worth > 0)
    .map((report) => report.text);
}

const WHOLE = 'whole';
const NOTHING = null;

describe('of a clause under a frame', () => {
  it.each([
    // What others say, think or fear.
    [
      'The thing short sellers keep telling you is that Costco is cooking its books and its auditor looks away.',
      NOTHING,
    ],
    ['Everyone keeps telling me that Costco is finished and its stores are empty.', NOTHING],
    ['You hear that Costco is in talks with Walmart and its founder is leaving.', NOTHING],
    ['According to the bears, the stores are empty and Costco is losing money on every sale.', NOTHING],
    ['Jim Chanos says that the books are cooked and Costco will lose its licence.', WHOLE],
    ['Costco says that it will open thirty stores and its margins will double.', WHOLE],
    ['The argument is that Costco is a fad and the members will leave within a year.', WHOLE],
    ['The claim is that Costco pays too little and its best people leave every year.', WHOLE],
    ['The rumour is that Costco will be sold and its founder leaves before the summer.', WHOLE],
    [
      'The worry people have is that Costco is overstating its profits and the auditors will walk away.',
      WHOLE,
    ],
    ['The worry on the street is that Costco is losing its licence and its founder will be indicted.', WHOLE],
    ['The bear case is that Costco is losing its best buyers and its stores fall behind.', WHOLE],
    [
      "The market's fear is that Costco loses its patents and its sales fall by half within two years.",
      WHOLE,
    ],
    ['People worry that Costco is hiding its losses and that its bank will pull the credit line.', WHOLE],
    // Harm that may come.
    ['The fear is that a recession comes and Costco cannot pay its debts any more.', WHOLE],
    ['The danger is that Costco loses its biggest supplier and its margins fall by ten points.', WHOLE],
    ['There is a risk that Costco loses its suppliers and its margins fall by half.', WHOLE],
    [
      'The risk is that it loses its biggest supplier within a year.',
      'the risk is that Costco loses its biggest supplier within a year',
    ],
    [
      'I worry that Costco is losing its best members and the margins will fall.',
      'worries that Costco is losing its best members and the margins will fall',
    ],
    // A condition, a question, a hope, an idea.
    ['If the fee goes up, they lose the members and Costco goes bankrupt within a year.', NOTHING],
    ['Costco will double its earnings within five years if the fee goes up again.', WHOLE],
    ['Costco will keep its margins unless Walmart starts to charge for its card.', WHOLE],
    [
      'Imagine that the fee is gone, the company makes no money and Costco closes half of its stores.',
      NOTHING,
    ],
    ['The question is whether Costco can raise the fee and its members will stay.', NOTHING],
    ['The hope is that Costco opens in Spain and its margins double within a year.', WHOLE],
    ['The idea that Costco is a fad and its members will leave is wrong.', WHOLE],
    // What is denied, or was held once.
    ['It would be wrong to say that the fee is a tax and Costco is a bank for its members.', NOTHING],
    ["I don't think that the stores are the point and Costco is losing its members.", NOTHING],
    ['Nobody believes that Costco can grow and its margins will ever go up.', WHOLE],
    ['The myth is that Costco is cheap and its suppliers make no money.', WHOLE],
    ['Costco looks cheap on paper, but it is not.', NOTHING],
    ['I used to think that Costco was a fad and the fee would drive its members away.', NOTHING],
    // The speaker's own.
    [
      'I used to think that Costco was a fad, but Costco keeps its best members for decades.',
      'Costco keeps its best members for decades',
    ],
    [
      'My argument is that Costco is too cheap and the members will stay for decades.',
      'Costco is too cheap and the members will stay for decades',
    ],
    [
      'The problem is that Costco pays for growth and its margins fall every year.',
      'Costco pays for growth and its margins fall every year',
    ],
    ['Costco is gaining share, and its margins go up every year.', WHOLE],
  ])('nothing is told without it: %s', (text, told) => {
    const whole = text.replace(/\.$/, '');
    const expected = told === WHOLE ? [whole] : told === NOTHING ? [] : [told];
    expect(tellable(text).map((one) => one.toLowerCase())).toEqual(expected.map((one) => one.toLowerCase()));
  });

  it('a consequence that follows may be left out, and none of the dangers', () => {
    const risk =
      'the risk is that regulators step in and Costco has to open up its shelves to everybody else';
    const all = `${risk}, which would cost it about a tenth of its earnings`;
    expect(tellable(`${all.replace('the', 'The')}.`)).toEqual([risk, all]);
  });

  it('a headline does not begin below it', () => {
    const said =
      'The worry on the street is that its stores are much too old for a chain of this size, and Costco will lose its best members.';
    expect(coreOf(said, 'Costco')).toMatch(/^The worry on the street/);
  });

  it('a ground is not taken from it', () => {
    expect(reasonIn("I'm bullish on Costco, because its members stay for decades.")).toBe(
      'its members stay for decades',
    );
    expect(reasonIn('People keep saying that it is dear, because its members leave every year.')).toBeNull();
    expect(reasonIn('I used to think that it was dear, because its members leave every year.')).toBeNull();
  });
});

const extractor = createRulesExtractor(createLinker(loadUniverse()));
const HELD =
  "I'm bullish on Nucor, because its pipes business grows forty percent a year and the market still prices it like a mature company.";

/** A talk in which a guest says what she holds, and then a sentence with something that she does not. */
function talkWith(sentence: string): EpisodeInput {
  const lines = [
    ['Tom Ferro', "Mara, what's your view of Nucor?"],
    ['Mara Lindqvist', HELD],
    [
      'Mara Lindqvist',
      'I own Nucor shares in the fund and I expect Nucor to double its free cash flow by 2029.',
    ],
    ['Tom Ferro', 'And what could go wrong with that?'],
    ['Mara Lindqvist', sentence],
    [
      'Mara Lindqvist',
      "But I think Nucor is worth far more than it trades at, and that's why it's my biggest position.",
    ],
  ];
  return {
    showName: 'Open Outcry',
    episodeTitle: 'Steel with Mara Lindqvist',
    episodeDescription: null,
    publishedAt: new Date('2026-03-02T06:00:00Z'),
    people: [
      { name: 'Mara Lindqvist', role: 'guest', title: 'Portfolio manager' },
      { name: 'Tom Ferro', role: 'host', title: null },
    ],
    cues: lines.map(
      ([speaker, text], i): Cue => ({ start: i * 10, end: i * 10 + 10, speaker: speaker!, text: text! }),
    ),
  };
}

describe('the idea of a speaker who also tells what others fear', () => {
  it.each([
    [
      'The thing short sellers keep telling you is that Nucor is cooking its books and its auditor looks away.',
      false,
    ],
    ['The worry people have is that Nucor is overstating its profits and the auditors will walk away.', true],
    ['People worry that Nucor is hiding its losses and that its bank will pull the credit line.', true],
    ['The bear case is that Nucor is losing its best engineers and its products fall behind.', true],
    [
      'The danger is that Nucor loses its biggest customer and its margins fall by ten points within a year.',
      true,
    ],
    ['The fear is that a recession comes and Nucor cannot pay its debts any more.', true],
    ['My biggest fear is that Nucor cuts its dividend and the stock loses half of its value.', false],
    ['It would be wrong to say that steel is dear and Nucor is losing its margins.', false],
    ['Imagine that steel gets cheap, the mills close and Nucor loses half of its margins.', false],
    ['I used to think that steel was dear and Nucor would lose its margins.', false],
  ])('is what she holds, and the fear a risk as she told it: %s', async (sentence, isRisk) => {
    const { ideas } = await extractor.extract(talkWith(sentence));
    const served = ideas.filter(({ confidence }) => confidence >= 0.5);
    expect(served.map(({ quote, stance }) => ({ text: quote.text, stance }))).toEqual([
      { text: HELD, stance: 'BULLISH' },
    ]);
    const risks = isRisk ? [sentence.replace(/\.$/, '')] : [];
    expect(served[0]?.riskFlags).toEqual(risks);
    const context = served[0]?.context ?? '';
    expect(context.split('Risks raised:')[0]).not.toMatch(/books|profits|losses|losing|loses|lose its|debts/);
  });
});
